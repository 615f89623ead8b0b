"""Chances and bits as people read them."""

from math import ceil, floor

from cluetree.advice import Estimate
from cluetree.text.language import number, t


def percent(chance: float | Estimate) -> str:
    """Write a chance as a percentage that is 0 or 100 only if it is sure.

    Its error, if it has one, is rounded up, so that a sampled chance is never sure.
    """
    if isinstance(chance, Estimate) and chance.error:
        value = f"{100 * chance.value:.0f} ± {ceil(100 * chance.error)}"
    else:
        value = _rounded(chance.value if isinstance(chance, Estimate) else chance)
    return _of_hundred(value)


def _rounded(chance: float) -> str:
    if 0 < chance < 0.01:  # noqa: PLR2004 -- one in a hundred
        return "<1"
    return ">99" if 0.99 < chance < 1 else f"{floor(chance * 100 + 0.5)}"  # noqa: PLR2004


def compact(chance: float) -> str:
    """Write a chance as a percentage that no line can break apart."""
    return percent(chance).replace(" ", "")


def tenths(chance: float) -> str:
    """Write a chance as a percentage with one place behind the point, whatever it is."""
    return _of_hundred(number(100 * chance, 1))


def _of_hundred(value: str) -> str:
    return t("number.percent", value=value).replace("\u00a0", " ")


def bits(found: Estimate) -> str:
    """Write bits, and their error if they have one."""
    value = number(found.value, 2)
    return f"{value} ± {number(found.error, 2)}" if found.error else value
