"""Games among three copies of an agent without a rollout; needs the extra `fast`.

Like the paper, each deal is played six times with the same cards by seat, once per seating. The
players are alike, so the six games differ only by chance.
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np

from cluetree.editions import CLUE_US
from cluetree.play.engine import deals
from cluetree.play.engine.arrays import Reals, layers, row, run, sets
from cluetree.play.engine.chance import begin
from cluetree.play.engine.compiling import Row, Rows
from cluetree.play.engine.layout import Layout
from cluetree.play.engine.simulation import (
    GameRules,
    Simulator,
    Worlds,
    blank_views,
    seed_of,
)
from cluetree.play.game import stream
from cluetree.play.policies import (
    Policy,
    fewest_holders,
    first_of_fewest_holders,
    not_located,
    not_own,
)
from cluetree.play.rules import AccusationRule
from paper.settings import SEATINGS, Interpretation, RunContext, Settings

_LAYOUT: Final = Layout.even(CLUE_US, 3)
_DEALS_AT_ONCE: Final = 500
"""The deals of one task for a worker."""
_STATELESS: Final = "random stateless"

ByDeal: TypeAlias = Reals
"""Axes: measure (mean turns, then each seat's share of wins from 0 to 1), deal."""


def policy_of(agent: str, interpretation: Interpretation) -> Policy:
    """Return the policy of "random stateless", "random stateful" or "heuristic"."""
    ties = {"first": first_of_fewest_holders, "random": fewest_holders}
    functions = {
        _STATELESS: not_own,
        "random stateful": not_located,
        "heuristic": ties[interpretation.tie],
    }
    return Policy(functions[agent])


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
        yield from context.executor.map(_play, tasks)


def _play(task: tuple[str, Settings, int]) -> ByDeal:
    """Play the games on some deals in a worker."""
    agent, settings, start = task
    number, interpretation = min(_DEALS_AT_ONCE, settings.deals - start), settings.interpretation
    rules = GameRules(
        interpretation.show,
        AccusationRule(interpretation.claims),
        forgets=(agent == _STATELESS,) * _LAYOUT.players,
    )
    policies = [policy_of(agent, interpretation)] * _LAYOUT.players
    outcomes = Simulator(_LAYOUT, policies, rules).play_from(
        _dealt(number, interpretation, _seed(settings, f"deals {start}")),
        np.repeat(np.arange(number), SEATINGS),
        seed=_seed(settings, f"{agent} {start}"),
    )
    won = outcomes.winners == np.arange(_LAYOUT.players)[:, None]
    measured = np.vstack([outcomes.turns, won]).astype(np.float64)
    by_deal: ByDeal = measured.reshape(len(measured), number, SEATINGS).mean(axis=2)
    return by_deal


def _seed(settings: Settings, name: str) -> int:
    return stream(settings.seed, name).getrandbits(64)


def _dealt(number: int, interpretation: Interpretation, seed: int) -> Worlds:
    """Return new deals, with what every seat knows."""
    views = blank_views(_LAYOUT, propagates=interpretation.deduction == "propagation")
    worlds = layers(np.repeat(views[None], number, axis=0))
    run(_deal, worlds, seed_of(seed), row([0, 0]))
    return Worlds(_LAYOUT, sets(worlds))


def _deal(worlds: Sequence[Rows], seed: Row, chance: Row) -> None:
    for number in range(len(worlds)):
        begin(chance, seed, number)
        deals.deal(worlds[number], chance)
