"""The deals to examine, all that fit if they are few, else a sample, and estimates from them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum, inf, sqrt
from random import Random
from typing import Final, TypeAlias, TypedDict, TypeVar

from cluetree.advice._perspectives import Hands, Perspectives
from cluetree.advice.replies import ReplyModel
from cluetree.beliefs import Beliefs, Deal, Estimate
from cluetree.claims import Fact
from cluetree.errors import LimitReached
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.limit import MOST_DRAWS, verify_limit

T = TypeVar("T")

Progress: TypeAlias = Callable[[int, int], None]
"""A callback that receives the number of deals done and their total."""


class Sampling(TypedDict, total=False):
    """The options of `rivals`, `card_to_show` and `accuse_now`; `rivals` explains them."""

    samples: int
    model: ReplyModel
    private: Collection[int]
    progress: Progress | None


_LEAST: Final = 2
"""The minimum number of deals: fewer have no standard error."""
_AT_ONCE: Final = 200
"""The number of deals to draw at a time."""
_VIEWS: Final = 5
"""The maximum number of views per sample for which all deals are examined."""


def verify_samples(samples: int) -> None:
    """Raise `InvalidLimitError` if this is not a number of deals to draw."""
    verify_limit("samples", samples, least=_LEAST, most=MOST_DRAWS, whole=True)


@dataclass(frozen=True)
class Draws:
    """Deals that fit the viewpoint's knowledge."""

    deals: Iterable[Hands]
    number: int
    """How many they are."""
    rng: Random | None
    """The random number generator for the views in each deal; `None` if these are all the deals
    that fit, each once, and all views are to be examined."""

    @classmethod
    def make(
        cls,
        evidence: Evidence,
        perspectives: Perspectives,
        seats: Iterable[int],
        samples: int,
        rng: Random,
    ) -> "Draws":
        """Return all deals if they are few, with few views; else draw some."""
        beliefs = count(evidence)
        if 0 < beliefs.deals <= samples:
            deals = [*map(perspectives.hands, _every_deal(evidence, beliefs))]
            # Shuffled, so that the deals done before the limit are a fair sample.
            Random(0).shuffle(deals)
            views = (
                sum(perspectives.number_of_views(seat, hands) for hands in deals) for seat in seats
            )
            if max(views, default=0) <= samples * _VIEWS:
                return cls(deals, len(deals), rng=None)
        return cls(_drawn(beliefs, perspectives, samples, rng), samples, rng)

    def each(self, look: Callable[[Hands], T], progress: Progress | None) -> tuple[list[T], bool]:
        """Apply a function to the deals until it reaches its limit, with progress reports.

        Return the results, and whether they cover all the deals that fit.
        """
        seen: list[T] = []
        try:
            for hands in self.deals:
                if progress is not None:
                    progress(len(seen), self.number)
                seen.append(look(hands))
        except LimitReached:
            if len(seen) < _LEAST:
                raise
        if progress is not None:
            progress(self.number, self.number)
        return seen, self.rng is None and len(seen) == self.number


def _drawn(
    beliefs: Beliefs, perspectives: Perspectives, samples: int, rng: Random
) -> Iterator[Hands]:
    """Draw deals, some at a time, so that some are examined before the limit."""
    for done in range(0, samples, _AT_ONCE):
        deals = beliefs.sample(min(_AT_ONCE, samples - done), rng=rng)
        yield from map(perspectives.hands, deals)


def _every_deal(evidence: Evidence, beliefs: Beliefs) -> Iterator[Deal]:
    """Yield every deal that fits, by case distinction on the open cards."""
    if beliefs.deals == 1:
        yield {card: place for place, card in beliefs.holds}
        return
    settled = beliefs.face_up.union(card for _, card in beliefs.holds)
    card = next(card for card in beliefs.edition.cards if card not in settled)
    for place in beliefs.counts:
        if beliefs.count(place, card):
            narrower = evidence.assuming(Fact(place, card, holds=True))
            yield from _every_deal(narrower, count(narrower))


_NOISE: Final = 1e-12
"""Smaller errors are floating-point noise."""


def mean(cases: Sequence[tuple[float, float]], *, exact: bool) -> Estimate:
    """Estimate a mean from values and their weights, which add up to the number of deals.

    These are all cases if `exact`; else those of drawn deals. The error of one deal is infinite.
    """
    number = fsum(weight for _, weight in cases)
    middle = fsum(value * weight for value, weight in cases) / number
    if exact:
        return Estimate(middle)
    if number <= 1:
        return Estimate(middle, inf)
    squares = fsum(weight * (value - middle) ** 2 for value, weight in cases)
    error = sqrt(squares / number / (number - 1))
    return Estimate(middle, error if error > _NOISE else 0.0)


def chance(cases: Sequence[tuple[bool, float]], *, exact: bool) -> Estimate:
    """Estimate a probability from weighted outcomes, like `mean`.

    The error assumes one more draw of each outcome (Laplace's rule), so that an unseen outcome
    is not reported as impossible.
    """
    share = mean(cases, exact=True).value
    if exact:
        return Estimate(share)
    number = fsum(weight for _, weight in cases)
    smooth = (share * number + 1) / (number + 2)
    return Estimate(share, sqrt(smooth * (1 - smooth) / number))
