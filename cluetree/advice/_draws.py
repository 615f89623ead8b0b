"""Deals to reason about: all that fit where they are few, else a sample of them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Final, TypeAlias

from cluetree.advice._perspectives import Hands, Perspectives
from cluetree.beliefs import Beliefs, Deal
from cluetree.claims import Fact
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.exact.limit import verify_limit

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many deals are looked at, and of how many."""

_LEAST: Final = 2
"""Deals looked at however late it is: fewer have no standard error."""
_CASES: Final = 5
"""How many ways to have seen cards there may be for each deal asked for, if all are taken."""


def verify_pace(samples: int, seconds: float | None) -> None:
    """Check how much work is asked for.

    Raises:
        InvalidLimitError: If fewer than 2 samples are, or `seconds` is no time.
    """
    verify_limit("samples", samples, least=_LEAST, whole=True)
    if seconds is not None:
        verify_limit("seconds", seconds)


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
        """
        beliefs = count(evidence)
        if 0 < beliefs.deals <= samples:
            deals = tuple(map(perspectives.hands, _every_deal(evidence, beliefs)))
            cases = (
                sum(perspectives.number_of_ways(seat, hands) for hands in deals) for seat in seats
            )
            if max(cases, default=0) <= samples * _CASES:
                return cls(deals, exact=True)
        return cls.sampled(beliefs, perspectives, samples, rng)

    @classmethod
    def sampled(
        cls, beliefs: Beliefs, perspectives: Perspectives, samples: int, rng: Random
    ) -> "Draws":
        """Draw deals.

        Raises:
            ContradictionError: If none fits.
        """
        deals = beliefs.sample(samples, rng=rng)
        return cls(tuple(map(perspectives.hands, deals)), exact=False)

    def paced(self, seconds: float | None, progress: Progress | None) -> Iterator[Hands]:
        """Yield the deals, reporting on the way; of a sample, no more once the time is over."""
        started = monotonic()
        for done, hands in enumerate(self.deals):
            if progress is not None:
                progress(done, len(self.deals))
            late = seconds is not None and monotonic() - started > seconds
            if late and done >= _LEAST and not self.exact:
                break
            yield hands
        if progress is not None:
            progress(len(self.deals), len(self.deals))


def _every_deal(evidence: Evidence, beliefs: Beliefs) -> Iterator[Deal]:
    """Yield every deal that fits, by trying the places of one open card after another."""
    if beliefs.deals == 1:
        yield {card: place for place, card in beliefs.holds}
        return
    settled = beliefs.face_up.union(card for _, card in beliefs.holds)
    card = next(card for card in beliefs.edition.cards if card not in settled)
    for place in beliefs.counts:
        if beliefs.count(card, place):
            narrower = evidence.assuming(Fact(place, card, holds=True))
            yield from _every_deal(narrower, count(narrower))
