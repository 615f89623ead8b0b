"""Games among three alike agents without a rollout, many at once; needs numpy.

Each deal is played six times with the same cards by seat, as the paper does: once for each
seating of its three players. The players being alike, the six differ by chance alone.
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
from cluetree.play.experiments.run_context import RunContext
from cluetree.play.experiments.settings import SEATINGS, Reading, Settings
from cluetree.play.game import stream
from cluetree.play.rules import AccusationRule

_SEATS: Final = 3
_DEALS_AT_ONCE: Final = 680
"""With six games each, about as many games as the batch engine likes side by side."""

ByDeal: TypeAlias = NDArray[np.float64]
"""Axes: first the mean number of turns, then each seat's share of wins from 0 to 1; deal."""

_POLICIES: Final[dict[str, Callable[[Reading], Policy]]] = {
    "random stateless": lambda _: RandomStatelessPolicy(),
    "random stateful": lambda _: RandomStatefulPolicy(),
    "heuristic": lambda reading: HeuristicPolicy(reading.tie),
}


def policy_of(agent: str, reading: Reading) -> Policy:
    """Return how an agent plays: "random stateless", "random stateful" or "heuristic"."""
    return _POLICIES[agent](reading)


def play_alike(agent: str, settings: Settings, context: RunContext) -> ByDeal:
    """Let an agent play against its like, on as many deals as the settings say."""
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
    """Play the deals from one on, as many as are played at once: what a worker is asked for."""
    agent, settings, start = task
    deals, reading = min(_DEALS_AT_ONCE, settings.deals - start), settings.reading
    layout = BatchLayout.even(CLUE_US, _SEATS)
    hands, dealt = deal(layout, deals, _generator(settings.seed, f"deals {start}"))
    hands, dealt = np.repeat(hands, SEATINGS, axis=1), np.repeat(dealt, SEATINGS)
    games = Games(layout, hands, Views.at_start(layout, hands, dealt, reading.deduction))
    came_out = play_on(
        games,
        [policy_of(agent, reading)] * _SEATS,
        _generator(settings.seed, f"{agent} {start}"),
        BatchRules(reading.show, AccusationRule(reading.claims), reading.deduction),
    )
    won = came_out.winners == np.arange(_SEATS)[:, None]
    measured = np.vstack([came_out.turns, won]).astype(np.float64)
    by_deal: ByDeal = measured.reshape(_SEATS + 1, deals, SEATINGS).mean(axis=2)
    return by_deal


def _generator(seed: int, name: str) -> np.random.Generator:
    return np.random.default_rng(stream(seed, name).getrandbits(64))
