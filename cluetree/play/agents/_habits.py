"""Ways of asking that show only over a game: how likely a suggestion was after those before it.

Whoever asks for the same own card again and again does what no single suggestion tells. A model
that learns what a player does keeps pace with any such habit, in deals where it can be one.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.deduction import bits
from cluetree.play.batch import Masks
from cluetree.play.batch.masks import sizes

Shares: TypeAlias = NDArray[np.float64]
"""The chance to name each card of each suggestion. Axes: suggestion, category, deal."""

_BLUFFS: Final = 1 / 3
"""How often an own card is named, to begin with."""
_FADES: Final = 0.8
"""How much less a suggestion says of the next one than the suggestion after it does."""
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

    How often, and which, is learnt from what was named before.

    Args:
        hand: The player's cards, by deal.
        guesses: What the player asked for, in order.
        honest: The shares of the cards where it is not an own one.
        categories: The cards of each category.
    """
    named = Counter[int]()
    bluffs, chances = np.zeros(len(hand)), np.zeros(len(hand))
    by_category = np.zeros((len(categories), len(hand)))
    shares = np.empty((len(guesses), len(categories), len(hand)))
    for number, guess in enumerate(guesses):
        for at, cards in enumerate(categories):
            card = cards & guess
            own = sizes(hand & np.uint64(cards)).astype(np.float64)
            is_own = (hand & np.uint64(card)) != 0
            rate = (_BLUFFS * _WEIGHT + bluffs) / (_WEIGHT + chances) * (own > 0)
            this_one = (named[card] + 1 / np.maximum(own, 1)) / (by_category[at] + 1)
            shares[number, at] = np.where(is_own, rate * this_one, (1 - rate) * honest[number, at])
            bluffs += is_own
            chances += own > 0
            by_category[at] += is_own
        named.update(1 << at for at in bits(guess))
    return shares


def bluff_rate(
    hand: Masks, guesses: Sequence[int], categories: Sequence[int]
) -> NDArray[np.float64]:
    """Return how often an own card is named by now, in each category that has one, by deal."""
    bluffs, chances = np.full(len(hand), _BLUFFS * _WEIGHT), np.full(len(hand), _WEIGHT)
    for guess in guesses:
        bluffs, chances = bluffs * _FADES, chances * _FADES
        for cards in categories:
            bluffs += (hand & np.uint64(cards & guess)) != 0
            chances += (hand & np.uint64(cards)) != 0
    rate: NDArray[np.float64] = bluffs / chances
    return rate
