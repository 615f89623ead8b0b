"""The plain loop against the batch engine: the same deals, the same games."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from cluetree.editions import CLUE_US
from cluetree.play import NAMES, AccusationRule, Agent, Dealt, Rules, deal_of, play_dealt
from cluetree.play.agents import Heuristic
from cluetree.play.batch import (
    BatchDeduction,
    BatchLayout,
    BatchRules,
    Games,
    HeuristicPolicy,
    Outcomes,
    Policy,
    Views,
    play_on,
)

Maker = Callable[[], Agent]


def batch(policy: Policy, dealt: Sequence[Dealt], rules: BatchRules) -> Outcomes:
    players = len(dealt[0].hands)
    layout = BatchLayout.even(CLUE_US, players)
    hands = np.array([[layout.mask(hand) for hand in one.hands] for one in dealt], np.uint64).T
    every = np.full(len(dealt), layout.deck, dtype=np.uint64)
    games = Games(layout, hands, Views.at_start(layout, hands, every, rules.deduction))
    return play_on(games, [policy] * players, np.random.default_rng(0), rules)


@pytest.mark.slow
@pytest.mark.parametrize("deduction", ["certain", "propagation"])
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("claims", AccusationRule)
def test_a_game_without_chance_is_the_same_game(
    deduction: BatchDeduction, players: int, claims: AccusationRule
) -> None:
    rules = Rules(players=NAMES[:players], claims=claims)
    dealt = [deal_of(rules, f"both {seed}") for seed in range(60)]
    outcomes = batch(HeuristicPolicy(), dealt, BatchRules(claims=claims, deduction=deduction))
    for number, one in enumerate(dealt):
        result = play_dealt([Heuristic(deduction=deduction) for _ in range(players)], one, 0)
        assert result.turns == outcomes.turns[number]
        assert result.winner == rules.players[outcomes.winners[number]]
