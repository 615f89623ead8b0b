"""Tournaments: every seating on the same deals, on as many processors or machines as there are.

What comes out depends on the tournament alone, never on who played its games or when: each deal
has its own seed, and each seat of it its own stream of random numbers.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Final

from more_itertools import chunked, circular_shifts, distinct_permutations, take

from cluetree.errors import InvalidTableError, UnknownNameError
from cluetree.events import Accusation
from cluetree.play.agent import Agent
from cluetree.play.gamble import Gambler
from cluetree.play.game import play_game
from cluetree.play.result import Result
from cluetree.play.result_store import Played, ResultStore, Unproven
from cluetree.play.rules import Rules
from cluetree.play.supervised import Supervised, TimeLimits
from cluetree.record import Record

_MOST_WAITING: Final = 64
"""Tasks handed to an executor at a time: enough for many workers, few enough to stop quickly."""

_MOST_BROKEN: Final = 3
"""How often in a row an executor may break without a single game being brought home."""


class Seatings(StrEnum):
    """Which seatings are played on each deal."""

    ALL = "all"
    """Every order of the entrants; alike entrants are not told apart."""
    ROTATIONS = "rotations"
    """The given order, begun at each seat: everybody sits everywhere, at as many games as seats."""


@dataclass(frozen=True)
class Entrant:
    """Who plays, under which name; entrants of one name are alike and counted together."""

    name: str
    agent: Agent
    """Copied for every seat of every game."""
    set_up: str | None = None
    """How the agent is set up, in words; if left out, its `repr` has to say so."""


@dataclass(frozen=True)
class Tournament:
    """Entrants, one a seat, and the rules they play by.

    Raises:
        InvalidTableError: If there are not as many entrants as seats, if two of one name are set
            up differently, or if an agent's `repr` does not say how it is set up.
        UnknownNameError: If `lost_by` is no entrant.
    """

    entrants: tuple[Entrant, ...]
    rules: Rules
    seed: int = 0
    seatings: Seatings = Seatings.ALL
    limits: TimeLimits = TimeLimits()  # noqa: RUF009 -- it is frozen
    """How long an agent may take; where there are limits, the machine decides games, too."""
    lost_by: str | None = None
    """Of which entrant's lost games the records are kept; it changes no game."""

    def __post_init__(self) -> None:
        seats = len(self.rules.players)
        if len(self.entrants) != seats:
            raise InvalidTableError(f"{len(self.entrants)} entrants for {seats} seats")
        known: dict[str, str] = {}
        for entrant in self.entrants:
            setup = entrant.set_up or repr(entrant.agent)
            if " at 0x" in setup:
                raise InvalidTableError(
                    f"{entrant.name}: {setup} does not say how it is set up; give it a __repr__"
                )
            if known.setdefault(entrant.name, setup) != setup:
                raise InvalidTableError(f"{entrant.name} is both {known[entrant.name]} and {setup}")
        if self.lost_by is not None:
            UnknownNameError.verify(self.lost_by, known)

    @property
    def made_of(self) -> str:
        """All that decides how its games come out, in words: two alike are the same tournament."""
        entrants = ", ".join(f"{e.name}={e.set_up or repr(e.agent)}" for e in self.entrants)
        told = f"{entrants}; {_told(self.rules)}; seed {self.seed}; seatings {self.seatings}"
        return told if self.limits == TimeLimits() else f"{told}; {self.limits}"

    def orders(self) -> tuple[tuple[int, ...], ...]:
        """Return the seatings of each deal: which entrant sits where, by index."""
        first = {entrant.name: index for index, entrant in reversed([*enumerate(self.entrants)])}
        alike = tuple(first[entrant.name] for entrant in self.entrants)
        if self.seatings is Seatings.ALL:
            return tuple(sorted(distinct_permutations(alike)))
        return tuple(dict.fromkeys(circular_shifts(alike)))

    def play(self, deal: int) -> tuple[Played, ...]:
        """Play one deal in every seating; what an agent does wrong is in its `conduct`."""
        return tuple(self._play(deal, order) for order in self.orders())

    def _play(self, deal: int, order: Sequence[int]) -> Played:
        seated = [self.entrants[index] for index in order]
        agents = [Supervised(deepcopy(entrant.agent), self.limits) for entrant in seated]
        result = play_game(agents, self.rules, self._seed_of(deal))
        winner = None if result.winner is None else self.rules.players.index(result.winner)
        played = Played(
            deal,
            tuple(entrant.name for entrant in seated),
            winner,
            result.turns,
            _unproven([agent.agent for agent in agents], result),
            tuple(agent.conduct for agent in agents),
        )
        if self.lost_by not in played.seating or self.lost_by == played.won_by:
            return played
        return replace(played, record=_record(played, result))

    def _seed_of(self, deal: int) -> int:
        digest = hashlib.blake2b(f"{self.seed}:{deal}".encode(), digest_size=8).digest()
        return int.from_bytes(digest)


def _unproven(agents: Sequence[Agent], result: Result) -> tuple[Unproven, ...]:
    """Return the accusations of a game that were wrong, or that an agent has called a gamble."""
    wrong = {e.by for e in result.events if isinstance(e, Accusation) and not e.correct}
    found: list[Unproven] = []
    for seat, (name, agent) in enumerate(zip(result.rules.players, agents, strict=True)):
        gamble = agent.gambled if isinstance(agent, Gambler) else None
        if gamble is not None:
            found.append(Unproven(seat, gamble.chance))
        elif name in wrong:
            found.append(Unproven(seat))
    return tuple(found)


def _record(played: Played, result: Result) -> Record:
    """Return the whole game under a title that says who played and who won."""
    seats = zip(result.rules.players, played.seating, strict=True)
    won = "nobody" if result.winner is None else result.winner
    title = f"Deal {played.deal}: {', '.join(f'{n} {agent}' for n, agent in seats)}; {won} won"
    return replace(result.whole_record, title=title)


def _told(rules: Rules) -> str:
    """All that rules are made of, in words that are the same in every run of Python."""
    parts = {field.name: getattr(rules, field.name) for field in fields(rules)}
    cards = [card.name for card in rules.edition.cards]
    board = None if rules.board is None else rules.board.to_text()
    return repr({**parts, "edition": cards, "board": board})


def run(
    tournament: Tournament,
    deals: int,
    store: ResultStore,
    *,
    executor: Callable[[], Executor] | None = None,
    progress: Callable[[int, int], None] | None = None,
    deals_a_task: int = 1,
) -> tuple[Played, ...]:
    """Play the first so many deals of a tournament, as far as the store does not have them yet.

    Args:
        tournament: Who plays by which rules.
        deals: How many deals, each in every seating.
        store: Where the games go as they are done; stopped at any time, the next run goes on.
        executor: Makes what plays the games, `ProcessPoolExecutor` for one; without it they are
            played here. If it breaks, as when a worker is killed, another is made, and the
            games that were under way are played again.
        progress: Told how many games are done, of how many.
        deals_a_task: How many deals travel to a worker at once.

    Returns:
        All games of these deals, by deal and seating; `finished` gives them if this is stopped.

    Raises:
        BrokenExecutor: If executors break again and again before any game is done.
    """
    name = store.open(tournament.made_of)
    seatings = len(tournament.orders())
    have = {game.deal for game in store.games(name)}
    missing = [deal for deal in range(deals) if deal not in have]
    done = (deals - len(missing)) * seatings
    if progress is not None:
        progress(done, deals * seatings)
    tasks = [tuple(task) for task in chunked(missing, deals_a_task)]
    here = (_play(tournament, task) for task in tasks)
    for games in here if executor is None else _played(tournament, tasks, executor):
        store.add(name, games)
        done += len(games)
        if progress is not None:
            progress(done, deals * seatings)
    return finished(tournament, deals, store)


def finished(tournament: Tournament, deals: int, store: ResultStore) -> tuple[Played, ...]:
    """Return the games that a store has of the first so many deals, by deal and seating."""
    name = store.open(tournament.made_of)
    return tuple(game for game in store.games(name) if game.deal < deals)


def _play(tournament: Tournament, deals: Iterable[int]) -> tuple[Played, ...]:
    """Play some deals: what a worker is asked for."""
    return tuple(game for deal in deals for game in tournament.play(deal))


def _played(
    tournament: Tournament, tasks: Iterable[tuple[int, ...]], executor: Callable[[], Executor]
) -> Iterator[tuple[Played, ...]]:
    """Yield each task's games as they are done, with a new executor whenever one breaks."""
    left = dict.fromkeys(tasks)
    broken = 0
    while left:
        pool = executor()
        try:
            for task, games in _finished(pool, tournament, tuple(left)):
                del left[task]
                broken = 0
                yield games
        except BrokenExecutor:
            broken += 1
            if broken == _MOST_BROKEN:
                raise
        finally:
            pool.shutdown()


def _finished(
    pool: Executor, tournament: Tournament, tasks: Iterable[tuple[int, ...]]
) -> Iterator[tuple[tuple[int, ...], tuple[Played, ...]]]:
    """Yield tasks with their games as they are done, a bounded number of them under way."""
    waiting = iter(tasks)
    under_way: dict[Future[tuple[Played, ...]], tuple[int, ...]] = {}
    try:
        while True:
            for task in take(_MOST_WAITING - len(under_way), waiting):
                under_way[pool.submit(_play, tournament, task)] = task
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(future), future.result()
    finally:
        for future in under_way:
            future.cancel()
