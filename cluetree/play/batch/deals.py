"""Deals for many games at once, and their constraints."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cluetree.deduction import Branch
from cluetree.play.batch.layout import BatchLayout
from cluetree.play.batch.masks import Flags, Masks, pick_within


def deal(layout: BatchLayout, games: int, rng: np.random.Generator) -> tuple[Masks, Masks]:
    """Deal a number of games, every deal equally likely.

    Returns:
        The hands (axes: seat, game), and the cards that do not lie face-up, by game.
    """
    hidden = np.zeros(games, dtype=np.uint64)
    for category in layout.categories:
        hidden |= pick_within(np.full(games, category, dtype=np.uint64), category, rng)
    numbers = np.arange(layout.deck.bit_length())
    is_hidden = hidden[:, None] >> numbers.astype(np.uint64) & np.uint64(1)
    pack = np.argsort(rng.random(is_hidden.shape) + is_hidden, axis=1)  # the hidden cards last
    bits = np.uint64(1) << pack.astype(np.uint64)
    ends = np.cumsum(layout.hand_sizes)
    hands = np.array(
        [
            np.bitwise_or.reduce(bits[:, end - size : end], axis=1)
            for size, end in zip(layout.hand_sizes, ends, strict=True)
        ]
    )
    return hands, hidden | np.bitwise_or.reduce(hands, axis=0)


@dataclass(frozen=True)
class Constraints:
    """The constraints on deals."""

    layout: BatchLayout
    can: Sequence[int]
    """For each place, the envelope last, the cards it can have."""
    branches: Sequence[Branch] = ()
    """Of each, at least one card is at its place."""
    failed_accusations: Sequence[int] = ()
    """Triples that are not the envelope."""

    def hold(self, places: Masks) -> Flags:
        """Return which deals fit the branches and the failed accusations. Axes: place, deal."""
        fits = np.ones(places.shape[1], dtype=np.bool_)
        for branch in self.branches:
            met = (places[place] & np.uint64(cards) for place, cards in branch)
            fits &= np.bitwise_or.reduce(list(met), axis=0) != 0
        for triple in self.failed_accusations:
            fits &= (~places[-1] & np.uint64(triple)) != 0
        return fits
