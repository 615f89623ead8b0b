"""Deals to be weighed by what others asked for: drawn where the weight tends to lie."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cluetree.beliefs import Beliefs
from cluetree.errors import ContradictionError
from cluetree.exact import count
from cluetree.play.agents._deals import draw_hands
from cluetree.play.batch import Asked, BatchLayout, Masks
from cluetree.play.knowledge import Knowledge


class Candidates(NamedTuple):
    """Deals that fit what a seat knows, with what makes up for how they were drawn."""

    hands: Masks
    """Axes: seat, deal."""
    log_weights: NDArray[np.float64]


class _Draw(NamedTuple):
    """One part of the candidates: deals drawn under an assumption."""

    known: Knowledge
    lack: Mapping[int, int]
    """For some of the others, cards that they are taken not to have."""
    beliefs: Beliefs
    """What follows from both."""


def draw_candidates(  # noqa: PLR0917 -- what a draw takes
    layout: BatchLayout,
    known: Knowledge,
    history: Sequence[Asked],
    number: int,
    rng: Random,
    generator: np.random.Generator,
) -> Candidates:
    """Draw deals, and the log of the weights that make up for how they were drawn.

    Part of them is drawn as if some or all others never asked for a card of their own, which is
    where most of the weight tends to lie. A deal's weight is one over the chance that it had by
    all these draws together (multiple importance sampling).
    """
    draws = list(_draws(known, history))
    each = max(1, number // len(draws))
    drawn = [draw_hands(layout, draw.known, draw.beliefs, each, rng, generator) for draw in draws]
    hands = np.concatenate(drawn, axis=1)
    density = np.zeros(hands.shape[1])
    for _, lack, beliefs in draws:
        fits = np.ones(hands.shape[1], dtype=np.bool_)
        for seat, cards in lack.items():
            fits &= (hands[seat] & np.uint64(cards)) == 0
        density += fits / float(beliefs.deals)
    return Candidates(hands, -np.log(density))


def _draws(known: Knowledge, history: Sequence[Asked]) -> Iterator[_Draw]:
    """Yield what can be assumed of the others without contradiction."""
    for lack in _assumptions(known, history):
        assumed = known.copy()
        try:
            for seat, cards in lack.items():
                assumed.lack(seat, cards)
            assumed.settle()
        except ContradictionError:
            continue
        beliefs = count(assumed.evidence())
        if beliefs.deals:
            yield _Draw(assumed, lack, beliefs)


def _assumptions(known: Knowledge, history: Sequence[Asked]) -> Iterator[Mapping[int, int]]:
    """Yield what others may lack: nothing, what one of them asked for, what each did."""
    me = known.table.names.index(known.table.viewpoint or "")
    asked: dict[int, int] = {}
    for one in history:
        if one.asker != me:
            cards = asked.get(one.asker, 0) | one.guess
            asked[one.asker] = cards & ~known.held[one.asker]
    lacks = {seat: cards for seat, cards in asked.items() if cards & known.may[seat]}
    yield {}
    if len(lacks) > 1:
        for seat, cards in lacks.items():
            yield {seat: cards}
    if lacks:
        yield lacks
