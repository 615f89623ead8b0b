"""Policies: each is one function, for agents, for simulated games and for models."""

import numpy as np
import pytest

from cluetree.play import Rules, play_game
from cluetree.play.agents import PolicyPlayer
from cluetree.play.engine.chance import begin_stream, drawn, word
from cluetree.play.engine.compiling import Row
from cluetree.play.engine.policies import Policy, one_of, suggest
from cluetree.play.engine.simulation import Simulator
from cluetree.play.engine.views import hand, view_of
from tests.exact.games import seeded
from tests.play.simulated import POLICIES, THREE, chances_of, known_by


@pytest.mark.parametrize("turns", [0, 5])
@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_choices_follow_the_chances(policy: Policy, turns: int) -> None:
    known = known_by(4, turns)
    rooms = known.frame.categories[-1]
    expected = chances_of(policy, known, rooms)
    assert sum(expected.values()) == pytest.approx(1)
    state, rng, number = [5, 7], seeded(1), 1500
    by_engine = [
        suggest(policy.number, policy.own_cards, view_of(known), rooms, state)
        for _ in range(number)
    ]
    by_agent = [policy.choose(known, rooms, rng) for _ in range(number)]
    for chosen in (by_engine, by_agent):
        assert set(chosen) <= set(expected)
        named = np.array([[one >> at & 1 for at in range(21)] for one in chosen]).mean(axis=0)
        for at, share in enumerate(named):
            chance = sum(part for guess, part in expected.items() if guess >> at & 1)
            assert share == pytest.approx(chance, abs=0.06)


def test_own_policy_plays_as_an_agent_only() -> None:
    def own_first(view: Row, cards: int, at: int) -> int:  # noqa: ARG001
        return cards & hand(view) or cards

    own = Policy(own_first)
    assert play_game([PolicyPlayer(own) for _ in range(3)], Rules(most_turns=5), 2).turns
    with pytest.raises(ValueError, match="a simulated policy must be one of POLICIES"):
        Simulator(THREE, [own] * 3)


def test_generator_draws_uniformly() -> None:
    state = [0, 0]
    begin_stream(state, [1, 2], 3)
    words = np.array([word(state) for _ in range(4000)])
    bits = words[:, None] >> np.arange(32) & 1
    assert np.abs(bits.mean(axis=0) - 0.5).max() < 0.04
    cards = [drawn(0b10110, state) for _ in range(3000)]
    assert {card: cards.count(card) // 900 for card in set(cards)} == {2: 1, 4: 1, 16: 1}
    assert drawn(0, state) == 0
    assert one_of(0b100, seeded(1)) == 0b100
