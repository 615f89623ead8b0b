"""Exact consequences of the evidence: facts, probabilities, counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import log, log2, sqrt
from random import Random
from textwrap import shorten
from typing import Protocol, TypeAlias

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.claims import Fact, OneOf
from cluetree.deduction import bits
from cluetree.errors import ContradictionError, InvalidLimitError, InvalidTableError
from cluetree.table import ENVELOPE, CluePlayer, Table, find_holder

Deal: TypeAlias = Mapping[ClueCard, str]
"""One full placing: for each card that does not lie face-up a player's name, or "envelope"."""


def by_place(table: Table, deal: Deal) -> dict[str, tuple[ClueCard, ...]]:
    """Return the cards of each player and of the envelope, all in the order of the table."""
    places = (*table.names, ENVELOPE.name)
    cards = table.edition.cards
    return {place: tuple(c for c in cards if deal.get(c) == place) for place in places}


def deal_at(table: Table, deal: Mapping[ClueCard, str]) -> Deal:
    """Return a deal with the names that the table uses.

    Raises:
        UnknownCardError: If a card is not of this deck.
        UnknownPlayerError: If no player has a name.
        InvalidTableError: If a card has no place, or more than one.
    """
    placed = {table.edition.card(card): table.holder(name).name for card, name in deal.items()}
    doubled = [card for card in table.face_up if card in placed]
    if doubled or len(placed) < len(deal):
        which = f"{doubled[0]} lies face-up" if doubled else "a card is named twice"
        raise InvalidTableError(f"a deal must place each card once, but {which}")
    missing = [c.name for c in table.edition.cards if c not in placed and c not in table.face_up]
    if missing:
        raise InvalidTableError(f"the deal does not say where these lie: {', '.join(missing)}")
    return placed


@dataclass(frozen=True, slots=True)
class Triple:
    """One possible envelope, and the number of deals that have it."""

    guess: ClueGuess
    deals: int


class Source(Protocol):
    """The counter behind beliefs, for results that are computed on demand."""

    def triples(self) -> tuple[Triple, ...]:
        """List every possible envelope, likeliest first, then in the edition's order."""
        ...

    def draw(self, count: int, rng: Random) -> Sequence[Sequence[int]]:
        """Draw deals that fit, as `Beliefs.sample_hands` has them."""
        ...

    def one_of(self, most: int) -> tuple[tuple[OneOf, ...], bool]:
        """Find the minimal sets of at most `most` open cards of which a player holds one.

        The second part says whether these are all, or those found before a limit was met.
        """
        ...


@dataclass(frozen=True)
class Beliefs:
    """All that one player can know, if every deal that fits is equally likely.

    Every number is exact, however large: counts are ints, chances are fractions. Cards are given
    as cards or by name, places as names of players or "envelope". If no deal fits, `deals` is 0,
    there are no facts, and a chance raises `ContradictionError`.

    If counting met its limit, `draws` is not `None` and the numbers are estimates from deals drawn
    at random. Facts are still certain, but some that follow may be missing, as may be sets of
    `one_of` and triples that no draw had.
    """

    edition: Edition
    players: tuple[CluePlayer, ...]
    face_up: frozenset[ClueCard]
    deals: int
    """The number of deals that fit."""
    counts: Mapping[str, Sequence[int]] = field(repr=False)
    """For each place, for each card of the edition, the number of deals that have it there."""
    _source: Source = field(repr=False, compare=False)
    draws: int | None = None
    """The effective number of uniform draws behind the estimates; `None` if numbers are exact."""

    @property
    def exact(self) -> bool:
        """Whether every number is exact and every fact that follows is known."""
        return self.draws is None

    def count(self, card: ClueCard | str, holder: str) -> int:
        """Return the number of deals in which the card lies there.

        Raises:
            UnknownCardError: If no card of the edition has the name.
            UnknownPlayerError: If no player has the name.
        """
        return self.counts[self._place(holder)][self.edition.position[self.edition.card(card)]]

    def _place(self, holder: str) -> str:
        return holder if holder in self.counts else find_holder(self.players, holder).name

    def chance(self, card: ClueCard | str, holder: str) -> Fraction:
        """Return the chance, from 0 to 1, that a card lies with a player or in the envelope.

        Raises:
            ContradictionError: If no deal fits.
            UnknownCardError: If no card of the edition has the name.
            UnknownPlayerError: If no player has the name.
        """
        count = self.count(card, holder)
        if not self.deals:
            raise ContradictionError("no deal fits, so there are no chances")
        return Fraction(count, self.deals)

    def hand(self, holder: str) -> tuple[ClueCard, ...]:
        """Return the cards that a player (or "envelope") holds in every deal, by the edition.

        Raises:
            UnknownPlayerError: If no player has the name.
        """
        place = self._place(holder)
        return tuple(card for where, card in self.holds if where == place)

    def error(self, card: ClueCard | str, holder: str) -> float:
        """Return the standard error of a chance: 0 if it is exact or certain.

        One draw of each kind is added (Laplace's rule), so that a place that no draw had does
        not look impossible.

        Raises:
            ContradictionError: If no deal fits.
            UnknownCardError: If no card of the edition has the name.
            UnknownPlayerError: If no player has the name.
        """
        share = self.chance(card, holder)
        if self.draws is None or share in {0, 1}:
            return 0.0
        smooth = (float(share) * self.draws + 1) / (self.draws + 2)
        return sqrt(smooth * (1 - smooth) / self.draws)

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """Every fact about a place and a card that is true in every deal, and no other."""
        return frozenset(
            Fact(place, card, holds)
            for holds, pairs in ((True, self.holds), (False, self.lacks))
            for place, card in pairs
        )

    @cached_property
    def holds(self) -> tuple[tuple[str, ClueCard], ...]:
        """Every place and card that is there in every deal, by seat and by the edition."""
        return self._pairs(self.deals)

    @cached_property
    def lacks(self) -> tuple[tuple[str, ClueCard], ...]:
        """Every place and card that is there in no deal, by seat and by the edition."""
        return self._pairs(0)

    def _pairs(self, wanted: int) -> tuple[tuple[str, ClueCard], ...]:
        if not self.deals:
            return ()
        return tuple(
            (place, card)
            for place, counts in self.counts.items()
            for card, count in zip(self.edition.cards, counts, strict=True)
            if count == wanted
        )

    @cached_property
    def triples(self) -> tuple[Triple, ...]:
        """Every possible envelope, likeliest first, then in the edition's order."""
        return self._source.triples()

    @property
    def one_of(self) -> tuple[OneOf, ...]:
        """The minimal sets of two or three open cards of which a player must hold at least one.

        None contains another, or a card that the player is known to hold. All that follow are
        there (the prime implicates of this form), unless a limit was met: see `one_of_complete`.
        """
        return self._one_of[0]

    @property
    def one_of_complete(self) -> bool:
        """Whether `one_of` has all sets that follow."""
        return self._one_of[1]

    @cached_property
    def _one_of(self) -> tuple[tuple[OneOf, ...], bool]:
        return self._source.one_of(3) if self.deals else ((), True)

    @cached_property
    def envelope(self) -> Mapping[Category, Mapping[ClueCard, Fraction]]:
        """For each category the cards that may be hidden with their chances, likeliest first.

        Raises:
            ContradictionError: If no deal fits.
        """
        return {
            category: dict(
                sorted(
                    (
                        (card, chance)
                        for card in self.edition.of(category)
                        if (chance := self.chance(card, ENVELOPE.name))
                    ),
                    key=lambda entry: -entry[1],
                )
            )
            for category in Category
        }

    @property
    def answer(self) -> ClueGuess | None:
        """The envelope, once only one triple is left."""
        hidden = [self.edition.cards[at] for at, n in enumerate(self._hidden) if n == self.deals]
        return self.edition.guess(*hidden) if self.deals and len(hidden) == len(Category) else None

    @property
    def _hidden(self) -> Sequence[int]:
        return self.counts[ENVELOPE.name]

    @cached_property
    def entropy(self) -> float:
        """The entropy of the envelope, in bits; 0 once it is known, or if no deal fits.

        An estimate is the sum over the three categories, because draws are too few to show how
        they depend on each other: an upper bound rather than a lower one.
        """
        if self.draws is not None:
            return sum(_spread(shares, self.draws) for shares in self.envelope.values())
        shares = (triple.deals / self.deals for triple in self.triples)
        return max(0.0, -sum(share * log2(share) for share in shares))

    def sample(self, n: int, *, rng: Random) -> list[Deal]:
        """Draw deals that fit, each equally likely and independent of the others.

        Raises:
            ContradictionError: If no deal fits.
            InvalidLimitError: If `n` is negative.
        """
        cards = self.edition.cards
        return [
            {
                cards[at]: name
                for name, hand in zip(self.counts, hands, strict=True)
                for at in bits(hand)
            }
            for hands in self.sample_hands(n, rng=rng)
        ]

    def sample_hands(self, n: int, *, rng: Random) -> Sequence[Sequence[int]]:
        """Draw as `sample` does, and return for each deal the cards at each place as a set of bits.

        Places are ordered as `counts` is, the envelope last; bit `i` is `edition.cards[i]`.

        Raises:
            ContradictionError: If no deal fits.
            InvalidLimitError: If `n` is negative.
        """
        if n < 0:
            raise InvalidLimitError(f"the number of deals must be 0 or more, got {n}")
        if not self.deals:
            raise ContradictionError("no deal fits, so none can be drawn")
        return self._source.draw(n, rng)

    def __repr__(self) -> str:
        envelope = self.answer if self.answer is not None else "not known"
        seats = ", ".join(player.name for player in self.players)
        text = f"<Beliefs about {seats}: {self.deals} deals, envelope {envelope}>"
        return shorten(text, 200, placeholder=" ...>")


def _spread(shares: Mapping[ClueCard, Fraction], draws: int) -> float:
    """Estimate an entropy from draws, corrected for their small number (Miller and Madow)."""
    seen = -sum(float(share) * log2(share) for share in shares.values())
    return min(seen + (len(shares) - 1) / (2 * draws * log(2)), log2(len(shares)))
