"""Estimates from samples, with standard errors."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, sqrt
from typing import Final

_NOISE: Final = 1e-12
"""Smaller errors are floating-point noise."""


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


def mean(cases: Sequence[tuple[float, float]], *, exact: bool) -> Estimate:
    """Estimate a mean from values and their weights.

    Args:
        cases: The values with their weights, at least one of them positive.
        exact: Whether these are all cases. If not, they are independent draws; the error of a
            single draw is infinite.
    """
    total = fsum(weight for _, weight in cases)
    middle = fsum(value * weight for value, weight in cases) / total
    if exact:
        return Estimate(middle)
    number = _effective_size(cases)
    if number <= 1:
        return Estimate(middle, inf)
    squares = fsum((weight * (value - middle)) ** 2 for value, weight in cases)
    error = sqrt(squares * number / (number - 1)) / total
    return Estimate(middle, error if error > _NOISE else 0.0)


def chance(cases: Sequence[tuple[bool, float]], *, exact: bool) -> Estimate:
    """Estimate a probability from weighted outcomes, like `mean`.

    The error assumes one more draw of each outcome (Laplace's rule), so that an unseen outcome
    is not reported as impossible.
    """
    share = mean(cases, exact=True).value
    if exact:
        return Estimate(share)
    number = _effective_size(cases)
    smooth = (share * number + 1) / (number + 2)
    return Estimate(share, sqrt(smooth * (1 - smooth) / number))


def _effective_size(cases: Sequence[tuple[float, float]]) -> float:
    # Kish's effective sample size.
    total = fsum(weight for _, weight in cases)
    return total * total / fsum(weight**2 for _, weight in cases)
