"""Sets of cards for many games at once: one unsigned int a game, bit by bit.

Bit `i` of a set is `edition.cards[i]`, as in `Evidence`. Every function works on whole arrays
and does not change its arguments.
"""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Masks: TypeAlias = NDArray[np.uint64]
"""Sets of cards; the owner of an array documents its axes."""
Rows: TypeAlias = NDArray[np.intp]
"""Numbers of games, or of other entries along an axis."""
Flags: TypeAlias = NDArray[np.bool_]
Counts: TypeAlias = NDArray[np.uint8]

_TABLED = 12
"""The widest category with a table of picks; a table has width * 2**width ints."""


def sizes(masks: Masks) -> Counts:
    """Count the cards of each set."""
    counted: Counts = np.bitwise_count(masks)
    return counted


def lowest(masks: Masks) -> Masks:
    """Return the first card of each set in the edition's order; the empty set for the empty."""
    first: Masks = masks & (~masks + np.uint64(1))
    return first


def where(flags: Flags, masks: Masks) -> Masks:
    """Return the flagged sets, and the empty set for the others."""
    kept: Masks = np.where(flags, masks, np.uint64(0))
    return kept


def settled(can: Masks) -> Masks:
    """Return the cards that exactly one place can have.

    Args:
        can: Axes: place, then any.
    """
    once, twice = _once_and_twice(can)
    return once & ~twice


def in_doubt(can: Masks) -> Masks:
    """Return the cards that more than one place can have.

    Args:
        can: Axes: place, then any.
    """
    return _once_and_twice(can)[1]


def _once_and_twice(can: Masks) -> tuple[Masks, Masks]:
    once = can[0] | can[1]
    twice = can[0] & can[1]
    for cards in can[2:]:
        twice |= once & cards
        once |= cards
    return once, twice


def pick(masks: Masks, rng: np.random.Generator) -> Masks:
    """Draw a card from each set, each card of it equally likely; empty from the empty."""
    return _nth(masks, _ranks(masks, rng))


def pick_within(masks: Masks, category: int, rng: np.random.Generator) -> Masks:
    """Draw as `pick` does, faster where all cards are of the one category given as a set."""
    start = (category & -category).bit_length() - 1
    width = category.bit_count()
    ranks = _ranks(masks, rng)
    if width > _TABLED:
        return _nth(masks, ranks)
    index = (masks >> np.uint64(start)) * np.uint64(width) + ranks
    found: Masks = _table(width).take(index.view(np.int64)) << np.uint64(start)
    return found


def _ranks(masks: Masks, rng: np.random.Generator) -> NDArray[np.uint64]:
    chance = rng.random(masks.shape, dtype=np.float32)  # below 1 by 2**-24: never rounds up to n
    ranks: NDArray[np.uint64] = (chance * sizes(masks)).astype(np.uint64)
    return ranks


def _nth(masks: Masks, ranks: NDArray[np.uint64]) -> Masks:
    """Return the card of each set with this rank in it."""
    left = masks.copy()
    for taken in range(int(ranks.max(initial=0))):
        np.bitwise_and(left, left - np.uint64(1), out=left, where=ranks > np.uint64(taken))
    return lowest(left)


@lru_cache(maxsize=32)
def _table(width: int) -> Masks:
    """List, for every set within a width and every rank, the card of that rank."""
    every = np.repeat(np.arange(1 << width, dtype=np.uint64), width)
    ranks = np.tile(np.arange(width, dtype=np.uint64), 1 << width)
    return _nth(every, ranks)
