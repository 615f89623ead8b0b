"""One moment of a game, and what can be done to it and heard of it; all frozen."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from cluetree.board import Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Event, Suggestion
from cluetree.play.dealt import Dealt
from cluetree.play.pawns import Pawns
from cluetree.play.rules import Rules


class Phase(StrEnum):
    """What has to happen next."""

    ROLL = "roll"
    MOVE = "move"
    SUGGEST = "suggest"
    SHOW = "show"
    ACCUSE = "accuse"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Roll:
    """To roll two dice, on a board. No choice, but the state machine draws no lots itself."""

    phase: ClassVar[Phase] = Phase.ROLL
    by: str
    total: int


@dataclass(frozen=True, slots=True)
class Move:
    """To move one's pawn, on a board; to stay is a move to where it stands."""

    phase: ClassVar[Phase] = Phase.MOVE
    by: str
    to: Place


@dataclass(frozen=True, slots=True)
class Suggest:
    """To suggest, or with `None` to suggest nothing this turn."""

    phase: ClassVar[Phase] = Phase.SUGGEST
    by: str
    guess: ClueGuess | None


@dataclass(frozen=True, slots=True)
class ShowCard:
    """To show the one who suggested a card."""

    phase: ClassVar[Phase] = Phase.SHOW
    by: str
    card: ClueCard


@dataclass(frozen=True, slots=True)
class Accuse:
    """To accuse, or with `None` not to accuse this turn."""

    phase: ClassVar[Phase] = Phase.ACCUSE
    by: str
    guess: ClueGuess | None


Act: TypeAlias = Roll | Move | Suggest | ShowCard | Accuse
"""What a player can do. To pass is none: who has no card to show has no choice."""


@dataclass(frozen=True, slots=True)
class Message:
    """An event as some of the seats may know it."""

    to: tuple[str, ...]
    event: Event


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two acts; seats are given by index.

    Made by `referee.start` and `referee.apply` alone.
    """

    dealt: Dealt
    phase: Phase
    turn: int
    """The number of the turn, from 1; once the game is over, how many there were."""
    seat: int
    """Whose turn it is."""
    waiting: tuple[int, ...]
    """Who has to act in this phase, in order; nobody once the game is over."""
    eliminated: frozenset[int] = frozenset()
    """Who accused wrongly: they answer still, but have no turns."""
    asked: Suggestion | None = None
    """What was suggested, with the cards shown so far, until all have answered."""
    suggestions: int = 0
    """How many suggestions were made in the game."""
    winner: int | None = None
    pawns: Pawns | None = None
    """Where the pawns stand, on a board."""
    rolled: int | None = None
    """What the dice show, until the move is made."""
    options: tuple[Place, ...] = ()
    """Where the one who rolled may go."""

    @property
    def rules(self) -> Rules:
        """What is played by."""
        return self.dealt.rules

    @property
    def actor(self) -> str | None:
        """The name of the player who has to act; `None` once the game is over."""
        return self.rules.players[self.waiting[0]] if self.waiting else None
