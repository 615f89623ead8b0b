"""What a suggestion is worth: in a word for programs, and in the English of documents."""

from math import inf
from typing import Final

from cluetree.advice import Advised

_GAINS: Final = (
    (0.05, "all", "Tells nothing new."),
    (0.35, "most", "Tells a little."),
    (0.75, "two thirds", "Rules out about a third of what is possible."),
    (1.25, "half", "About halves what is possible."),
    (1.75, "a third", "Leaves about a third of what is possible."),
    (2.5, "a quarter", "Leaves about a quarter of what is possible."),
    (inf, "little", "Leaves little of what is possible."),
)
"""Up to how many bits what stays possible, and how that is said."""
_SHARED: Final = (1 / 4, 3 / 4)
"""The shares of the gain below which others learn little, and above which as much."""


def left(gain: float) -> str:
    """Say about how much of what is possible stays so after so many bits.

    >>> [left(bits) for bits in (0, 0.3, 0.9, 1.5, 9)]
    ['all', 'most', 'half', 'a third', 'little']
    """
    return next(part for most, part, _ in _GAINS if gain < most)


def worth(one: Advised) -> str:
    """Say what a suggestion can be expected to tell the asker, and what the others."""
    said = next(words for most, _, words in _GAINS if one.gain < most)
    return said if one.gain < _GAINS[0][0] else f"{said} The others learn {learnt(one)}."


def learnt(one: Advised) -> str:
    """Say how much of what a suggestion tells the asker the others learn."""
    little, much = (share * one.gain for share in _SHARED)
    return "little" if one.leak < little else "as much" if one.leak > much else "some of it"
