"""Batches of games among three copies of an agent without a rollout; needs numpy.

Like the paper, each deal is played six times with the same cards by seat, once per seating. The
players are alike, so the six games differ only by chance.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.editions import CLUE_US
from cluetree.play.batch import (
    BatchLayout,
    BatchRules,
    Games,
    HeuristicPolicy,
    Policy,
    RandomStatefulPolicy,
    RandomStatelessPolicy,
    Views,
    deal,
    play_on,
)
from cluetree.play.game import stream
from cluetree.play.rules import AccusationRule
from paper.settings import SEATINGS, Interpretation, RunContext, Settings

_SEATS: Final = 3
_DEALS_AT_ONCE: Final = 680
"""With six games each, the batch size at which the engine is fastest."""

ByDeal: TypeAlias = NDArray[np.float64]
"""Axes: measure (mean turns, then each seat's share of wins from 0 to 1), deal."""

_POLICIES: Final[dict[str, Callable[[Interpretation], Policy]]] = {
    "random stateless": lambda _: RandomStatelessPolicy(),
    "random stateful": lambda _: RandomStatefulPolicy(),
    "heuristic": lambda interpretation: HeuristicPolicy(interpretation.tie),
}


def policy_of(agent: str, interpretation: Interpretation) -> Policy:
    """Return the policy of "random stateless", "random stateful" or "heuristic"."""
    return _POLICIES[agent](interpretation)


def play_alike(agent: str, settings: Settings, context: RunContext) -> ByDeal:
    """Play an agent against copies of itself on `settings.deals` deals."""
    starts = range(0, settings.deals, _DEALS_AT_ONCE)
    tasks = [(agent, settings, start) for start in starts]
    total = settings.deals * SEATINGS
    parts: list[ByDeal] = []
    for part in _played(tasks, context):
        parts.append(part)
        context.progress(sum(each.shape[1] for each in parts) * SEATINGS, total)
    return np.concatenate(parts, axis=1)


def _played(tasks: list[tuple[str, Settings, int]], context: RunContext) -> Iterator[ByDeal]:
    if context.executor is None:
        yield from map(_play, tasks)
    else:
        with context.executor() as pool:
            yield from pool.map(_play, tasks)


def _play(task: tuple[str, Settings, int]) -> ByDeal:
    """Play one batch of deals in a worker."""
    agent, settings, start = task
    deals, interpretation = min(_DEALS_AT_ONCE, settings.deals - start), settings.interpretation
    layout = BatchLayout.even(CLUE_US, _SEATS)
    hands, dealt = deal(layout, deals, _generator(settings.seed, f"deals {start}"))
    hands, dealt = np.repeat(hands, SEATINGS, axis=1), np.repeat(dealt, SEATINGS)
    games = Games(layout, hands, Views.at_start(layout, hands, dealt, interpretation.deduction))
    outcome = play_on(
        games,
        [policy_of(agent, interpretation)] * _SEATS,
        _generator(settings.seed, f"{agent} {start}"),
        BatchRules(
            interpretation.show, AccusationRule(interpretation.claims), interpretation.deduction
        ),
    )
    won = outcome.winners == np.arange(_SEATS)[:, None]
    measured = np.vstack([outcome.turns, won]).astype(np.float64)
    by_deal: ByDeal = measured.reshape(_SEATS + 1, deals, SEATINGS).mean(axis=2)
    return by_deal


def _generator(seed: int, name: str) -> np.random.Generator:
    return np.random.default_rng(stream(seed, name).getrandbits(64))
