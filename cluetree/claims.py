"""Claims about places and cards, the input of all deduction.

The union `Claim` is closed. Each `match` on it ends in `assert_never`, so that the type checker
reports every place to change when a kind is added.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from more_itertools import unique_everseen

from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.table import ENVELOPE


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
class Quota:
    """The claim that at least `least` and at most `most` of some positive facts are true.

    A show is one to all of its cards; without facts it is false, because no player can have shown
    a card. A failed accusation is none to two of the envelope's three cards.
    """

    facts: tuple[Fact, ...]
    least: int
    most: int

    @classmethod
    def show(cls, players: Iterable[str], cards: Iterable[ClueCard]) -> "Quota":
        """Return the claim that one of these players has one of these cards."""
        cards = tuple(cards)
        facts = tuple([Fact(name, card, holds=True) for name in players for card in cards])
        return cls(facts, 1, len(facts))

    @classmethod
    def failed(cls, guess: ClueGuess) -> "Quota":
        """Return the claim that the envelope is not these three cards; it may have two of them."""
        facts = tuple([Fact(ENVELOPE, card, holds=True) for card in guess])
        return cls(facts, 0, len(facts) - 1)

    @property
    def players(self) -> tuple[str, ...]:
        """The distinct places, possibly with the envelope, that may have one of the cards."""
        return tuple(unique_everseen(fact.player for fact in self.facts))

    @property
    def player(self) -> str | None:
        """The one player (or "envelope") of all facts; `None` if there are several."""
        players = self.players
        return players[0] if len(players) == 1 else None

    @property
    def cards(self) -> tuple[ClueCard, ...]:
        """The distinct cards that may be held."""
        return tuple(unique_everseen(fact.card for fact in self.facts))

    @property
    def is_show(self) -> bool:
        """Whether it says only that at least one of the facts is true."""
        return self.least == 1 and not self.is_bounded

    @property
    def is_bounded(self) -> bool:
        """Whether not all of the facts can be true."""
        return self.most < len(self.facts)

    @property
    def card_of_one(self) -> ClueCard | None:
        """The card, if the claim is that exactly one of several places has it."""
        is_of_one = len(self.cards) == self.least == self.most and self.player is None
        return self.cards[0] if is_of_one else None

    @property
    def accusation(self) -> ClueGuess | None:
        """The accusation, if the claim is that it failed."""
        if self.least or self.most != len(self.facts) - 1 or self.player != ENVELOPE:
            return None
        cards = sorted(self.cards, key=lambda card: [*Category].index(card.category))
        return ClueGuess(*cards) if [card.category for card in cards] == [*Category] else None

    def __str__(self) -> str:
        holder = " or ".join(self.players)
        if self.is_show:
            return f"{holder} holds {' or '.join(map(str, self.cards))}"
        if self.accusation is not None:
            return f"the {holder} is not {self.accusation}"
        if self.card_of_one is not None:
            return f"{holder} holds {self.card_of_one}"
        number = words_of(self.least, self.most, len(self.facts))
        return f"{holder} holds {number} of {', '.join(map(str, self.cards))}"


def words_of(least: int, most: int, size: int) -> str:
    """Return a number from `least` to `most` of some things: "exactly 2", "at most 1", "1 to 3"."""
    return NUMBERS[number_kind(least, most, size)].format(least=least, most=most)


NUMBERS: Final = {
    "any": "one",
    "exactly": "exactly {least}",
    "most": "at most {most}",
    "least": "at least {least}",
    "between": "{least} to {most}",
}
"""The English words for a number of some things, by its kind; "one" is at least one."""


def number_kind(least: int, most: int, size: int) -> str:
    """Return the kind of a number from `least` to `most` of some things."""
    if (least, most) == (1, size):
        return "any"
    if least == most:
        return "exactly"
    if not least:
        return "most"
    return "between" if most < size else "least"


Claim: TypeAlias = Fact | Quota
"""One claim of an event."""
