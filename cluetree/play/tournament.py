"""Tournaments: agents play every seating on the same deals, in any number of processes or machines.

The games depend on the tournament alone, not on where or when they are played.
"""

import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from copy import deepcopy
from dataclasses import dataclass, fields
from itertools import islice, product
from typing import Final, Literal, TypeAlias

from more_itertools import circular_shifts, distinct_permutations

from cluetree.errors import InvalidAgentError, InvalidTableError, ResultsError
from cluetree.play.agent import Agent, fault_of
from cluetree.play.game import deal_of, play_dealt
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.rules import Rules
from cluetree.play.supervised import Supervised, TimeLimits

_MAX_PENDING: Final = 64
"""Games submitted to an executor at a time: enough for many workers, few enough to stop quickly."""

YARDSTICKS: Final = ("random", "wensel", "heuristic:tie=random", "seeker")
"""The reference agents, which are also the first rows of the published table."""
SEED: Final = 2026
"""The seed of the published table; nothing in cluetree was tuned on its deals."""
DEALS: Final = 200
"""The number of deals of the published table, each played from all three seats."""

Fixture: TypeAlias = tuple[int, tuple[str, ...]]
"""The number of a deal, and the entrants' names by seat."""

Seatings: TypeAlias = Literal["all", "rotations"]
"""The seatings of each deal: all orders of the entrants, or the rotations of the given order.

Entrants of one name are interchangeable. In the rotations every entrant plays every seat.
"""


@dataclass(frozen=True)
class Entrant:
    """A named agent; entrants of one name are alike and counted together."""

    name: str
    agent: Agent
    """Copied for every seat of every game."""
    set_up: str | None = None
    """A description of the agent with all its options; by default its `repr`."""

    def __str__(self) -> str:
        """Return the description."""
        return self.set_up or repr(self.agent)


@dataclass(frozen=True)
class Tournament:
    """Entrants, one per seat, and the rules of their games.

    Raises:
        InvalidTableError: If the number of entrants is not the number of seats, if two entrants
            of one name differ, or if an agent's `repr` does not describe it.
    """

    entrants: tuple[Entrant, ...]
    rules: Rules
    seed: int = 0
    seatings: Seatings = "all"
    limits: TimeLimits = TimeLimits()  # noqa: RUF009 -- it is frozen
    """How long an agent may take. With limits, games depend on the speed of the machine."""

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

    def orders(self) -> tuple[tuple[str, ...], ...]:
        """Return the seatings of each deal: the entrants' names by seat."""
        names = [entrant.name for entrant in self.entrants]
        if self.seatings == "all":
            return tuple(sorted(distinct_permutations(names)))
        return tuple(dict.fromkeys(circular_shifts(names)))

    def games(self, deals: int) -> tuple[Fixture, ...]:
        """Return the games of the first deals, to be played separately and in any order."""
        return tuple(product(range(deals), self.orders()))

    def play(self, fixture: Fixture) -> Played:
        """Play a game; faults of agents are part of the result."""
        deal, seating = fixture
        by_name = {entrant.name: entrant.agent for entrant in self.entrants}
        seats = [Supervised(deepcopy(by_name[name]), self.limits) for name in seating]
        digest = hashlib.blake2b(f"{self.seed}:{deal}".encode(), digest_size=8).digest()
        seed = int.from_bytes(digest)
        result = play_dealt(seats, deal_of(self.rules, seed), seed)
        return Played(
            deal,
            seating,
            None if result.winner is None else self.rules.players.index(result.winner),
            result.turns,
            tuple(None if (one := seat.gambled) is None else one.chance for seat in seats),
            tuple(seat.conduct for seat in seats),
        )


def cells(
    agents: Iterable[Entrant],
    yardsticks: Iterable[Entrant],
    *,
    seed: int = SEED,
    limits: TimeLimits = TimeLimits(),  # noqa: B008 -- it is frozen
) -> Mapping[tuple[str, str], Tournament]:
    """Return the tournaments of a table by agent and reference agent.

    They have three players, no board, and only the suggester accuses. No agent plays against
    itself.
    """
    return {
        (one.name, other.name): Tournament((one, other, other), Rules(), seed, limits=limits)
        for one, other in product(agents, yardsticks)
        if one.name != other.name
    }


def run(
    tournament: Tournament,
    deals: int,
    store: ResultStore,
    *,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> tuple[Played, ...]:
    """Play the games of the first deals that the store does not have yet.

    Each game is stored when it is over, so an interrupted run resumes from there.

    Args:
        tournament: The entrants and rules.
        deals: The number of deals, each played in every seating.
        store: Where the games are kept.
        executor: Where to play, such as `workers.processes` or Dask's executor; if `None`, in
            this process.
        progress: Called with the number of games done and the total.

    Returns:
        All games of these deals, ordered by deal and seating.

    Raises:
        InvalidAgentError: If an agent cannot be copied, or sent to a worker.
        ResultsError: If the store fails.
        BrokenExecutor: If an agent ends its worker process.
    """
    _verify_copies(tournament, deepcopy if executor is None else pickle.dumps)
    games, play = tournament.games(deals), tournament.play
    have = {(game.deal, game.seating) for game in finished(tournament, deals, store)}
    left = [game for game in games if game not in have]
    played = map(play, left) if executor is None else _play_on(executor, play, left)
    progress(len(have), len(games))
    for done, game in enumerate(played, start=len(have) + 1):
        store.add(tournament.fingerprint, game)
        progress(done, len(games))
    return finished(tournament, deals, store)


def finished(tournament: Tournament, deals: int, store: ResultStore) -> tuple[Played, ...]:
    """Return the stored games of the first deals, ordered by deal and seating.

    Raises:
        ResultsError: If the store has a game that is not of this tournament.
    """
    seatings = tournament.orders()
    stored = (game for game in store.games(tournament.fingerprint) if game.deal < deals)
    games = {(game.deal, game.seating): game for game in stored}
    for deal, seating in games:
        if seating not in seatings:
            raise ResultsError(f"{store.path}: deal {deal} has unknown seating {seating}")
    return tuple(games[key] for key in sorted(games))


def _verify_copies(tournament: Tournament, copy: Callable[[Agent], object]) -> None:
    """Raise `InvalidAgentError` if an agent cannot be copied in this way."""
    for entrant in tournament.entrants:
        try:
            copy(entrant.agent)
        except Exception as error:  # a user's code may raise anything
            reason = f"{entrant.name} cannot be copied: {fault_of(error)}"
            raise InvalidAgentError(reason) from error


def _play_on(
    executor: Executor, play: Callable[[Fixture], Played], games: Iterable[Fixture]
) -> Iterator[Played]:
    """Play games on an executor, and yield each when it is over."""
    waiting, pending = iter(games), set[Future[Played]]()
    try:
        while True:
            few = islice(waiting, _MAX_PENDING - len(pending))
            pending |= {executor.submit(play, game) for game in few}
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        for future in pending:
            future.cancel()
