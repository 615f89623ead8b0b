"""Deals without counting: one that fits, or many that are drawn at random.

The open cards are placed one after another, and the five rules propagate after each. `find_deal`
goes back after a contradiction. It is quick where deals are many, and very slow where a
contradiction lies deep. `draw` is sequential importance sampling: each deal has one way, and its
weight is the inverse of the probability of that way. A contradiction is a draw of
weight 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, log
from random import Random
from typing import Final, TypeAlias

from cluetree.deduction import Marks, union
from cluetree.errors import ContradictionError, LimitReached
from cluetree.evidence import Evidence
from cluetree.limit import Meter

MOST: Final = 4000
"""The maximum number of draws."""
ROUGH: Final = 20
"""The number of deals of equal weight that is enough for a rough estimate."""
_SOME: Final = 20
"""Draws between two checks of whether they are enough."""
_SURE: Final = 0.95
"""The largest chance that is assumed where it need not be 1."""

_PRECISION: Final = 60
"""Bits of an estimated number of deals that a double can hold."""

Hands: TypeAlias = tuple[int, ...]
"""A deal, as the cards at each place."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Deals that fit, and how much each weighs."""

    hands: tuple[Hands, ...]
    weights: tuple[float, ...]
    """Relative to the largest, which is 1."""
    largest: float
    """The natural logarithm of the largest weight; the weights of a large deck exceed a double."""
    tried: int
    """The number of draws, those of weight 0 included."""

    @property
    def deals(self) -> int:
        """About how many deals there are."""
        mean = fsum(self.weights) / self.tried
        bits = max(int(self.largest / log(2)) - _PRECISION, 0)
        return round(mean * exp(self.largest - bits * log(2))) << bits

    @property
    def worth(self) -> int:
        """The effective number of draws."""
        return _worth(self.weights)


def _worth(weights: Sequence[float]) -> int:
    """Kish's effective sample size."""
    total = sum(weights)
    return int(total * total / sum(weight * weight for weight in weights)) if total else 0


def _relative(logs: Sequence[float]) -> tuple[float, ...]:
    largest = max(logs, default=0.0)
    return tuple(exp(each - largest) for each in logs)


def find_deal(marks: Marks, meter: Meter) -> Hands | None:
    """Return a deal that fits; `None` if none does. The marks are used up."""
    left = [marks]  # what is still to be tried, the next last
    while left:
        marks = left[-1]
        meter.spend(marks.cost)
        try:
            marks.settle()
        except ContradictionError:
            left.pop()
            continue
        card = _next(marks)
        if card is None:
            return tuple(marks.held)
        places, odds = _places(marks, card)
        likeliest = places[odds.index(max(odds))]
        left.append(marks.copy())
        left[-1].hold(likeliest, card)
        marks.lack(likeliest, card)
    return None


def draw(evidence: Evidence, meter: Meter, *, enough: int = MOST) -> Drawn:
    """Draw as many deals as the meter allows, until there are enough of equal weight.

    At the limit one is enough.
    """
    rng = Random(0)
    start = evidence.marks()
    start.settle()
    hands: list[Hands] = []
    logs: list[float] = []
    tried = 0
    try:
        while tried < MOST and (tried % min(_SOME, enough) or _worth(_relative(logs)) < enough):
            weight = _complete(marks := start.copy(), rng, meter)
            tried += 1
            if weight is not None:
                hands.append(tuple(marks.held))
                logs.append(weight)
    except LimitReached:
        if not hands:
            raise
    return Drawn(tuple(hands), _relative(logs), max(logs, default=0.0), tried)


def _complete(marks: Marks, rng: Random, meter: Meter) -> float | None:
    """Place the open cards; return the logarithm of the deal's weight, `None` after a clash."""
    weight = 0.0
    while (card := _next(marks)) is not None:
        meter.spend(marks.cost)
        places, odds = _places(marks, card)
        if not places:
            return None
        (chosen,) = rng.choices(range(len(places)), odds)
        weight += log(sum(odds) / odds[chosen])
        marks.hold(places[chosen], card)
        try:
            marks.settle()
        except ContradictionError:
            return None
    return weight


def _next(marks: Marks) -> int | None:
    """Return a card to place: one of the branch that has the fewest options, or any."""
    branch = min(marks.branches, key=lambda b: sum(c.bit_count() for _, c in b), default=None)
    if branch is not None:
        cards = branch[0][1]
        return cards & -cards
    left = marks.frame.deck & ~marks.face_up & ~union(marks.held)
    return left & -left or None


def _places(marks: Marks, card: int) -> tuple[list[int], list[float]]:
    """Return where a card may be, and the odds by which it is put there.

    They are the probabilities if the cards were placed independently: the capacity of a place,
    divided by the number of cards that it may get, and more where a card may meet a branch.
    """
    places = [place for place, may in enumerate(marks.may) if may & card]
    chances = {place: _density(marks, place, card) for place in places}
    odds = dict(chances)
    for branch in marks.branches:
        for place, cards in branch:
            if cards & card:
                odds[place] /= 1 - (1 - chances[place]) ** cards.bit_count()
    return places, [*odds.values()]


def _density(marks: Marks, place: int, card: int) -> float:
    """The share of the cards that a place may still get which it takes."""
    frame, held = marks.frame, marks.held[place]
    free = marks.may[place] & ~held
    if place == frame.envelope:
        category = next(cards for cards in frame.categories if cards & card)
        return min(1 / (free & category).bit_count(), _SURE)
    size = frame.sizes[place]
    if size is None:
        return 1 / len(frame.names)
    return min((size - held.bit_count()) / free.bit_count(), _SURE)
