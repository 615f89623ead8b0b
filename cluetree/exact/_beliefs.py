"""From evidence to beliefs: reduce, count, and name the numbers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from cluetree.beliefs import Beliefs, Deal, Hidden, Source
from cluetree.claims import OneOf
from cluetree.deduction import bits
from cluetree.errors import ContradictionError, LimitReached
from cluetree.evidence import Evidence
from cluetree.exact._count import tally
from cluetree.exact._counter import Counter
from cluetree.exact._draws import MOST, Drawn, draw, find_deal
from cluetree.exact._problem import Reduction, Tally, reduce
from cluetree.limit import Bound, Limit, Meter

_TRIALS: Final = 256
"""Deals drawn to refute candidates for derived "one of"s."""
_COUNT: Final = 0.6
"""The share of the work for counting, before deals are drawn instead."""
_QUICK: Final = 4000
"""Work for a count before a deal is searched for."""
_PARTS: Final = 1 << 53
"""In how many parts a share is divided."""
_TRIES: Final = 6000
"""Work for finding a deal, before all deals are counted after all."""


def count(evidence: Evidence, *, limit: Bound = None) -> Beliefs:
    """Count every deal that fits the evidence.

    Exact for any hand sizes, known or not, any deck and any number of players. The last few
    problems are cached; a limit never changes an answer.

    Raises:
        LimitReached: If `limit` is given and reached first.
    """
    meter = Meter.of(limit)
    reduction = reduce(evidence, meter)
    counted = tally(reduction.problem, meter) if reduction is not None else None
    return _beliefs(evidence, reduction, counted, limit)


def weigh(evidence: Evidence, *, limit: Bound = None, enough: int = MOST) -> Beliefs:
    """Count every deal that fits the evidence; where that meets the limit, estimate.

    Without a limit this is `count`. `Beliefs.draws` describes estimates, which stop at `enough`
    deals as in `estimate`.

    Raises:
        LimitReached: If not even an estimate was found.
    """
    meter = Meter.of(limit)
    reduction = reduce(evidence, meter)
    if reduction is None:
        return _beliefs(evidence, None, None, limit)
    with suppress(LimitReached):
        counted = tally(reduction.problem, meter.part(_COUNT))
        return _beliefs(evidence, reduction, counted, limit)
    return estimate(evidence, limit=meter, enough=enough)


def estimate(evidence: Evidence, *, limit: Bound, enough: int = MOST) -> Beliefs:
    """Estimate the beliefs from deals drawn at random; see `Beliefs.draws`.

    Stop at `enough` deals of equal weight. A few are enough where many such estimates are
    combined.

    Raises:
        LimitReached: If no deal was found within the limit.
    """
    meter = Meter.of(limit)
    reduction = reduce(evidence, meter)
    if reduction is None:
        return _beliefs(evidence, None, None, limit)
    drawn = draw(evidence, meter, enough=enough)
    deals = max(drawn.deals, 2)
    source = _Estimated(drawn, deals)
    where: list[list[int]] = []
    for card, at in zip(reduction.problem.cards, reduction.cards, strict=True):
        # The rules leave it open: so it is possible and not certain, whatever was drawn.
        where.append(
            [
                min(max(source.number(1 << at, place), 1), deals - 1) if card.places >> i & 1 else 0
                for i, place in enumerate(reduction.places)
            ]
        )
    return _named(evidence, reduction, deals, where, source, max(drawn.worth, 1))


def is_possible(evidence: Evidence, *, limit: Bound = None) -> bool:
    """Return whether any deal fits the evidence.

    Raises:
        LimitReached: If `limit` is given and reached first.
    """
    meter = Meter.of(limit)
    reduction = reduce(evidence, meter)
    if reduction is None:
        return False
    with suppress(LimitReached):
        return tally(reduction.problem, meter.part(most=Limit(states=_QUICK))).deals > 0
    # Hard to count, but a deal is mostly easy to find.
    tries = max(_TRIES, 2 * evidence.cost * len(evidence.edition.cards))
    with suppress(LimitReached):
        return find_deal(evidence.marks(), meter.part(most=Limit(states=tries))) is not None
    return tally(reduction.problem, meter).deals > 0


def some_deal(evidence: Evidence, *, limit: Bound = None) -> Deal:
    """Return any deal that fits, found without counting.

    Raises:
        ContradictionError: If none fits.
        LimitReached: If `limit` is given and reached first.
    """
    hands = find_deal(evidence.marks(), Meter.of(limit))
    if hands is None:
        raise ContradictionError("no deal fits")
    names, cards = evidence.places, evidence.edition.cards
    return {cards[at]: name for name, hand in zip(names, hands, strict=True) for at in bits(hand)}


def _beliefs(
    evidence: Evidence, reduction: Reduction | None, counted: Tally | None, limit: Bound
) -> Beliefs:
    deals = counted.deals if counted is not None else 0
    where = counted.where if counted is not None else ()
    return _named(evidence, reduction, deals, where, _Counted(evidence, reduction, counted, limit))


def _named(  # noqa: PLR0917 -- all that beliefs are made of
    evidence: Evidence,
    reduction: Reduction | None,
    deals: int,
    counted: Sequence[Sequence[int]],
    source: Source,
    draws: int | None = None,
) -> Beliefs:
    """Name numbers of deals by open card and place."""
    rows = [[0] * len(evidence.edition.cards) for _ in evidence.places]
    if reduction is not None and deals:
        for row, held in zip(rows, reduction.held, strict=True):
            for card in bits(held):
                row[card] = deals
        for card, where in zip(reduction.cards, counted, strict=True):
            for place, number in zip(reduction.places, where, strict=True):
                rows[place][card] = number
    return Beliefs(
        edition=evidence.edition,
        players=evidence.players,
        face_up=evidence.face_up,
        deals=deals,
        counts={name: tuple(row) for name, row in zip(evidence.places, rows, strict=True)},
        _source=source,
        draws=draws,
    )


def _hands(reduction: Reduction, places: Sequence[int]) -> list[int]:
    """Turn the places of the open cards into the cards at each place."""
    hands = list(reduction.held)
    for card, place in zip(reduction.cards, places, strict=True):
        hands[reduction.places[place]] |= 1 << card
    return hands


class _Estimated:
    """Deals drawn where counting met its limit."""

    def __init__(self, drawn: Drawn, deals: int):
        self._drawn = drawn
        self._deals = deals
        self._total = sum(drawn.weights)

    def _number(self, weight: float) -> int:
        # A number of deals may exceed a double.
        return self._deals * round(weight / self._total * _PARTS) // _PARTS

    def number(self, card: int, place: int) -> int:
        """About how many deals have a card at a place."""
        drawn = zip(self._drawn.hands, self._drawn.weights, strict=True)
        return self._number(sum(weight for hands, weight in drawn if hands[place] & card))

    def envelopes(self) -> Mapping[Hidden, int]:
        """Return the envelopes that were drawn, with about how many deals each has."""
        shares = dict[Hidden, float]()
        for hands, weight in zip(self._drawn.hands, self._drawn.weights, strict=True):
            suspect, weapon, room = bits(hands[-1])
            hidden = suspect, weapon, room
            shares[hidden] = shares.get(hidden, 0.0) + weight
        return {hidden: max(self._number(share), 1) for hidden, share in shares.items()}

    def draw(self, count: int, rng: Random) -> Sequence[Sequence[int]]:
        """Draw from the drawn deals by their weights; some come twice."""
        return rng.choices(self._drawn.hands, self._drawn.weights, k=count)

    def one_of(self, most: int) -> tuple[tuple[OneOf, ...], bool]:  # noqa: ARG002 -- as a source
        """Return none: a set that every draw meets may not be met by every deal."""
        return (), False


@dataclass(eq=False)
class _Counted:
    """Results of a count that are computed on demand: samples, and derived "one of"s."""

    _evidence: Evidence
    _reduction: Reduction | None
    _counted: Tally | None
    _limit: Bound
    _sampler: Counter | None = None

    def __getstate__(self) -> dict[str, object]:
        # The clock of a question cannot be pickled.
        limit = self._limit
        if isinstance(limit, Meter):
            states, seconds = limit.left
            limit = Limit(seconds, states)
        return {**vars(self), "_sampler": None, "_limit": limit}

    def envelopes(self) -> Mapping[Hidden, int]:
        """Return every possible envelope with its number of deals."""
        reduction, counted = self._reduction, self._counted
        if reduction is None or counted is None:
            return {}
        opened = dict[int | None, int](enumerate(reduction.cards))
        # A label is silent about a category whose card is settled.
        suspects, weapons, rooms = (
            opened | {None: (reduction.held[-1] & category).bit_length() - 1}
            for category in self._evidence.frame.categories
        )
        return {(suspects[s], weapons[w], rooms[r]): n for (s, w, r), n in counted.triples.items()}

    def draw(self, count: int, rng: Random) -> list[list[int]]:
        """Draw deals that fit, uniformly."""
        reduction = self._reduction
        if reduction is None:
            return []
        if self._sampler is None:
            self._sampler = Counter(reduction.problem, Meter.of(self._limit))
        drawn = self._sampler.draw(count, rng.getrandbits(64))
        return [_hands(reduction, places) for places in drawn]

    def one_of(self, most: int) -> tuple[tuple[OneOf, ...], bool]:
        """Find the minimal sets of at most `most` open cards of which a player holds one.

        A drawn deal without any card of a set refutes it. The others are counted, so the answer
        does not depend on the draw.
        """
        reduction, counted = self._reduction, self._counted
        found: list[OneOf] = []
        if reduction is None or counted is None:
            return (), True
        meter = Meter.of(self._limit)
        with suppress(LimitReached):
            hands = self.draw(_TRIALS, Random(0))
            for at, place in enumerate(reduction.places[:-1]):
                rows = zip(reduction.cards, counted.where, strict=True)
                opened = [card for card, where in rows if 0 < where[at] < counted.deals]
                trials = {hand[place] for hand in hands}
                sets = self._least(place, opened, trials, most, meter)
                found.extend(self._evidence.frame.one_of(((place, cards),)) for cards in sets)
            return tuple(found), True
        return tuple(found), False

    def _least(
        self, place: int, cards: list[int], trials: set[int], most: int, meter: Meter
    ) -> Iterator[int]:
        """Find the minimal sets of which every possible hand here has a card."""
        least: list[int] = []
        for size in range(2, most + 1):
            for chosen_cards in combinations(cards, size):
                meter.check()
                chosen = sum(1 << card for card in chosen_cards)
                if (
                    all(trial & chosen for trial in trials)
                    and not any(less & chosen == less for less in least)
                    and not is_possible(self._evidence.adding(place, lacked=chosen), limit=meter)
                ):
                    least.append(chosen)
                    yield chosen
