"""Tournaments: agents play every seating on the same deals, on any number of processes or machines.

The games depend on the tournament alone, not on where or when they are played.
"""

import hashlib
import os
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import partial
from itertools import cycle, islice, product, starmap
from types import MappingProxyType
from typing import Final, TypeAlias

from more_itertools import circular_shifts, distinct_permutations

from cluetree.errors import (
    InvalidAgentError,
    InvalidLimitError,
    InvalidTableError,
    ResultsError,
    UnknownNameError,
)
from cluetree.events import Accusation
from cluetree.play.agent import Agent
from cluetree.play.agent_code import fault_of, interruptible
from cluetree.play.game import play_game
from cluetree.play.result import Result
from cluetree.play.result_store import Played, ResultStore, Unproven
from cluetree.play.rules import Rules
from cluetree.play.supervised import FailedAgent, Supervised, TimeLimits
from cluetree.play.workers import Ended, has_workers, is_cluster_error, run_alone, sigint_held, stop
from cluetree.record import Record

EVENING: Final = 10
"""The number of games of an evening."""
PATIENCE: Final = 60.0
"""Seconds without a worker after which the games of a Dask cluster are played on this machine."""
_MAX_PENDING: Final = 64
"""Games submitted to an executor at a time: enough for many workers, few enough to stop quickly."""
_WAIT: Final = 0.2
"""Seconds until Ctrl-C takes effect."""
_NONE_ABSENT: Final[Mapping[int, str]] = MappingProxyType({})

Fixture: TypeAlias = tuple[int, tuple[int, ...]]
"""The number of a deal, and a seating: the index of the entrant in each seat.

For an evening, those of its first game.
"""


class Seatings(StrEnum):
    """The seatings to play on each deal."""

    ALL = "all"
    """Every order of the entrants; entrants of one name are interchangeable."""
    ROTATIONS = "rotations"
    """The rotations of the given order, so that every entrant plays every seat."""
    EVENINGS = "evenings"
    """One of the rotations per deal, by turns. The same agents play the `EVENING` deals of an
    evening, and each keeps its player's name, so that agents can remember each other."""


@dataclass(frozen=True)
class Entrant:
    """A named agent; entrants of one name are alike and counted together."""

    name: str
    agent: Agent
    """Copied for every seat of every game or evening."""
    set_up: str | None = None
    """A description of the agent with all its options; by default its `repr`."""

    def __str__(self) -> str:
        """Return the description; raise `InvalidAgentError` if the agent's `repr` fails."""
        try:
            return self.set_up or repr(self.agent)
        except BaseException as error:
            fault = f"{self.name}: its __repr__ fails: {fault_of(error)}"
            raise InvalidAgentError(fault) from error


@dataclass(frozen=True)
class Tournament:
    """Entrants, one per seat, and the rules of their games.

    Raises:
        InvalidTableError: If the number of entrants is not the number of seats, if two entrants
            of one name differ, or if an agent's `repr` does not describe it.
        InvalidAgentError: If an agent's `repr` fails.
        UnknownNameError: If `lost_by` is not an entrant.
    """

    entrants: tuple[Entrant, ...]
    rules: Rules
    seed: int = 0
    seatings: Seatings = Seatings.ALL
    limits: TimeLimits = TimeLimits()  # noqa: RUF009 -- it is frozen
    """How long an agent may take. With limits, games depend on the speed of the machine."""
    lost_by: str | None = None
    """The entrant whose lost games are recorded; it changes no game."""

    def __post_init__(self) -> None:
        seats = len(self.rules.players)
        if len(self.entrants) != seats:
            raise InvalidTableError(f"expected {seats} entrants, got {len(self.entrants)}")
        known: dict[str, str] = {}
        for entrant in self.entrants:
            name, set_up = entrant.name, str(entrant)
            if " at 0x" in set_up:
                fault = f"{name}: {set_up} does not describe its options; define __repr__"
                raise InvalidTableError(fault)
            if known.setdefault(name, set_up) != set_up:
                raise InvalidTableError(f"{name} is both {known[name]} and {set_up}")
        if self.lost_by is not None:
            UnknownNameError.verify(self.lost_by, known)

    @property
    def fingerprint(self) -> str:
        """Everything that decides the games, as text: equal text means equal tournaments."""
        entrants = ", ".join(f"{entrant.name}={entrant}" for entrant in self.entrants)
        # The rules as text that is the same in every run of Python.
        rules = {field.name: getattr(self.rules, field.name) for field in fields(self.rules)}
        rules["edition"] = [card.name for card in self.rules.edition.cards]
        rules["board"] = None if self.rules.board is None else self.rules.board.to_text()
        text = f"{entrants}; {rules!r}; seed {self.seed}; seatings {self.seatings}"
        return text if self.limits == TimeLimits() else f"{text}; {self.limits}"

    def orders(self) -> tuple[tuple[int, ...], ...]:
        """Return the seatings of the deals: the index of the entrant in each seat."""
        if self.seatings is Seatings.EVENINGS:
            return tuple(circular_shifts(range(len(self.entrants))))
        first = {entrant.name: index for index, entrant in reversed([*enumerate(self.entrants)])}
        alike = tuple(first[entrant.name] for entrant in self.entrants)
        if self.seatings is Seatings.ALL:
            return tuple(sorted(distinct_permutations(alike)))
        return tuple(dict.fromkeys(circular_shifts(alike)))

    def seating(self, order: Iterable[int]) -> tuple[str, ...]:
        """Return the names of the entrants by seat."""
        return tuple(self.entrants[index].name for index in order)

    def games(self, deals: int) -> list[Fixture]:
        """Return what is to be played, separately and in any order; deals must fill evenings."""
        orders = self.orders()
        if self.seatings is not Seatings.EVENINGS:
            return [*product(range(deals), orders)]
        if deals % EVENING:
            fault = f"deals must be a multiple of {EVENING} to play evenings, got {deals}"
            raise InvalidLimitError(fault)
        return [(deal, orders[deal % len(orders)]) for deal in range(0, deals, EVENING)]

    def number_of_games(self, deals: int) -> int:
        """Return the number of games on the first deals."""
        return deals * (1 if self.seatings is Seatings.EVENINGS else len(self.orders()))

    def evening(self, deal: int) -> int | None:
        """Return the number of the evening with this deal, from 0, if evenings are played."""
        return deal // EVENING if self.seatings is Seatings.EVENINGS else None

    def play(
        self,
        fixture: Fixture,
        absent: Mapping[int, str] = _NONE_ABSENT,
        calling: Callable[[int], None] = lambda _: None,
    ) -> tuple[Played, ...]:
        """Play one game, or the games of an evening; faults of agents are part of the results.

        The seats in `absent` have agents that cannot play, for these reasons; those of an evening
        are the seats of its first game. `calling` gets the seat before each call of its agent.
        """
        deal, order = fixture
        agents = [
            Supervised(
                FailedAgent(absent[seat]) if seat in absent else _copy(self.entrants[index].agent),
                self.limits,
                calling=partial(calling, seat),
            )
            for seat, index in enumerate(order)
        ]
        deals = (deal,) if self.evening(deal) is None else range(deal, deal + EVENING)
        turns = cycle(circular_shifts([*zip(self.rules.players, order, agents, strict=True)]))
        return tuple(starmap(self._play, zip(deals, turns, strict=False)))

    def _play(self, deal: int, seats: Sequence[tuple[str, int, Supervised]]) -> Played:
        """Play a deal with the player, the entrant and the agent of each seat."""
        players = tuple(player for player, _, _ in seats)
        agents = [agent for _, _, agent in seats]
        rules = self.rules
        if players != rules.players:
            rules = replace(rules, players=players, starts=players[rules.first_seat])
        digest = hashlib.blake2b(f"{self.seed}:{deal}".encode(), digest_size=8).digest()
        result = play_game(agents, rules, int.from_bytes(digest))
        seating = self.seating(index for _, index, _ in seats)
        winner = None if result.winner is None else players.index(result.winner)
        unproven, conduct = _unproven(agents, result), tuple(agent.conduct for agent in agents)
        evening = self.evening(deal)
        played = Played(deal, seating, winner, result.turns, unproven, conduct, evening=evening)
        if self.lost_by not in played.seating or self.lost_by == played.won_by:
            return played
        return replace(played, record=_record(played, result))


def _copy(agent: Agent) -> Agent:
    try:
        return deepcopy(agent)
    except BaseException as error:  # noqa: BLE001 -- an agent's own code
        return FailedAgent(f"it cannot be copied: {fault_of(error)}")


def _unproven(agents: Iterable[Supervised], result: Result) -> tuple[Unproven, ...]:
    """Return the accusations that were wrong or that an agent declared to be gambles."""
    wrong = {e.by for e in result.events if isinstance(e, Accusation) and not e.correct}
    seats = enumerate(zip(result.rules.players, agents, strict=True))
    gambles = ((seat, name, agent.gambled) for seat, (name, agent) in seats)
    made = ((seat, gamble) for seat, name, gamble in gambles if gamble is not None or name in wrong)
    return tuple(Unproven(seat, None if each is None else each.chance) for seat, each in made)


def _record(played: Played, result: Result) -> Record:
    """Return the whole game, with the agents and the winner in its title."""
    seats = zip(result.rules.players, played.seating, strict=True)
    won = "nobody" if result.winner is None else result.winner
    title = f"Deal {played.deal}: {', '.join(f'{n} {agent}' for n, agent in seats)}; {won} won"
    return replace(result.whole_record, title=title)


def run(
    tournament: Tournament,
    deals: int,
    store: ResultStore,
    *,
    executor: Callable[[], Executor] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Played, ...]:
    """Play the games of the first deals that the store does not have yet.

    Each game or evening is stored when it is over, so an interrupted run resumes from there.

    Args:
        tournament: The entrants and rules.
        deals: The number of deals, each played in every seating; with evenings, in one.
        store: Where the games are kept.
        executor: Makes an executor for the games, such as a `ProcessPoolExecutor`; if `None`,
            they are played in this process. If it breaks because a worker process has ended, its
            games are played again, some of them in separate processes: there an agent that ends
            its process is found, and is out of the game.
        progress: Called with the number of games done and the total.

    Returns:
        All games of these deals, ordered by deal and seating.

    Raises:
        InvalidLimitError: If the deals do not make whole evenings.
        ResultsError: If the store fails, or if a process ends before its game begins.
    """
    name = store.open(tournament.fingerprint)
    games, total = tournament.games(deals), tournament.number_of_games(deals)
    have = {(game.deal, game.seating) for game in finished(tournament, deals, store)}
    left = [(deal, order) for deal, order in games if (deal, tournament.seating(order)) not in have]
    done = len(have)

    def report() -> None:
        if progress is not None:
            progress(done, total)

    def keep(played: tuple[Played, ...]) -> None:
        nonlocal done
        store.add(name, played)
        done += len(played)
        report()

    report()
    if executor is None:
        with interruptible():
            for game in left:
                keep(tournament.play(game))
    else:
        _play_elsewhere(_sendable(tournament), left, executor, keep)
    return finished(tournament, deals, store)


def finished(tournament: Tournament, deals: int, store: ResultStore) -> tuple[Played, ...]:
    """Return the stored games of the first deals, ordered by deal and seating.

    Raises:
        ResultsError: If the store has a game that is not of this tournament.
    """
    seatings = set(map(tournament.seating, tournament.orders()))
    stored = store.games(store.open(tournament.fingerprint))
    games = tuple(game for game in stored if game.deal < deals)
    if tournament.seatings is Seatings.EVENINGS:
        games = tuple(replace(game, evening=tournament.evening(game.deal)) for game in games)
    for game in games:
        if game.seating not in seatings:
            raise ResultsError(f"{store.path}: deal {game.deal} has unknown seating {game.seating}")
    return games


def _sendable(tournament: Tournament) -> Tournament:
    """Replace each agent that cannot be sent to a worker."""
    entrants: list[Entrant] = []
    for entrant in tournament.entrants:
        agent = entrant.agent
        try:
            pickle.loads(pickle.dumps(agent))  # noqa: S301 -- written a moment ago
        except BaseException as error:  # noqa: BLE001 -- an agent's own code
            agent = FailedAgent(f"it cannot be sent to a worker: {fault_of(error)}")
        entrants.append(Entrant(entrant.name, agent, str(entrant)))
    return replace(tournament, entrants=tuple(entrants))


def _play_elsewhere(
    tournament: Tournament,
    games: Iterable[Fixture],
    executor: Callable[[], Executor],
    keep: Callable[[tuple[Played, ...]], None],
) -> None:
    """Play games on executors; after one has broken, first play some of its games alone."""
    left = dict.fromkeys(games)

    def keep_one(game: Fixture, played: tuple[Played, ...]) -> None:
        keep(played)
        del left[game]

    while left:
        pending = _play_on(executor(), tournament, tuple(left), keep_one)
        suspects = [game for game in pending if game in left] or [*left][:1]
        # Executors start games in order, so the first ones were running.
        for game in suspects[: (os.cpu_count() or 1) + 1]:
            keep_one(game, _play_alone(tournament, game))


def _play_on(
    pool: Executor,
    tournament: Tournament,
    games: Iterable[Fixture],
    keep: Callable[[Fixture, tuple[Played, ...]], None],
) -> list[Fixture]:
    """Play games on an executor; if it breaks, return those that may have ended their worker."""
    pending: dict[Future[tuple[Played, ...]], Fixture] = {}
    waiting, quiet = iter(games), 0.0
    with sigint_held() as let_through:
        try:
            while True:
                for game in islice(waiting, _MAX_PENDING - len(pending)):
                    pending[pool.submit(tournament.play, game)] = game
                if not pending:
                    return []
                done = wait(pending, _WAIT, FIRST_COMPLETED).done
                quiet = 0.0 if done or has_workers(pool) else quiet + _WAIT
                if quiet > PATIENCE:
                    return [*pending.values()]
                for future in done:
                    if is_cluster_error(future.exception()):
                        return [pending[future]]
                    played = future.result()
                    keep(pending.pop(future), played)
                let_through()
        except BrokenExecutor:
            return [*pending.values()]
        finally:
            for future, game in pending.items():  # Ctrl-C must not lose a game that is over
                if future.done() and future.exception() is None:
                    keep(game, future.result())
            stop(pool)


def _play_alone(tournament: Tournament, game: Fixture) -> tuple[Played, ...]:
    """Play a game or evening in its own process, again without each agent that ends the process."""
    absent: dict[int, str] = {}
    while True:
        played = run_alone(partial(tournament.play, game, dict(absent)))
        if not isinstance(played, Ended):
            return played
        if played.note is None or played.note in absent:
            raise ResultsError(f"deal {game[0]}: the process ended with {played} before it played")
        absent[played.note] = f"it ended its process with {played}"
