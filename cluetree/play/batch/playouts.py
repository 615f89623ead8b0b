"""Games played on from deals that may be true, each with what its seats would know."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from cluetree.play.batch import _native
from cluetree.play.batch.loop import BatchRules, Games, Opening, Outcomes, play_on
from cluetree.play.batch.masks import Rows
from cluetree.play.batch.policies import Policy

_AT_ONCE: Final = 1 << 14
"""Games played side by side: few enough for the processor's cache."""


def playouts(
    worlds: Games,
    deals: Rows,
    policies: Sequence[Policy],
    rng: np.random.Generator,
    rules: BatchRules,
    *,
    opening: Opening | None = None,
    unfinished: float = 0.0,
) -> Outcomes:
    """Play on from deals, with repeats; the worlds stay as they are.

    Args:
        worlds: Deals, what every seat would know in each, and whose turn it is.
        deals: The number of the deal that each playout begins from.
        policies: One a seat.
        rng: All chance.
        rules: What they are played by.
        opening: What is asked first, if that is given.
        unfinished: The share of games, from 0 to 1, that need not be played to their ends.
    """
    found = _native.play_on(worlds, deals, opening, policies, rules, rng)
    if found is not None:
        return Outcomes(*found)
    parts: list[Outcomes] = []
    for part in (slice(at, at + _AT_ONCE) for at in range(0, len(deals), _AT_ONCE)):
        rows = deals[part]
        games = replace(worlds, hands=worlds.hands[:, rows], views=worlds.views.drawn(rows))
        first = None if opening is None else opening.part(part).answers(games, rules, rng)
        parts.append(play_on(games, policies, rng, rules, first=first, unfinished=unfinished))
    return Outcomes(
        np.concatenate([part.turns for part in parts]),
        np.concatenate([part.winners for part in parts]),
    )
