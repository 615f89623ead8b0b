"""From evidence to beliefs: reduce, count, and put the numbers back in terms of the table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from more_itertools import repeatfunc

from cluetree.beliefs import Beliefs, Deal, Triple
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import OneOf
from cluetree.deduction import bits
from cluetree.evidence import Evidence
from cluetree.exact._count import tally
from cluetree.exact._problem import Reduction, reduce
from cluetree.exact._sample import Sampler
from cluetree.exact._tally import Label, Tally
from cluetree.exact.limit import Limit, Meter

_TRIALS = 256
"""Deals drawn to refute sets that look as if one of their cards had to be there."""


def count(evidence: Evidence, *, limit: Limit | None = None) -> Beliefs:
    """Count every deal that fits the evidence.

    Exact under any hand sizes, known or not, for any deck and any number of players. Answers of
    the last few problems are remembered; a limit never changes an answer.

    Raises:
        LimitReached: If `limit` is given and reached first.
    """
    reduction = reduce(evidence)
    if reduction is None:
        return _beliefs(evidence, None, None, limit)
    return _beliefs(evidence, reduction, tally(reduction.problem, limit), limit)


def is_possible(evidence: Evidence) -> bool:
    """Say whether any deal fits the evidence."""
    reduction = reduce(evidence)
    return reduction is not None and tally(reduction.problem).deals > 0


def _beliefs(
    evidence: Evidence, reduction: Reduction | None, counted: Tally | None, limit: Limit | None
) -> Beliefs:
    size = len(evidence.edition.cards)
    rows = [[0] * size for _ in evidence.places]
    deals = counted.deals if counted is not None else 0
    if reduction is not None and counted is not None and deals:
        for row, held in zip(rows, reduction.held, strict=True):
            for card in bits(held):
                row[card] = deals
        for card, where in zip(reduction.cards, counted.where, strict=True):
            for place, number in zip(reduction.places, where, strict=True):
                rows[place][card] = number
    return Beliefs(
        edition=evidence.edition,
        players=evidence.players,
        face_up=evidence.face_up,
        deals=deals,
        counts={name: tuple(row) for name, row in zip(evidence.places, rows, strict=True)},
        _source=_Counted(evidence, reduction, counted, limit),
    )


def _triples(evidence: Evidence, reduction: Reduction, counted: Tally) -> list[Triple]:
    cards = evidence.edition.cards
    settled = {cards[at].category: cards[at] for at in bits(reduction.held[-1])}
    found = [
        Triple(ClueGuess(*_name(label, settled, [cards[at] for at in reduction.cards])), deals)
        for label, deals in counted.triples.items()
    ]
    position = evidence.edition.position
    return sorted(found, key=lambda t: (-t.deals, *(position[card] for card in t.guess)))


def _name(
    label: Label, settled: Mapping[Category, ClueCard], opened: Sequence[ClueCard]
) -> Iterator[ClueCard]:
    for category, number in zip(Category, label, strict=True):
        yield settled[category] if number is None else opened[number]


class _Counted:
    """What is counted only when somebody asks: samples, and derived "one of"s."""

    def __init__(
        self,
        evidence: Evidence,
        reduction: Reduction | None,
        counted: Tally | None,
        limit: Limit | None,
    ):
        self._evidence = evidence
        self._reduction = reduction
        self._counted = counted
        self._limit = limit
        self._sampler: Sampler | None = None

    def triples(self) -> tuple[Triple, ...]:
        """List every possible envelope, likeliest first."""
        if self._reduction is None or self._counted is None:
            return ()
        return tuple(_triples(self._evidence, self._reduction, self._counted))

    def draw(self, count: int, rng: Random) -> list[Deal]:
        """Draw deals that fit, uniformly."""
        names = tuple(self._evidence.places)
        cards = self._evidence.edition.cards
        return [
            {cards[at]: names[place] for place, hand in enumerate(hands) for at in bits(hand)}
            for hands in self._hands(count, rng)
        ]

    def _hands(self, count: int, rng: Random) -> list[list[int]]:
        """Draw deals as the set of cards at each place."""
        reduction = self._reduction
        if reduction is None:
            return []
        if self._sampler is None:
            self._sampler = Sampler(reduction.problem, Meter(self._limit))
        return list(repeatfunc(self._hand, count, reduction, self._sampler, rng))

    @staticmethod
    def _hand(reduction: Reduction, sampler: Sampler, rng: Random) -> list[int]:
        hands = list(reduction.held)
        for card, place in zip(reduction.cards, sampler.draw(rng), strict=True):
            hands[reduction.places[place]] |= 1 << card
        return hands

    def one_of(self, most: int) -> tuple[OneOf, ...]:
        """Find the least sets of at most so many open cards of which a player holds one.

        A set that some drawn deal misses is refuted; the others are counted, so the answer is
        exact and does not depend on the draw.
        """
        reduction, counted = self._reduction, self._counted
        if reduction is None or counted is None:
            return ()
        hands = self._hands(_TRIALS, Random(0))
        return tuple(
            self._evidence.frame.one_of(((place, cards),))
            for at, place in enumerate(reduction.places[:-1])
            for cards in self._least(
                place,
                [
                    card
                    for card, where in zip(reduction.cards, counted.where, strict=True)
                    if 0 < where[at] < counted.deals
                ],
                {hand[place] for hand in hands},
                most,
            )
        )

    def _least(self, place: int, cards: list[int], trials: set[int], most: int) -> list[int]:
        """Find the least sets of these cards that every possible hand here has a card of."""
        least: list[int] = []
        for size in range(2, most + 1):
            for some in combinations(cards, size):
                chosen = sum(1 << card for card in some)
                if (
                    all(trial & chosen for trial in trials)
                    and not any(less & chosen == less for less in least)
                    and self._must(place, chosen)
                ):
                    least.append(chosen)
        return least

    def _must(self, place: int, cards: int) -> bool:
        """Say whether some of these cards is there in every deal."""
        evidence = self._evidence
        lacked = [*evidence.lacked]
        lacked[place] |= cards
        return not is_possible(replace(evidence, lacked=tuple(lacked)))
