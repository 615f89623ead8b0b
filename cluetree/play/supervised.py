"""Supervision: a game goes on whatever an agent does, and its faults are counted."""

import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import inf
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Final, TypeVar

from cluetree.errors import IllegalActError, InvalidLimitError
from cluetree.play.agent import Agent, Gamble, fault_of
from cluetree.play.game import Seat
from cluetree.play.outside import OutsideAgent
from cluetree.play.referee import legal_acts
from cluetree.play.state import Act, GameState

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


class Supervised(Seat):
    """Plays on with defaults where an agent is at fault, and keeps a record of its conduct.

    An illegal choice is replaced by the first legal one: no suggestion, no accusation, the first
    card that can be shown (suspect, weapon, room) and the first place in reach. An `OutsideAgent`
    gives its program the time that is left. Another agent gets a `TimeoutError` at the limit; in
    other threads than the main one, and on Windows, it is found late when it returns. This is no
    protection against code that catches the error, loops outside of Python or ends its process.
    """

    conduct: Conduct = Conduct()
    """How the agent has behaved."""
    _is_out = False

    def __init__(self, agent: Agent, limits: TimeLimits = TimeLimits()):
        super().__init__(agent)
        own = agent.time_limit if isinstance(agent, OutsideAgent) else inf
        self._for_choice: Final = own if limits.choice is None else limits.choice
        self._for_game: Final = inf if limits.game is None else limits.game
        self._set_limit(min(self._for_choice, self._for_game))

    @property
    def gambled(self) -> Gamble | None:
        """The accusation that the agent declared to be a gamble, if any."""
        gambled: object = getattr(self.agent, "gambled", None)
        return gambled if isinstance(gambled, Gamble) else None

    def tell(self, call: Callable[[], object]) -> None:
        """Call a method that chooses nothing, unless the agent is out."""
        self._try(call, max(self._for_choice, _LONGEST_CALL))

    def choose(self, state: GameState) -> Act:
        """Return the agent's choice if it is legal and in time, else the default."""
        if self._is_out:
            return next(legal_acts(state))
        limit = min(self._for_choice, self._for_game - self.conduct.seconds)
        self._set_limit(limit)
        started = monotonic()
        act = self._try(partial(super().choose, state), limit)
        seconds = monotonic() - started
        self.conduct = Conduct.of((self.conduct, Conduct(1, seconds)))
        if act is not None and seconds > limit:
            self._blame(TimeoutError(f"a choice took {seconds:.3g} seconds of {limit:.3g}"))
            act = None
        return next(legal_acts(state)) if act is None else act

    def _set_limit(self, seconds: float) -> None:
        if isinstance(self.agent, OutsideAgent):
            self.agent.time_limit = seconds

    def _try(self, call: Callable[[], _T], limit: float) -> _T | None:
        """Return what a call returns; nothing if it fails or the agent is out."""
        if self._is_out:
            return None
        try:
            with _alarm(inf if isinstance(self.agent, OutsideAgent) else limit):
                return call()
        except (Exception, SystemExit) as error:  # noqa: BLE001 -- the agent's fault
            self._blame(error)
            return None

    def _blame(self, error: BaseException) -> None:
        kinds = {TimeoutError: FaultKind.LATE, IllegalActError: FaultKind.ILLEGAL}
        kind = next((kinds[each] for each in kinds if isinstance(error, each)), FaultKind.CRASH)
        self._is_out = kind is not FaultKind.ILLEGAL
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
