"""Claims about places and cards: the atoms of all deduction.

The union `Claim` is closed. Every reader matches on it and ends in `assert_never`, so that the
type checker names each reader when a kind is added.
"""

from dataclasses import dataclass
from typing import TypeAlias

from more_itertools import unique_everseen

from cluetree.cards import ClueCard, ClueGuess


@dataclass(frozen=True, slots=True)
class Fact:
    """That a player (or the envelope) holds a card, or does not."""

    player: str
    card: ClueCard
    holds: bool

    @property
    def opposite(self) -> "Fact":
        """The opposite fact about the same place and card."""
        return Fact(self.player, self.card, not self.holds)

    def __str__(self) -> str:
        return f"{self.player} {'holds' if self.holds else 'lacks'} {self.card}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """That at least one of some facts is true, each of them that a place has a card.

    Without options it is false: no player is left who can have shown a card.
    """

    options: tuple[Fact, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The places that may have one of the cards, the envelope among them; each once."""
        return tuple(unique_everseen(fact.player for fact in self.options))

    @property
    def player(self) -> str | None:
        """The one player (or "envelope") of all options; `None` if there are several."""
        players = self.players
        return players[0] if len(players) == 1 else None

    @property
    def cards(self) -> frozenset[ClueCard]:
        """The cards that may be held."""
        return frozenset(fact.card for fact in self.options)

    def __str__(self) -> str:
        return f"{' or '.join(self.players)} holds {' or '.join(sorted(map(str, self.cards)))}"


@dataclass(frozen=True, slots=True)
class FaceUp:
    """That a card is face-up, so that no player holds it."""

    card: ClueCard


@dataclass(frozen=True, slots=True)
class NotTriple:
    """That three cards are not the envelope together; any two of them may be."""

    guess: ClueGuess


Claim: TypeAlias = Fact | OneOf | FaceUp | NotTriple
"""One atom of the evidence."""
