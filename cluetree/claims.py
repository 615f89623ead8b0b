"""Claims about places and cards, the input of all deduction.

The union `Claim` is closed. Each `match` on it ends in `assert_never`, so that the type checker
reports every place to change when a kind is added.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from more_itertools import unique_everseen

from cluetree.cards import ClueCard, ClueGuess


@dataclass(frozen=True, slots=True)
class Fact:
    """The claim that a player (or the envelope) holds or lacks a card."""

    player: str
    card: ClueCard
    holds: bool

    def __post_init__(self) -> None:
        """Raise `TypeError` if the card is a name, or another field has a wrong type."""
        if not _is_fact(self.player, self.card, self.holds):
            given = f"{self.player!r}, {self.card!r}, {self.holds!r}"
            raise TypeError(f"a fact must be a player's name, a card and a bool, got {given}")

    @property
    def opposite(self) -> "Fact":
        """The negation of this fact."""
        return Fact(self.player, self.card, not self.holds)

    def __str__(self) -> str:
        return f"{self.player} {'holds' if self.holds else 'lacks'} {self.card}"


def _is_fact(player: object, card: object, holds: object) -> bool:
    # A name in place of a card would be a fact that is never true.
    return isinstance(player, str) and isinstance(card, ClueCard) and isinstance(holds, bool)


@dataclass(frozen=True, slots=True)
class OneOf:
    """The claim that at least one of some positive facts is true.

    Without options it is false, because no player can have shown a card.
    """

    options: tuple[Fact, ...]

    @classmethod
    def among(cls, players: Iterable[str], cards: Iterable[ClueCard]) -> "OneOf":
        """Return the claim that one of these players has one of these cards."""
        cards = tuple(cards)
        return cls(tuple([Fact(name, card, holds=True) for name in players for card in cards]))

    @property
    def players(self) -> tuple[str, ...]:
        """The distinct places, possibly with the envelope, that may have one of the cards."""
        return tuple(unique_everseen(fact.player for fact in self.options))

    @property
    def player(self) -> str | None:
        """The one player (or "envelope") of all options; `None` if there are several."""
        players = self.players
        return players[0] if len(players) == 1 else None

    @property
    def cards(self) -> tuple[ClueCard, ...]:
        """The distinct cards that may be held."""
        return tuple(unique_everseen(fact.card for fact in self.options))

    def __str__(self) -> str:
        return f"{self.player or 'somebody'} holds {' or '.join(map(str, self.cards))}"


@dataclass(frozen=True, slots=True)
class NotTriple:
    """The claim that the envelope is not these three cards; two of them may be in it."""

    guess: ClueGuess

    def __str__(self) -> str:
        return f"the envelope is not {self.guess}"


Claim: TypeAlias = Fact | OneOf | NotTriple
"""One claim of an event."""
