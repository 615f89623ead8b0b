"""The true deal, a moment of a game, the acts of players and the messages to them; all frozen."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from random import Random
from typing import ClassVar, TypeAlias

from cluetree.beliefs import Deal
from cluetree.board import Place
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import InvalidTableError
from cluetree.events import Event, Suggestion
from cluetree.play.pawns import Pawns
from cluetree.play.rules import Rules
from cluetree.table import ENVELOPE, CluePlayer, Table


@dataclass(frozen=True)
class Dealt:
    """The cards of one game, all in their places, which only the referee knows.

    Raises:
        InvalidTableError: If the places do not take every card of the deck exactly once.
    """

    rules: Rules
    envelope: ClueGuess
    hands: tuple[tuple[ClueCard, ...], ...]
    """By seat, each in the order of the edition."""
    face_up: tuple[ClueCard, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", tuple(map(self._sorted, self.hands)))
        object.__setattr__(self, "face_up", self._sorted(self.face_up))
        if len(self.hands) != len(self.rules.players):
            raise InvalidTableError(
                f"hands must be {len(self.rules.players)}, one a player, got {len(self.hands)}"
            )
        lying = Counter([*self.envelope, *self.face_up])
        for hand in self.hands:
            lying.update(hand)
        for card in self.rules.edition.cards:
            if lying[card] != 1:
                raise InvalidTableError(f"{card} must be dealt once, got {lying[card]} times")

    def _sorted(self, cards: Iterable[ClueCard]) -> tuple[ClueCard, ...]:
        position = self.rules.edition.position
        for card in (cards := tuple(cards)):
            if card not in position:
                raise InvalidTableError(f"{card} is not a card of {self.rules.edition}")
        return tuple(sorted(cards, key=position.__getitem__))

    @cached_property
    def seat_of(self) -> Mapping[ClueCard, int]:
        """For each card in a hand, the index of the seat that holds it."""
        return {card: seat for seat, hand in enumerate(self.hands) for card in hand}

    @cached_property
    def deal(self) -> Deal:
        """The true deal: for each card that is not face-up a player's name, or "envelope"."""
        names = self.rules.players
        held = {card: names[seat] for card, seat in self.seat_of.items()}
        return {**held, **dict.fromkeys(self.envelope, ENVELOPE)}

    def table(self, viewpoint: str | None) -> Table:
        """Return the set-up as this player sees it; `None` for an onlooker.

        Raises:
            UnknownPlayerError: If no player has this name.
        """
        hands = zip(self.rules.players, self.hands, strict=True)
        players = tuple(CluePlayer(n, len(h), h if n == viewpoint else ()) for n, h in hands)
        return Table(self.rules.edition, players, viewpoint, self.face_up, self.rules.answering)


def shuffle(rules: Rules, rng: Random) -> Dealt:
    """Hide one card of each category, shuffle the rest and deal it out.

    Every deal is equally likely. Cards go round one by one from the first seat on, so that the
    first seats hold one more where they do not go round evenly and none lies face-up.
    """
    edition, players = rules.edition, len(rules.players)
    envelope = ClueGuess(*(rng.choice(edition.of(category)) for category in Category))
    pack = [card for card in edition.cards if card not in envelope.cards]
    rng.shuffle(pack)
    over = len(pack) % players if rules.leftover_face_up else 0
    hands = tuple(tuple(pack[over + seat :: players]) for seat in range(players))
    return Dealt(rules, envelope, hands, tuple(pack[:over]))


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
