"""How likely a game's suggestions were, by several policies, in many deals at a time."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from cluetree.play.batch import _native
from cluetree.play.batch.layout import BatchLayout
from cluetree.play.batch.masks import Masks
from cluetree.play.batch.policies import Policy
from cluetree.play.batch.replay import Asked, replay
from cluetree.play.batch.views import ShowRules, Views


def weigh(
    layout: BatchLayout,
    hands: Masks,
    dealt: Masks,
    history: Sequence[Asked],
    policies: Sequence[Policy],
    *,
    askers: Collection[int],
    show: ShowRules,
    rng: np.random.Generator,
) -> tuple[Views, NDArray[np.float64]]:
    """Replay a game so far; say how likely each policy was to make each suggestion of some seats.

    Returns:
        What every seat would know by now, and each policy's shares (axes: suggestion of these
        seats, policy, category, deal), from what the one who suggested would have known before.
    """
    found = _native.replay(
        layout, hands, dealt, history, policies, askers=askers, show=show, rng=rng
    )
    if found is not None:
        return found
    rows: list[NDArray[np.float64]] = []

    def watch(asked: Asked, views: Views) -> None:
        if asked.asker in askers:
            view = views.of(asked.asker)
            rows.extend(policy.shares(view, asked.guess) for policy in policies)

    views = replay(layout, hands, dealt, history, show=show, rng=rng, watch=watch)
    weighed = sum(asked.asker in askers for asked in history)
    shape = (weighed, len(policies), len(layout.categories), len(dealt))
    return views, np.array(rows, dtype=np.float64).reshape(shape)
