"""Format probabilities, bits and counts."""

from math import ceil, floor

from cluetree.advice import Estimate
from cluetree.text.language import number, t


def percent(chance: float | Estimate) -> str:
    """Format a probability as a percentage that is 0 or 100 only if it is certain.

    The error is rounded up, so that a sampled probability is never certain.
    """
    if isinstance(chance, Estimate) and chance.error:
        value = f"{floor(100 * chance.value + 0.5)} ± {ceil(100 * chance.error)}"
    else:
        value = _rounded(chance.value if isinstance(chance, Estimate) else chance)
    return _of_hundred(value)


def _rounded(chance: float) -> str:
    if 0 < chance < 0.01:  # noqa: PLR2004 -- one in a hundred
        return "<1"
    return ">99" if 0.99 < chance < 1 else f"{floor(chance * 100 + 0.5)}"  # noqa: PLR2004


def compact(chance: float) -> str:
    """Format a probability as a percentage without spaces."""
    return percent(chance).replace(" ", "")


def tenths(chance: float) -> str:
    """Format a probability as a percentage with one decimal place."""
    return _of_hundred(number(100 * chance, 1))


def _of_hundred(value: str) -> str:
    return t("number.percent", value=value).replace("\u00a0", " ")


def bits(found: Estimate) -> str:
    """Format bits with their error, if any."""
    value = number(found.value, 2)
    return f"{value} ± {number(found.error, 2)}" if found.error else value


def many(number: int, thing: str) -> str:
    """Count things in English, where there is no translation: 1 deal, 2 deals."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
