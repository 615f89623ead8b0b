"""Numbers found by sampling, each with its standard error."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, sqrt
from typing import Final

_NOISE: Final = 1e-12
"""What rounding makes of equal values."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, and the standard error of having sampled it; the error is 0 where it is exact.

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
        cases: At least one value of a weight above 0.
        exact: Whether the cases are all there are. Else they are independent draws; one alone
            says nothing about its error, which is infinite then.
    """
    total = fsum(weight for _, weight in cases)
    middle = fsum(value * weight for value, weight in cases) / total
    if exact:
        return Estimate(middle)
    number = _worth(cases)
    if number <= 1:
        return Estimate(middle, inf)
    squares = fsum((weight * (value - middle)) ** 2 for value, weight in cases)
    error = sqrt(squares * number / (number - 1)) / total
    return Estimate(middle, error if error > _NOISE else 0.0)


def chance(cases: Sequence[tuple[bool, float]], *, exact: bool) -> Estimate:
    """Estimate a chance, like `mean`, from whether it came so.

    The error is that of one draw more of each kind (Laplace's rule), so that what no draw has
    shown does not pass for impossible.
    """
    share = mean(cases, exact=True).value
    if exact:
        return Estimate(share)
    number = _worth(cases)
    smooth = (share * number + 1) / (number + 2)
    return Estimate(share, sqrt(smooth * (1 - smooth) / number))


def _worth(cases: Sequence[tuple[float, float]]) -> float:
    """How many draws of equal weight these are worth (Kish's effective sample size)."""
    total = fsum(weight for _, weight in cases)
    return total * total / fsum(weight**2 for _, weight in cases)
