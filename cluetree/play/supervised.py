"""A game goes on whatever an agent does: what it does wrong costs it a choice, and is counted."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from random import Random
from time import monotonic
from typing import Final, Protocol, TypeVar, runtime_checkable

from cluetree.board import Place
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import ClueError, IllegalActError, InvalidLimitError
from cluetree.events import Event
from cluetree.play.agent import Agent, FromBegin, Watcher
from cluetree.play.conduct import Conduct, Fault, FaultKind
from cluetree.play.legality import guess_fault
from cluetree.play.pawns import Pawns
from cluetree.table import Table

_T = TypeVar("_T")
_MOST_WORDS: Final = 20
"""Faults of a game that are told apart by their words."""
_MOST_TOLD: Final = 200
"""Characters of a fault's words that are kept."""


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """How many seconds an agent may take; what is `None` is not limited.

    Raises:
        InvalidLimitError: If a limit is not above 0.
    """

    choice: float | None = None
    """For each choice; a program has 5 seconds if nothing is said."""
    game: float | None = None
    """For all choices of a game together."""

    def __post_init__(self) -> None:
        for seconds in (self.choice, self.game):
            if seconds is not None and not seconds > 0:
                raise InvalidLimitError(f"a time limit is seconds above 0, not {seconds}")


@runtime_checkable
class Timed(Protocol):
    """What an agent has besides if it can stop a choice that takes too long."""

    time_limit: float
    """Seconds for a choice."""


class Supervised:
    """Plays a seat by another agent's choices, as far as they come in time and can be played.

    Where there is none, the seat suggests nothing, shows the first card it may (suspect, weapon,
    room), accuses nobody, and goes to the first place it can. An agent that is `Timed`, as a
    program is, is stopped at its limit; any other is found late when it comes back.

    Args:
        agent: Who plays.
        limits: How long it may take.
    """

    table = FromBegin[Table]()
    """The set-up as this seat sees it."""

    def __init__(self, agent: Agent, limits: TimeLimits | None = None):
        self.agent: Final = agent
        limits = limits or TimeLimits()
        own = agent.time_limit if isinstance(agent, Timed) else inf
        self._for_choice: Final = own if limits.choice is None else limits.choice
        self._for_game: Final = inf if limits.game is None else limits.game
        self._out = False
        self._choices = 0
        self._seconds = 0.0
        self._faults = Counter[tuple[FaultKind, str]]()

    @property
    def conduct(self) -> Conduct:
        """How the agent behaved in its last game so far."""
        faults = (Fault(*what, count) for what, count in self._faults.most_common())
        return Conduct(self._choices, self._seconds, tuple(faults))

    # What an agent does

    def begin(self, table: Table, rng: Random) -> None:
        """Start a new game, and a new count."""
        self.table = table
        self._out, self._choices, self._seconds = False, 0, 0.0
        self._faults.clear()
        if isinstance(self.agent, Timed):
            self.agent.time_limit = min(self._for_choice, self._for_game)
        self._tell(lambda: self.agent.begin(table, rng))

    def observe(self, event: Event) -> None:
        """Hand on what happened."""
        self._tell(lambda: self.agent.observe(event))

    def watch(self, pawns: Pawns) -> None:
        """Hand on where the pawns stand, if the agent wants to know."""
        if isinstance(self.agent, Watcher):
            watcher = self.agent
            self._tell(lambda: watcher.watch(pawns))

    def move(self, options: Sequence[Place]) -> Place:
        """Choose where to go."""
        ask = partial(self.agent.move, options)
        return self._choose("move", ask, options.__contains__, options[0])

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Choose what to suggest."""
        ask = partial(self.agent.suggest, rooms)
        return self._choose("suggest", ask, lambda guess: self._fits(guess, rooms), None)

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Choose which card to show."""
        ask = partial(self.agent.show, asker, guess, cards)
        return self._choose("show", ask, cards.__contains__, cards[0])

    def accuse(self) -> ClueGuess | None:
        """Choose whether to accuse, and whom."""
        rooms = self.table.edition.of(Category.ROOM)
        return self._choose("accuse", self.agent.accuse, lambda g: self._fits(g, rooms), None)

    # How it is asked

    def _fits(self, guess: ClueGuess | None, rooms: Sequence[ClueCard]) -> bool:
        is_sound = guess_fault(self.table.edition, guess) is None
        return is_sound and (guess is None or guess.room in rooms)

    def _tell(self, tell: Callable[[], None]) -> None:
        if self._out:
            return
        try:
            tell()
        except Exception as error:  # noqa: BLE001 -- whatever an agent raises is its fault
            self._blame(error)

    def _choose(
        self, method: str, ask: Callable[[], _T], fits: Callable[[_T], bool], otherwise: _T
    ) -> _T:
        """Let the agent choose, within its time; or choose otherwise."""
        if self._out:
            return otherwise
        self._choices += 1
        limit = min(self._for_choice, self._for_game - self._seconds)
        if isinstance(self.agent, Timed):
            self.agent.time_limit = limit
        started = monotonic()
        try:
            choice = ask()
        except Exception as error:  # noqa: BLE001 -- whatever an agent raises is its fault
            self._blame(error)
            return otherwise
        finally:
            took = monotonic() - started
            self._seconds += took
        if took > limit:
            self._blame(TimeoutError(f"{took:.3g} seconds for a choice, of {limit:.3g}"))
        elif not fits(choice):
            self._blame(IllegalActError(f"it cannot {method} {choice}"))
        else:
            return choice
        return otherwise

    def _blame(self, error: Exception) -> None:
        kind = FaultKind.CRASH
        if isinstance(error, TimeoutError):
            kind = FaultKind.LATE
        elif isinstance(error, IllegalActError):
            kind = FaultKind.ILLEGAL
        self._out = kind is not FaultKind.ILLEGAL
        words = str(error) if isinstance(error, ClueError | TimeoutError) else repr(error)
        fault = kind, words[:_MOST_TOLD]
        if fault not in self._faults and len(self._faults) >= _MOST_WORDS:
            fault = kind, "and more"
        self._faults[fault] += 1
