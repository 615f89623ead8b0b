"""Exact consequences of the evidence: facts, probabilities, counts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import log2
from random import Random
from textwrap import shorten
from typing import Protocol, TypeAlias

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.claims import Claim, Fact
from cluetree.errors import ContradictionError
from cluetree.evidence import bits
from cluetree.limit import MOST_DRAWS, Bound, limited, verify_limit
from cluetree.table import ENVELOPE, CluePlayer, HandNames, Table

Deal: TypeAlias = Mapping[ClueCard, str]
"""A complete deal: the holder of each card that is not face-up, a player's name or "envelope"."""

Hidden: TypeAlias = tuple[int, int, int]
"""The suspect, weapon and room of an envelope, each by its place in the edition."""


def entropy(numbers: Collection[int]) -> float:
    """Return the entropy in bits of what has these numbers of deals; 0 if there are none."""
    deals = sum(numbers)
    shares = (number / deals for number in sorted(numbers, reverse=True))
    return max(0.0, -sum(share * log2(share) for share in shares))


def by_place(table: Table, deal: Deal) -> dict[str, tuple[ClueCard, ...]]:
    """Return the cards of each hand and of the envelope, in the table's order."""
    cards = table.edition.cards
    return {place: tuple(c for c in cards if deal.get(c) == place) for place in table.places}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and the standard error of its sample; the error is 0 if it is exact.

    >>> print(Estimate(0.4117, 0.0312))
    0.41 ± 0.03
    >>> print(Estimate(0.4117))
    0.41
    """

    value: float
    error: float = 0.0

    def __str__(self) -> str:
        return f"{self.value:z.2f} ± {self.error:.2f}" if self.error else f"{self.value:z.2f}"


@dataclass(frozen=True, slots=True)
class Triple:
    """A possible envelope and its number of deals."""

    guess: ClueGuess
    deals: int


class Source(Protocol):
    """The counter behind beliefs, for results that are computed on demand."""

    def envelopes(self) -> Mapping[Hidden, int]:
        """Return the possible envelopes with their numbers of deals."""
        ...

    def deals_with(self, claims: Iterable[Claim]) -> int:
        """Count the deals that fit the evidence and some claims."""
        ...

    def draw(self, count: int, rng: Random) -> Sequence[Sequence[int]]:
        """Draw deals that fit the evidence, in the form of `Beliefs.sample_hands`."""
        ...


@dataclass(frozen=True)
class Beliefs:
    """The conclusions of one player, assuming that all deals that fit are equally likely.

    All numbers are exact: counts are ints, chances are fractions. Cards are given as cards or by
    name, places as names of players or "envelope". If no deal fits, `deals` is 0, `facts` is
    empty, and a chance raises `ContradictionError`. An unknown name raises `UnknownCardError` or
    `UnknownPlayerError`.
    """

    edition: Edition
    hands: tuple[CluePlayer, ...]
    """The players in seat order, then the face-down hands."""
    face_up: frozenset[ClueCard]
    deals: int
    """The number of deals that fit."""
    counts: Mapping[str, Sequence[int]] = field(repr=False)
    """For each place and each card of the edition, the number of deals with the card there."""
    _source: Source = field(repr=False, compare=False)

    def count(self, holder: str, card: ClueCard | str) -> int:
        """Return the number of deals in which the holder has the card."""
        return self.counts[self._place(holder)][self.edition.position[self.edition.card(card)]]

    def _place(self, holder: str) -> str:
        return (
            holder if holder in (*self.counts,) else HandNames(self.hands).find_holder(holder).name
        )

    def chance(self, holder: str, card: ClueCard | str) -> Fraction:
        """Return the probability that a player or the envelope has a card."""
        return self._share(self.count(holder, card))

    def chance_of(self, *claims: Claim, limit: Bound = None) -> Fraction:
        """Return the probability that all of some claims are true.

        Exact for any facts and quotas: the deals in which they are true are counted on demand,
        in about half the time of `cluetree.exact.count`.

        Raises:
            LimitReached: If `limit` is given and reached first.
        """
        with limited(limit):
            return self._share(self._source.deals_with(claims))

    def _share(self, deals: int) -> Fraction:
        if not self.deals:
            raise ContradictionError("no deal fits, so chances are undefined")
        return Fraction(deals, self.deals)

    def hand(self, holder: str) -> tuple[ClueCard, ...]:
        """Return the cards that a player (or "envelope") holds in every deal, in edition order."""
        place = self._place(holder)
        return tuple(card for where, card in self.holds if where == place)

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """All facts about a place and a card that are true in every deal."""
        return self._facts(self.certain_sets)

    def facts_since(self, before: "Beliefs") -> frozenset[Fact]:
        """Return the facts that are new since earlier beliefs of the same table."""
        sides = zip(self.certain_sets, before.certain_sets, strict=True)
        return self._facts([[n & ~o for n, o in zip(*side, strict=True)] for side in sides])

    def _facts(self, sets: Sequence[Sequence[int]]) -> frozenset[Fact]:
        sides = zip((True, False), map(self._pairs, sets), strict=True)
        return frozenset(Fact(*pair, holds) for holds, pairs in sides for pair in pairs)

    @cached_property
    def certain_sets(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For each place the cards that it has in every deal and in none, as in `sample_hands`."""
        bit = [1 << at for at in range(len(self.edition.cards))] if self.deals else []
        held, lacked = (
            tuple(sum(compress(bit, map(wanted.__eq__, row))) for row in self.counts.values())
            for wanted in (self.deals, 0)
        )
        return held, lacked

    @cached_property
    def holds(self) -> tuple[tuple[str, ClueCard], ...]:
        """The pairs of place and card that are in every deal, by seat, then in edition order."""
        return self._pairs(self.certain_sets[0])

    @cached_property
    def lacks(self) -> tuple[tuple[str, ClueCard], ...]:
        """The pairs of place and card that are in no deal, by seat, then in edition order."""
        return self._pairs(self.certain_sets[1])

    def _pairs(self, sets: Sequence[int]) -> tuple[tuple[str, ClueCard], ...]:
        cards = self.edition.cards
        placed = zip(self.counts, sets, strict=True)
        return tuple((place, cards[at]) for place, certain in placed for at in bits(certain))

    @cached_property
    def triples(self) -> tuple[Triple, ...]:
        """The possible envelopes, likeliest first, then in the edition's order."""
        cards = self.edition.cards
        likeliest = sorted((-deals, hidden) for hidden, deals in self._envelopes.items())
        return tuple(
            [Triple(ClueGuess(cards[s], cards[w], cards[r]), -n) for n, (s, w, r) in likeliest]
        )

    @property
    def possible(self) -> int:
        """The number of possible envelopes, the length of `triples`."""
        return len(self._envelopes)

    @cached_property
    def _envelopes(self) -> Mapping[Hidden, int]:
        return self._source.envelopes()

    @cached_property
    def envelope(self) -> Mapping[Category, Mapping[ClueCard, Fraction]]:
        """For each category, the possible hidden cards with their chances, likeliest first."""
        odds = {card: self.chance(ENVELOPE, card) for card in self.edition.cards}
        likeliest = sorted(filter(odds.get, odds), key=lambda card: -odds[card])
        return {c: {card: odds[card] for card in likeliest if card.category is c} for c in Category}

    @property
    def answer(self) -> ClueGuess | None:
        """The envelope once it is certain, otherwise `None`."""
        counts = zip(self.edition.cards, self.counts[ENVELOPE], strict=True)
        hidden = [card for card, count in counts if count == self.deals]
        return self.edition.guess(*hidden) if self.deals and len(hidden) == len(Category) else None

    @cached_property
    def entropy(self) -> float:
        """The entropy of the envelope in bits; 0 if it is known or no deal fits."""
        return entropy(self._envelopes.values())

    def sample(self, n: int, *, rng: Random) -> list[Deal]:
        """Draw deals that fit, uniformly and independently.

        Raises:
            ContradictionError: If no deal fits.
            InvalidLimitError: If `n` is negative or more than 10**9.
        """
        cards = self.edition.cards
        drawn = (zip(self.counts, hands, strict=True) for hands in self.sample_hands(n, rng=rng))
        return [{cards[at]: name for name, hand in deal for at in bits(hand)} for deal in drawn]

    def sample_hands(self, n: int, *, rng: Random) -> Sequence[Sequence[int]]:
        """Draw as `sample` does, and return the cards at each place as a bit set for each deal.

        Places are ordered as in `counts`, the envelope last; bit `i` is `edition.cards[i]`. The
        limit of the count does not apply; `Meter.applied` bounds the time.
        """
        verify_limit("the number of deals", n, most=MOST_DRAWS, whole=True)
        if not self.deals:
            raise ContradictionError("no deal fits, so none can be drawn")
        return self._source.draw(n, rng)

    def __repr__(self) -> str:
        envelope = self.answer if self.answer is not None else "not known"
        seats = ", ".join(player.name for player in self.hands)
        text = f"<Beliefs about {seats}: {self.deals} deals, envelope {envelope}>"
        return shorten(text, 200, placeholder=" ...>")
