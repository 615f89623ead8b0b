"""Ways of asking that show only over a game: how likely a suggestion was after those before it.

Whoever asks for the same own card again and again does what no single suggestion tells. A model
that learns what a player does keeps pace with any such habit, in deals where it can be one.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.deduction import bits, union
from cluetree.play.batch import Masks
from cluetree.play.batch.masks import Flags, sizes

Shares: TypeAlias = NDArray[np.float64]
"""The chance to name each card of each suggestion. Axes: suggestion, category, deal."""
Weights: TypeAlias = NDArray[np.float64]
"""Axes: category or number of cards, deal."""

_BLUFFS: Final = 1 / 3
"""How often an own card is named, to begin with."""
_COUNTS: Final = (0.3, 0.3, 0.2, 0.2)
"""How often none, one, two and three are named in a suggestion, to begin with."""
_FADES: Final = 0.8
"""How much less a suggestion says of the next one than the suggestion after it does."""
_ALIKE: Final = 3
"""To so many cards of a category, what was named of all is worth as much."""
_WEIGHT: Final = 1.5
"""To so many cards named before, what is taken to begin with is worth as much."""


def habit_shares(guesses: Sequence[int], categories: Sequence[int]) -> Shares:
    """Return the shares of one who asks for anything, and often for what they asked for before.

    They are the same in every deal: this model tells nothing of hands. The last axis has one
    entry.
    """
    named = Counter[int]()
    shares = np.empty((len(guesses), len(categories), 1))
    for number, guess in enumerate(guesses):
        for at, cards in enumerate(categories):
            fresh = _WEIGHT / cards.bit_count()
            shares[number, at] = (named[cards & guess] + fresh) / (number + _WEIGHT)
        named.update(cards & guess for cards in categories)
    return shares


def bluff_shares(
    hand: Masks, guesses: Sequence[int], honest: Shares, categories: Sequence[int]
) -> Shares:
    """Return the shares of one who names own cards now and then.

    How many, of which categories, and which, is learnt from what was named before.

    Args:
        hand: The player's cards, by deal.
        guesses: What the player asked for, in order.
        honest: The shares of the cards where it is not an own one.
        categories: The cards of each category.
    """
    named = Counter[int]()
    owned = np.array([sizes(hand & np.uint64(cards)) for cards in categories], dtype=np.float64)
    bluffs = np.zeros_like(owned)
    counts = np.tile(_WEIGHT * np.array(_COUNTS)[:, None], len(hand))
    shares = np.empty((len(guesses), *owned.shape))
    for number, guess in enumerate(guesses):
        is_own = _own_named(hand, guess, categories)
        again = np.array([named[cards & guess] for cards in categories])[:, None]
        this_one = (again + 1 / np.maximum(owned, 1)) / (bluffs + 1)
        shares[number] = np.where(is_own, this_one, honest[number])
        shares[number, 0] *= _chance_of_these(is_own, owned > 0, bluffs + 1, counts)
        bluffs += is_own
        counts[is_own.sum(axis=0), np.arange(len(hand))] += 1
        named.update(1 << at for at in bits(guess))
    return shares


def _chance_of_these(
    is_own: Flags, can_be: Flags, weights: Weights, counts: Weights
) -> NDArray[np.float64]:
    """Return how likely it is that just these categories have own cards in a suggestion, by deal.

    So many of them by how often there were so many, and which by their weights.
    """
    ways = np.zeros_like(counts)  # for each number, the weights of all choices of so many
    ways[0] = 1
    for weight in weights * can_be:
        ways[1:] += ways[:-1] * weight
    these = np.where(is_own, weights, 1).prod(axis=0)
    at = is_own.sum(axis=0), np.arange(len(these))
    chance: NDArray[np.float64] = counts[at] / (counts * (ways > 0)).sum(axis=0) * these / ways[at]
    return chance


def bluff_rates(
    hand: Masks, guesses: Sequence[int], categories: Sequence[int]
) -> NDArray[np.float64]:
    """Return how often an own card is named by now, where there is one. Axes: category, deal."""
    can_be = _own_named(hand, union(categories), categories)
    bluffs, chances = np.zeros(can_be.shape), np.zeros(can_be.shape)
    for guess in guesses:
        bluffs = bluffs * _FADES + _own_named(hand, guess, categories)
        chances = chances * _FADES + can_be
    # What is not known of a category is taken from all.
    mean = (_BLUFFS * _WEIGHT + bluffs.sum(axis=0)) / (_WEIGHT + chances.sum(axis=0))
    rates: NDArray[np.float64] = (mean * _ALIKE + bluffs) / (_ALIKE + chances)
    return rates


def _own_named(hand: Masks, guess: int, categories: Sequence[int]) -> Flags:
    """Say of which categories a suggestion names an own card. Axes: category, deal."""
    return np.array([(hand & np.uint64(cards & guess)) != 0 for cards in categories])
