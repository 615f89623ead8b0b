"""A mean of few or many deals, and how far from it the truth may be."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final, Self

_NORMAL: Final[float] = NormalDist().inv_cdf(0.975)
_STUDENT: Final = {1: 12.7062, 2: 4.30265}
"""Student's t at 0.975, for so few degrees of freedom that the expansion in `_student` is off."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95 % interval; without bounds if there is one measurement only."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, measured: Sequence[float]) -> Self:
        """Take independent measurements of what is never below 0, at least one, by Student's t."""
        return cls.student(fmean(measured), _error(measured), len(measured), least=0)

    @classmethod
    def of_shares(cls, measured: Sequence[float], *, least: float = 0) -> Self:
        """Take measurements that lie from `least` to 1, as the interval then does, too.

        Two more are imagined for the interval, one at each end: a few deals that came out alike
        do not prove that all would (Agresti and Coull add as much to a share of games).
        """
        imagined = (*measured, least, 1.0)
        found = cls.student(fmean(imagined), _error(imagined), len(measured))
        mean = fmean(measured)
        if not found.is_known:
            return cls(mean, found.low, found.high)
        # What was imagined may pull an end past the mean.
        return cls(mean, max(min(found.low, mean), least), min(max(found.high, mean), 1.0))

    @classmethod
    def of_ratio(cls, tops: Sequence[float], bottoms: Sequence[float]) -> Self:
        """Take a ratio of sums, such as turns by games, from one pair for each deal.

        Its spread is that of what is left of each top after the ratio's share (linearization).
        """
        total = sum(bottoms)
        mean = sum(tops) / total
        left = [top - mean * bottom for top, bottom in zip(tops, bottoms, strict=True)]
        pairs = len(bottoms) - bottoms.count(0)  # a deal with nothing to divide by says nothing
        return cls.student(mean, _error(left) * len(left) / total, pairs, least=0)

    @classmethod
    def student(cls, mean: float, error: float, measurements: int, *, least: float = -inf) -> Self:
        """Take a mean with its standard error, found from so many measurements."""
        if measurements == 1:
            return cls(mean, -inf, inf)
        reach = _student(measurements - 1) * error
        return cls(mean, max(mean - reach, least), mean + reach)

    @property
    def is_known(self) -> bool:
        """Whether there was more than one measurement."""
        return isfinite(self.low)

    def __neg__(self) -> "Interval":
        return Interval(-self.mean, -self.high, -self.low)

    def __mul__(self, factor: float) -> "Interval":
        """Measure in another unit, such as percent."""
        return Interval(factor * self.mean, factor * self.low, factor * self.high)

    def told(self, digits: int) -> str:
        """Say the mean and, if they are known, the bounds."""
        bounds = (
            f"[{self.low:.{digits}f}, {self.high:.{digits}f}]" if self.is_known else "(one deal)"
        )
        return f"{self.mean:.{digits}f} {bounds}"

    def __str__(self) -> str:
        return self.told(2)


def _error(measured: Sequence[float]) -> float:
    """Return the standard error of the mean; 0 for one measurement, where it says nothing."""
    return stdev(measured) / sqrt(len(measured)) if len(measured) > 1 else 0.0


def _student(freedom: int) -> float:
    """Return Student's t at 0.975, to 1 in 800, by Cornish and Fisher's expansion."""
    if freedom in _STUDENT:
        return _STUDENT[freedom]
    z = _NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))
