"""The protocol of agents, and a base class with defaults."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol, runtime_checkable

from cluetree.board import Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import ClueError, InvalidTableError
from cluetree.events import Event
from cluetree.play.pawns import Pawns
from cluetree.table import CluePlayer, Table

_MAX_WORDS: Final = 400
"""Characters kept of what an agent raised."""


class Agent(Protocol):
    """Plays one seat of one game at a time.

    It receives the events that its seat may know, and is asked when its seat has a choice. All
    chance in its choices comes from the `rng` that it is given, so that games are repeatable.
    """

    def begin(self, table: Table, rng: Random) -> None:
        """Start a new game and forget the last one.

        Args:
            table: The set-up as this seat sees it: `table.me` is this seat with its hand.
            rng: This seat's own source of chance for the game.
        """
        ...

    def observe(self, event: Event) -> None:
        """Take in an event that this seat may know, its own acts included.

        A shown card is given only if this seat saw it: its own show, or one shown to it.
        After a failed accusation, this seat alone receives the cards of the envelope.
        """
        ...

    def move(self, options: Sequence[Place]) -> Place:
        """Choose where to go, on a board: a room, or a square of the corridor.

        The room where the pawn stands is among the options if it may stay there.
        """
        ...

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Suggest, naming one of these rooms; `None` is to suggest nothing."""
        ...

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Choose which card to show: one of `cards`, which this seat holds and was asked for."""
        ...

    def accuse(self) -> ClueGuess | None:
        """Accuse, once in a game; `None` is not to accuse now."""
        ...


@runtime_checkable
class Watcher(Protocol):
    """An agent that receives the places of the pawns."""

    def watch(self, pawns: Pawns) -> None:
        """Take in where all pawns stand: after `begin`, and whenever one has moved."""
        ...


def fault_of(error: BaseException) -> str:
    """Return what an agent's code raised, in words."""
    words = str(error) if isinstance(error, ClueError | TimeoutError) else repr(error)
    return words[:_MAX_WORDS]


class BaseAgent:
    """An agent with a default for everything but the suggestions.

    It keeps the table and the source of chance, observes nothing, goes anywhere, shows any
    card, and never accuses. Each method may be overridden.
    """

    table: Table
    """The set-up as this seat sees it."""
    rng: Random
    """This seat's own source of chance."""

    @property
    def me(self) -> CluePlayer:
        """This seat, with its hand."""
        me = self.table.me
        if me is None:
            raise InvalidTableError("an onlooker's table has no seat to play")
        return me

    def begin(self, table: Table, rng: Random) -> None:
        """Keep the table and the source of chance."""
        self.table, self.rng = table, rng

    def observe(self, event: Event) -> None:
        """Ignore the event."""

    def move(self, options: Sequence[Place]) -> Place:
        """Go anywhere, each place equally likely."""
        return self.rng.choice(options)

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:  # noqa: ARG002 -- a default
        """Suggest nothing."""
        return None

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:  # noqa: ARG002
        """Show any card, each equally likely."""
        return self.rng.choice(cards)

    def accuse(self) -> ClueGuess | None:
        """Never accuse."""
        return None


@dataclass(frozen=True, slots=True)
class Gamble:
    """An accusation that its player cannot prove."""

    guess: ClueGuess
    chance: float
    """The chance, from 0 to 1, that the player gives it."""
