"""Supervision: a game goes on whatever an agent does, and its faults are counted."""

import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import inf
from random import Random
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Final, TypeVar

from cluetree.board import Place
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import IllegalActError, InvalidLimitError
from cluetree.events import Event
from cluetree.play.agent import Agent, Gamble, Gambler, Watcher, fault_of
from cluetree.play.outside import OutsideAgent
from cluetree.play.pawns import Pawns
from cluetree.play.referee import guess_fault
from cluetree.table import Table

_T = TypeVar("_T")
_MAX_FAULTS: Final = 20
"""Distinct faults kept per game."""
_LONGEST_CALL: Final = 30.0
"""Seconds for each call that is not a choice, if that is more than the limit of a choice."""


class FaultKind(StrEnum):
    """The kinds of faults and what each costs the agent."""

    LATE = "late"
    """It took too long, and is out for the rest of the game."""
    CRASH = "crash"
    """It raised an exception or its program ended; it is out for the rest of the game."""
    ILLEGAL = "illegal"
    """Its choice is not legal, and is replaced by a default."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of an agent, and how often it occurred."""

    kind: FaultKind
    words: str
    count: int = 1

    def __str__(self) -> str:
        return f"{self.kind}{'' if self.count == 1 else f' x {self.count}'}: {self.words}"


@dataclass(frozen=True, slots=True)
class Conduct:
    """How an agent behaved in one game or several."""

    choices: int = 0
    seconds: float = 0.0
    """The time that all choices took."""
    faults: tuple[Fault, ...] = ()
    """The most frequent first."""

    def count(self, kind: FaultKind) -> int:
        """Return the number of faults of a kind."""
        return sum(fault.count for fault in self.faults if fault.kind is kind)

    @classmethod
    def of(cls, conducts: Iterable["Conduct"]) -> "Conduct":
        """Add up several games."""
        games = tuple(conducts)
        counts = Counter[tuple[FaultKind, str]]()
        for game in games:
            for fault in game.faults:
                counts[fault.kind, fault.words] += fault.count
        faults = tuple(Fault(*key, count) for key, count in counts.most_common())
        return cls(sum(game.choices for game in games), sum(game.seconds for game in games), faults)


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """Seconds that an agent may take, a positive number; `None` is unlimited."""

    choice: float | None = None
    """For each choice; a program has 5 seconds by default."""
    game: float | None = None
    """For all choices of a game together."""

    def __post_init__(self) -> None:
        for seconds in (self.choice, self.game):
            if seconds is not None and not seconds > 0:
                raise InvalidLimitError(f"time limit must be positive, got {seconds}")


class Supervised:
    """Plays a seat with another agent's choices, as long as they are legal and in time.

    Other choices are replaced by a default: no suggestion, no accusation, the first card that can
    be shown (suspect, weapon, room) and the first place in reach. An `OutsideAgent` gives its
    program the time that is left. Another agent gets a `TimeoutError` at the limit; in other
    threads than the main one, and on Windows, it is found late when it returns. This is no
    protection against code that catches the error, loops outside of Python or ends its process.
    """

    table: Table
    """The set-up as this seat sees it."""
    conduct: Conduct
    """How the agent has behaved in this game."""

    def __init__(self, agent: Agent, limits: TimeLimits = TimeLimits()):
        self.agent: Final = agent
        own = agent.time_limit if isinstance(agent, OutsideAgent) else inf
        self._for_choice: Final = own if limits.choice is None else limits.choice
        self._for_game: Final = inf if limits.game is None else limits.game
        self._out, self.conduct = False, Conduct()

    @property
    def gambled(self) -> Gamble | None:
        """The accusation that the agent declared to be a gamble, if any."""
        return self.agent.gambled if isinstance(self.agent, Gambler) else None

    def begin(self, table: Table, rng: Random) -> None:
        """Start a new game and a new count."""
        self.table = table
        self._out, self.conduct = False, Conduct()
        self._set_limit(min(self._for_choice, self._for_game))
        self._call(partial(self.agent.begin, table, rng), None)

    def observe(self, event: Event) -> None:
        """Pass an event on."""
        self._call(partial(self.agent.observe, event), None)

    def watch(self, pawns: Pawns) -> None:
        """Pass the pawns on, if the agent watches them."""
        if isinstance(self.agent, Watcher):
            self._call(partial(self.agent.watch, pawns), None)

    def move(self, options: Sequence[Place]) -> Place:
        """Choose a place to go to."""
        is_legal = options.__contains__
        return self._choose("move", partial(self.agent.move, options), is_legal, options[0])

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Choose a suggestion."""
        choose = partial(self.agent.suggest, rooms)
        return self._choose("suggest", choose, self._naming(rooms), None)

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Choose a card to show."""
        choose = partial(self.agent.show, asker, guess, cards)
        return self._choose("show", choose, cards.__contains__, cards[0])

    def accuse(self) -> ClueGuess | None:
        """Choose whether to accuse, and which cards."""
        is_legal = self._naming(self.table.edition.of(Category.ROOM))
        return self._choose("accuse", self.agent.accuse, is_legal, None)

    def _naming(self, rooms: Sequence[ClueCard]) -> Callable[[ClueGuess | None], bool]:
        edition = self.table.edition
        return lambda guess: (
            guess_fault(edition, guess) is None and (guess is None or guess.room in rooms)
        )

    def _set_limit(self, seconds: float) -> None:
        if isinstance(self.agent, OutsideAgent):
            self.agent.time_limit = seconds

    def _call(self, call: Callable[[], _T], default: _T, limit: float | None = None) -> _T:
        """Return what a call returns; the default if it fails or the agent is out."""
        if self._out:
            return default
        limit = max(self._for_choice, _LONGEST_CALL) if limit is None else limit
        try:
            with _alarm(inf if isinstance(self.agent, OutsideAgent) else limit):
                return call()
        except (Exception, SystemExit) as error:  # noqa: BLE001 -- the agent's fault
            self._blame(error)
            return default

    def _choose(
        self, method: str, ask: Callable[[], _T], is_legal: Callable[[_T], bool], default: _T
    ) -> _T:
        """Return the agent's choice if it is legal and in time, else the default."""
        if self._out:
            return default

        def choose() -> _T:
            choice = ask()
            if not is_legal(choice):
                raise IllegalActError(f"it cannot {method} {choice}")
            return choice

        limit = min(self._for_choice, self._for_game - self.conduct.seconds)
        self._set_limit(limit)
        started = monotonic()
        choice = self._call(choose, default, limit)
        seconds = monotonic() - started
        self.conduct = Conduct.of((self.conduct, Conduct(1, seconds)))
        if seconds > limit and not self._out:
            self._blame(TimeoutError(f"a choice took {seconds:.3g} seconds of {limit:.3g}"))
            return default
        return choice

    def _blame(self, error: BaseException) -> None:
        kinds = {TimeoutError: FaultKind.LATE, IllegalActError: FaultKind.ILLEGAL}
        kind = next((kinds[each] for each in kinds if isinstance(error, each)), FaultKind.CRASH)
        self._out = kind is not FaultKind.ILLEGAL
        words, faults = fault_of(error), self.conduct.faults
        if len(faults) >= _MAX_FAULTS and (kind, words) not in {(f.kind, f.words) for f in faults}:
            words = "and more"
        self.conduct = Conduct.of((self.conduct, Conduct(faults=(Fault(kind, words),))))


@contextmanager
def _alarm(seconds: float) -> Generator[None, None, None]:
    """Raise `TimeoutError` in the block after some seconds, where the system has signals."""
    if seconds == inf or sys.platform == "win32" or current_thread() is not main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"it took more than {seconds:.3g} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
