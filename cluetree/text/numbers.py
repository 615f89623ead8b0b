"""Format probabilities, bits and counts."""

from fractions import Fraction
from math import ceil, floor

from cluetree.beliefs import Estimate
from cluetree.text.language import number, t


def percent(chance: float | Fraction | Estimate) -> str:
    """Format a probability as a percentage that is 0 or 100 only if it is certain.

    The error is rounded up, so that a sampled probability is never certain.
    """
    value, error = (chance.value, chance.error) if isinstance(chance, Estimate) else (chance, 0)
    words = f"{floor(100 * value + 0.5)}"
    if error:
        words += f" ± {ceil(100 * error)}"
    elif 0 < value < 0.01:  # noqa: PLR2004 -- one in a hundred
        words = "<1"
    elif 0.99 < value < 1:  # noqa: PLR2004
        words = ">99"
    return t("number.percent", value=words).replace("\u00a0", " ")


def bits(estimate: Estimate) -> str:
    """Format bits with their error, if any."""
    value = number(estimate.value, 2)
    return f"{value} ± {number(estimate.error, 2)}" if estimate.error else value


def many(number: int, thing: str) -> str:
    """Count things in English, for commands without translations: 1 deal, 2 deals."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
