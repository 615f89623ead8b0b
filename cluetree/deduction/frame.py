"""The numbers of cards and places, which are fixed for a game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.claims import Fact, OneOf
from cluetree.errors import InvalidInfoError, verify_is
from cluetree.table import ENVELOPE, CluePlayer, find_holder

Branch: TypeAlias = tuple[tuple[int, int], ...]
"""Distinct places in order, each with cards. At least one of the cards is at its place. Most
branches have one place; a show by an unknown player has several."""


def bits(cards: int) -> Iterator[int]:
    """Yield the positions of the set bits, lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def union(sets: Iterable[int]) -> int:
    """Return the union of some bit sets."""
    found = 0
    for each in sets:
        found |= each
    return found


@dataclass(frozen=True)
class Frame:
    """The numbers of a table's cards and places.

    Bit `i` of a set of cards is `edition.cards[i]`; the places are the players in seat order,
    then the envelope.
    """

    edition: Edition
    players: tuple[CluePlayer, ...]
    """The players in seat order, with their hand sizes if known."""

    @cached_property
    def envelope(self) -> int:
        """The envelope's place, after the last player's."""
        return len(self.players)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The number of each place: the players by seat, then "envelope"."""
        return {player.name: i for i, player in enumerate((*self.players, ENVELOPE))}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each place."""
        return tuple(self.places)

    @cached_property
    def sizes(self) -> tuple[int | None, ...]:
        """For each player, the hand size, or `None` if unknown."""
        return tuple(player.hand_size for player in self.players)

    @cached_property
    def deck(self) -> int:
        """All cards."""
        return (1 << len(self.edition.cards)) - 1

    @cached_property
    def categories(self) -> tuple[int, ...]:
        """The cards of each category."""
        return tuple(self.set_of(self.edition.of(category)) for category in Category)

    @cached_property
    def _bit(self) -> Mapping[ClueCard, int]:
        return {card: 1 << i for i, card in enumerate(self.edition.cards)}

    def place(self, name: str) -> int:
        """Return the number of a player's or the envelope's place.

        Raises:
            UnknownPlayerError: If no player has the name.
        """
        try:
            return self.places[name]
        except (KeyError, TypeError):  # not exact, or not hashable
            return self.places[find_holder(self.players, name).name]

    def bit(self, card: ClueCard | str) -> int:
        """Return the set of one card.

        Raises:
            UnknownCardError: If it is not in the deck.
        """
        bit = self._bit.get(card) if isinstance(card, ClueCard) else None
        return self._bit[self.edition.card(card)] if bit is None else bit

    def spelled(self, fact: Fact) -> Fact:
        """Return a fact with the table's names.

        Raises:
            InvalidInfoError: If it is not a fact.
            UnknownPlayerError: If no player has the name.
            UnknownCardError: If the card is not in the deck.
        """
        verify_is("a fact", fact, Fact, InvalidInfoError)
        name, card = self.names[self.place(fact.player)], self.edition.card(fact.card)
        return Fact(name, card, fact.holds)

    def set_of(self, cards: Iterable[ClueCard]) -> int:
        """Return the bit set of some cards.

        Raises:
            UnknownCardError: If a card is not in the deck.
        """
        return union(map(self.bit, cards))

    def cards(self, cards: int) -> tuple[ClueCard, ...]:
        """Return the cards of a bit set, in the edition's order."""
        deck = self.edition.cards
        return tuple(deck[at] for at in bits(cards))

    def guess(self, cards: int) -> ClueGuess:
        """Return the guess of these cards.

        Raises:
            InvalidGuessError: If they are not one of each category.
        """
        return self.edition.guess(*self.cards(cards))

    def branch(self, claim: OneOf) -> Branch:
        """Convert a `OneOf` to a branch.

        Raises:
            UnknownPlayerError: If no player has the name.
            UnknownCardError: If a card is not in the deck.
        """
        cards: dict[int, int] = {}
        for fact in claim.options:
            place = self.place(fact.player)
            cards[place] = cards.get(place, 0) | self.bit(fact.card)
        return tuple(sorted(cards.items()))

    def one_of(self, branch: Branch) -> OneOf:
        """Convert a branch to a `OneOf`."""
        return OneOf(
            tuple(
                Fact(self.names[place], card, holds=True)
                for place, cards in branch
                for card in self.cards(cards)
            )
        )
