"""Deals to reason about: all that fit where they are few, else a sample of them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias, TypeVar

from cluetree.advice._perspectives import Hands, Perspectives
from cluetree.beliefs import Beliefs, Deal
from cluetree.claims import Fact
from cluetree.errors import LimitReached
from cluetree.evidence import Evidence
from cluetree.exact import count, estimate, weigh
from cluetree.limit import Meter, verify_limit

T = TypeVar("T")

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many deals are looked at, and of how many."""

_LEAST: Final = 2
"""Deals looked at however late it is: fewer have no standard error."""
WEIGH: Final = 0.4
"""The share of the work that goes into the deals themselves."""
_CASES: Final = 5
"""How many ways to have seen cards there may be for each deal asked for, if all are taken."""


def verify_samples(samples: int) -> None:
    """Check how many deals are asked for.

    Raises:
        InvalidLimitError: If fewer than 2 are.
    """
    verify_limit("samples", samples, least=_LEAST, whole=True)


@dataclass(frozen=True)
class Draws:
    """Deals that fit what the viewpoint knows, and how they came about."""

    deals: tuple[Hands, ...]
    exact: bool
    """Whether these are all the deals that fit, each of them once."""

    @classmethod
    def make(
        cls,
        evidence: Evidence,
        perspectives: Perspectives,
        seats: Iterable[int],
        samples: int,
        rng: Random,
    ) -> "Draws":
        """Take all deals if they are few and leave each seat few ways to have seen cards; or draw.

        Raises:
            ContradictionError: If no deal fits.
            LimitReached: If the limit of the perspectives is reached first.
        """
        meter = perspectives.meter
        beliefs = weigh(evidence, limit=meter.part(WEIGH))
        if 0 < beliefs.deals <= samples and beliefs.exact:
            found = [*map(perspectives.hands, _every_deal(evidence, beliefs, meter))]
            # If time runs out, those looked at are any of them.
            Random(0).shuffle(found)
            deals = tuple(found)
            cases = (
                sum(perspectives.number_of_ways(seat, hands) for hands in deals) for seat in seats
            )
            if max(cases, default=0) <= samples * _CASES:
                return cls(deals, exact=True)
        return cls.sampled(evidence, beliefs, perspectives, samples, rng)

    @classmethod
    def sampled(
        cls,
        evidence: Evidence,
        beliefs: Beliefs,
        perspectives: Perspectives,
        samples: int,
        rng: Random,
    ) -> "Draws":
        """Draw deals: where to draw them uniformly takes too long, by an estimate.

        Raises:
            ContradictionError: If none fits.
            LimitReached: If the limit of the perspectives is reached first.
        """
        try:
            deals = beliefs.sample(samples, rng=rng)
        except LimitReached:
            about = estimate(evidence, limit=perspectives.meter.part(WEIGH))
            deals = about.sample(samples, rng=rng)
        return cls(tuple(map(perspectives.hands, deals)), exact=False)

    def each(self, look: Callable[[Hands], T], progress: Progress | None) -> tuple[list[T], bool]:
        """Look at the deals one by one, until a look meets its limit; report on the way.

        Returns:
            What was seen, and whether these were all the deals that fit.

        Raises:
            LimitReached: If too few were looked at to say anything.
        """
        seen: list[T] = []
        try:
            for hands in self.deals:
                if progress is not None:
                    progress(len(seen), len(self.deals))
                seen.append(look(hands))
        except LimitReached:
            if len(seen) < _LEAST:
                raise
        if progress is not None:
            progress(len(self.deals), len(self.deals))
        return seen, self.exact and len(seen) == len(self.deals)


def _every_deal(evidence: Evidence, beliefs: Beliefs, meter: Meter) -> Iterator[Deal]:
    """Yield every deal that fits, by trying the places of one open card after another."""
    if beliefs.deals == 1:
        yield {card: place for place, card in beliefs.holds}
        return
    settled = beliefs.face_up.union(card for _, card in beliefs.holds)
    card = next(card for card in beliefs.edition.cards if card not in settled)
    for place in beliefs.counts:
        if beliefs.count(card, place):
            narrower = evidence.assuming(Fact(place, card, holds=True))
            yield from _every_deal(narrower, count(narrower, limit=meter), meter)
