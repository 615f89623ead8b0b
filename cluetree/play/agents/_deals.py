"""Deals that fit what a seat knows."""

from random import Random
from typing import Final

import numpy as np

from cluetree.beliefs import Beliefs
from cluetree.play.batch import BatchLayout, Constraints, Masks, mixed
from cluetree.play.knowledge import Knowledge

_CORE: Final = 16
"""Deals drawn one by one; the others come from these by swaps, which is a good deal faster."""
_ROUNDS: Final = 9
"""How often each pair of places swaps a card, so that deals of one core differ."""


def draw_hands(  # noqa: PLR0917 -- what a draw takes
    layout: BatchLayout,
    known: Knowledge,
    beliefs: Beliefs,
    number: int,
    rng: Random,
    generator: np.random.Generator,
) -> Masks:
    """Draw deals that fit, each with the same chance as any other. Axes: seat, deal.

    They are not independent: see `mixed`. The beliefs are what follows from what is known.
    """
    deals = beliefs.sample_hands(min(number, _CORE), rng=rng)
    core = np.array(deals, dtype=np.uint64).T
    places = core[:, np.arange(number) % len(deals)]
    constraints = Constraints(layout, known.may, known.branches, known.failed_accusations)
    return mixed(constraints, places, _ROUNDS, generator)[:-1]
