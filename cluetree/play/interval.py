"""Means over deals with 95 % confidence intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final, Self

_NORMAL: Final[float] = NormalDist().inv_cdf(0.975)
_STUDENT: Final = {1: 12.7062, 2: 4.30265}
"""Student's t at 0.975 for few degrees of freedom, where the expansion is inaccurate."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95 % interval, which is infinite (null in JSON) for a single measurement."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, measured: Sequence[float]) -> Self:
        """Return the mean of independent, non-negative measurements, with Student's interval."""
        return cls.student(fmean(measured), _error(measured), len(measured), least=0)

    @classmethod
    def of_shares(cls, measured: Sequence[float], *, least: float = 0) -> Self:
        """Return the mean of measurements between `least` and 1, with an interval in that range.

        The interval adds one measurement at each end, as Agresti and Coull do for a share: a few
        equal results do not prove that all are.
        """
        mean, padded = fmean(measured), (*measured, least, 1.0)
        interval = cls.student(fmean(padded), _error(padded), len(measured))
        if not interval.is_known:
            return cls(mean, interval.low, interval.high)
        # The added measurements may move a bound past the mean.
        low, high = max(min(interval.low, mean), least), min(max(interval.high, mean), 1.0)
        return cls(mean, low, high)

    @classmethod
    def student(cls, mean: float, error: float, measurements: int, *, least: float = -inf) -> Self:
        """Return the interval of a mean with its standard error."""
        if measurements == 1:
            return cls(mean, -inf, inf)
        reach = _student(measurements - 1) * error
        return cls(mean, max(mean - reach, least), mean + reach)

    @property
    def is_known(self) -> bool:
        """Whether the bounds are finite."""
        return isfinite(self.low)

    def __mul__(self, factor: float) -> "Interval":
        """Convert to another unit, such as percent."""
        return Interval(factor * self.mean, factor * self.low, factor * self.high)

    def text(self, digits: int) -> str:
        """Return the mean as text, and the bounds or that only one deal was measured."""
        if not self.is_known:
            return f"{self.mean:.{digits}f} (one deal)"
        return f"{self.mean:.{digits}f} [{self.low:.{digits}f}, {self.high:.{digits}f}]"

    def __str__(self) -> str:
        return self.text(2)


def _error(measured: Sequence[float]) -> float:
    """Return the standard error of the mean; 0 for one measurement, where it is unknown."""
    return stdev(measured) / sqrt(len(measured)) if len(measured) > 1 else 0.0


def _student(freedom: int) -> float:
    """Return Student's t at 0.975 by the Cornish-Fisher expansion (relative error below 1/800)."""
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
