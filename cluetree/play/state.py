"""One moment of a game, the acts of players, and the messages to them; all frozen."""

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
    """The kind of act that is next."""

    ROLL = "roll"
    MOVE = "move"
    SUGGEST = "suggest"
    SHOW = "show"
    ACCUSE = "accuse"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of two dice, on a board: drawn outside of the state machine, not chosen."""

    phase: ClassVar[Phase] = Phase.ROLL
    by: str
    total: int


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the own pawn, on a board; staying is a move to where it stands."""

    phase: ClassVar[Phase] = Phase.MOVE
    by: str
    to: Place


@dataclass(frozen=True, slots=True)
class Suggest:
    """A suggestion; `None` is to suggest nothing this turn."""

    phase: ClassVar[Phase] = Phase.SUGGEST
    by: str
    guess: ClueGuess | None


@dataclass(frozen=True, slots=True)
class ShowCard:
    """A card shown to the player who suggested."""

    phase: ClassVar[Phase] = Phase.SHOW
    by: str
    card: ClueCard


@dataclass(frozen=True, slots=True)
class Accuse:
    """An accusation; `None` is not to accuse this turn."""

    phase: ClassVar[Phase] = Phase.ACCUSE
    by: str
    guess: ClueGuess | None


Act: TypeAlias = Roll | Move | Suggest | ShowCard | Accuse
"""An act of a player. A pass is not one: a player without a card to show has no choice."""


@dataclass(frozen=True, slots=True)
class Message:
    """An event as some of the players see it."""

    to: tuple[str, ...]
    event: Event


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two acts; seats are given by index.

    Only `referee.start` and `referee.apply` make one.
    """

    dealt: Dealt
    phase: Phase
    turn: int
    """The number of the turn, from 1; once the game is over, of the last one."""
    seat: int
    """The current player."""
    waiting: tuple[int, ...]
    """The players who have to act in this phase, in order; empty once the game is over."""
    eliminated: frozenset[int] = frozenset()
    """The players who accused wrongly: they still answer, but have no turns."""
    asked: Suggestion | None = None
    """The current suggestion with the cards shown so far, until all have answered."""
    suggestions: int = 0
    """The number of suggestions made in the game."""
    winner: int | None = None
    pawns: Pawns | None = None
    """Where the pawns stand, on a board."""
    rolled: int | None = None
    """The roll, until the move is made."""
    options: tuple[Place, ...] = ()
    """The places to which the roll allows to go."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.dealt.rules

    @property
    def actor(self) -> str | None:
        """The name of the player who has to act; `None` once the game is over."""
        return self.rules.players[self.waiting[0]] if self.waiting else None
