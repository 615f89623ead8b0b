"""Deals that fit what a seat knows, drawn, or drawn to be weighed."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

import numpy as np

from cluetree.beliefs import Beliefs
from cluetree.errors import ContradictionError
from cluetree.exact import count
from cluetree.play.engine.arrays import Reals, Sets
from cluetree.play.engine.layout import Asked, Layout
from cluetree.play.engine.simulation import mix
from cluetree.play.knowledge import Knowledge

_CORE: Final = 16
"""Deals drawn one by one; swaps make the others out of these, which is a good deal faster."""
_ROUNDS: Final = 9
"""How often each pair of places swaps a card, so that deals of one core differ."""


def draw_hands(  # noqa: PLR0917 -- what a draw takes
    layout: Layout,
    known: Knowledge,
    beliefs: Beliefs,
    number: int,
    rng: Random,
    generator: np.random.Generator,
) -> Sets:
    """Draw deals that fit, each with the same chance as any other. Axes: seat, deal.

    They are not independent: see `mix`. The beliefs are what follows from what is known.
    """
    deals = beliefs.sample_hands(min(number, _CORE), rng=rng)
    core = np.array(deals, dtype=np.uint64).T
    places = core[:, np.arange(number) % len(deals)]
    return mix(
        layout,
        places,
        _ROUNDS,
        can=known.may,
        quotas=known.quotas,
        seed=seed_from(generator),
    )[:-1]


def envelopes(layout: Layout, hands: Sets) -> Sets:
    """Return the envelope of each deal."""
    found: Sets = np.uint64(layout.deck) & ~np.bitwise_or.reduce(hands, axis=0)
    return found


def seed_from(generator: np.random.Generator) -> int:
    """Draw a seed for simulated games."""
    return int(generator.integers(1 << 63))


def draw_candidates(  # noqa: PLR0917 -- what a draw takes
    layout: Layout,
    known: Knowledge,
    history: Sequence[Asked],
    number: int,
    rng: Random,
    generator: np.random.Generator,
) -> tuple[Sets, Reals]:
    """Draw deals, and the log of the weights that correct for how they were drawn.

    Part of them is drawn as if some or all others never asked for own cards, which is
    where most of the weight tends to lie. A deal's weight is one over the chance that it had by
    all these draws together (multiple importance sampling).
    """
    draws = list(_draws(known, history))
    each = max(1, number // len(draws))
    drawn = [
        draw_hands(layout, assumed, beliefs, each, rng, generator) for assumed, beliefs, _ in draws
    ]
    hands = np.concatenate(drawn, axis=1)
    density = np.zeros(hands.shape[1])
    for _, beliefs, lack in draws:
        fits = np.ones(hands.shape[1], dtype=np.bool_)
        for seat, cards in lack.items():
            fits &= (hands[seat] & np.uint64(cards)) == 0
        density += fits / float(beliefs.deals)
    return hands, -np.log(density)


def _draws(
    known: Knowledge, history: Sequence[Asked]
) -> Iterator[tuple[Knowledge, Beliefs, Mapping[int, int]]]:
    """Yield what to draw from, with the cards that some of the others are assumed to lack."""
    asked: dict[int, int] = {}
    for one in history:
        if one.asker != known.seat:
            cards = asked.get(one.asker, 0) | one.guess
            asked[one.asker] = cards & ~known.held[one.asker]
    lacks = {seat: cards for seat, cards in asked.items() if cards & known.may[seat]}
    one_by_one = [{seat: cards} for seat, cards in lacks.items()] if len(lacks) > 1 else []
    for lack in ({}, *one_by_one, *([lacks] if lacks else [])):
        assumed = known.copy()
        try:
            for seat, cards in lack.items():
                assumed.lack(seat, cards)
            assumed.settle()
        except ContradictionError:
            continue
        beliefs = count(assumed.evidence())
        if beliefs.deals:
            yield assumed, beliefs, lack
