"""Games among three copies of an agent without a rollout; needs the extra `fast`.

Like the paper, each deal is played six times with the same cards by seat, once per seating. The
players are alike, so the six games differ only by chance.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from cluetree.editions import CLUE_US
from cluetree.play.engine.arrays import Reals, layers, row, run, sets
from cluetree.play.engine.chance import begin_stream
from cluetree.play.engine.compiling import Row, Rows
from cluetree.play.engine.deals import deal_hands
from cluetree.play.engine.layout import Layout
from cluetree.play.engine.policies import (
    Policy,
    fewest_holders,
    first_of_fewest_holders,
    not_located,
    not_own,
)
from cluetree.play.engine.simulation import GameRules, Simulator, Worlds, blank_views, seed_of
from cluetree.play.game import stream
from cluetree.play.rules import AccusationRule
from paper.experiments import SEATINGS, Context, Settings

_LAYOUT: Final = Layout.even(CLUE_US, 3)
_DEALS_AT_ONCE: Final = 500
"""The deals of one task for a worker."""


def play_alike(agent: str, settings: Settings, context: Context) -> Reals:
    """Play an agent against copies of itself on `settings.deals` deals.

    Axes: measure (mean turns, then each seat's share of wins from 0 to 1), deal.
    """
    starts = range(0, settings.deals, _DEALS_AT_ONCE)
    tasks = [(agent, settings, start) for start in starts]
    played = map(_play, tasks) if context.executor is None else context.executor.map(_play, tasks)
    parts: list[Reals] = []
    for part in played:
        parts.append(part)
        done = sum(each.shape[1] for each in parts) * SEATINGS
        context.progress(done, settings.deals * SEATINGS)
    return np.concatenate(parts, axis=1)


def _play(task: tuple[str, Settings, int]) -> Reals:
    """Play the games on some deals in a worker."""
    agent, settings, start = task
    number, is_stateless = min(_DEALS_AT_ONCE, settings.deals - start), agent == "random stateless"
    heuristic = first_of_fewest_holders if settings.tie == "first" else fewest_holders
    functions = {"random stateless": not_own, "random stateful": not_located}
    rules = GameRules("first", AccusationRule.ALL, forgets=(is_stateless,) * 3)
    policies = [Policy(functions.get(agent, heuristic))] * 3
    outcomes = Simulator(_LAYOUT, policies, rules).play_from(
        _dealt(number, stream(settings.seed, f"deals {start}").getrandbits(64)),
        np.repeat(np.arange(number), SEATINGS),
        seed=stream(settings.seed, f"{agent} {start}").getrandbits(64),
    )
    won = outcomes.winners == np.arange(3)[:, None]
    measured = np.vstack([outcomes.turns, won]).astype(np.float64)
    by_deal: Reals = measured.reshape(len(measured), number, SEATINGS).mean(axis=2)
    return by_deal


def _dealt(number: int, seed: int) -> Worlds:
    """Return new deals, with what every seat knows."""
    worlds = layers(np.repeat(blank_views(_LAYOUT)[None], number, axis=0))
    run(_deal, worlds, seed_of(seed), row([0, 0]))
    return Worlds(_LAYOUT, sets(worlds))


def _deal(worlds: Sequence[Rows], seed: Row, chance: Row) -> None:
    for number in range(len(worlds)):
        begin_stream(chance, seed, number)
        deal_hands(worlds[number], chance)
