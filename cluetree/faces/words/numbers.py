"""Numbers in words."""

from math import ceil

from cluetree.advice import Estimate


def many(number: int, thing: str) -> str:
    """Count things in words: 1 deal, 2 deals."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def percent(chance: float) -> str:
    """Write a chance as a percentage that is 0 or 100 only if it is sure."""
    if chance in {0, 1}:
        return f"{chance * 100:.0f} %"
    if chance < 0.01:  # noqa: PLR2004 -- one in a hundred
        return "<1 %"
    return ">99 %" if chance > 0.99 else f"{chance * 100:.0f} %"  # noqa: PLR2004


def sentence(words: str) -> str:
    """Make a sentence of words: Like this."""
    return f"{words[:1].upper()}{words[1:]}."


def share(chance: Estimate) -> str:
    """Write a chance and its error, which is rounded up so that a sampled one is never sure."""
    if not chance.error:
        return percent(chance.value)
    return f"{100 * chance.value:.0f} ± {ceil(100 * chance.error)} %"
