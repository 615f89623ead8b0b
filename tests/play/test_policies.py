"""Policies: each is one function, for agents, for simulated games and for models."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cluetree.play import policies
from cluetree.play.engine import chance as chances
from cluetree.play.engine.views import view_of
from cluetree.play.policies import Policy, one_of, power, suggest
from tests.exact.games import seeded
from tests.play.simulated import POLICIES, known_by

ADDED = '''
from cluetree.play import Rules, play_game
from cluetree.play.agents import PolicyPlayer
from cluetree.play.engine.layout import Asked
from cluetree.play.engine.simulation import Layout, play, replay
from cluetree.play.engine.views import hand
from cluetree.play.policies import Policy, policy
from cluetree.editions import CLUE_US

@policy
def own_first(view, cards, at, named, numbers, weights):
    """Name own cards where there are some."""
    return cards & hand(view) or cards

layout = Layout.even(CLUE_US, 3)
ours = Policy(own_first)
assert play_game([PolicyPlayer(ours) for _ in range(3)], Rules(), 2).turns
assert play(layout, [ours] * 3, 5, seed=1).turns.min() > 0
import numpy as np
hands = np.array([[0b111111], [0], [0]], np.uint64)
guess = 0b1 | 1 << 6 | 1 << 12
shares = replay(layout, hands, (1 << 21) - 1, [Asked(0, guess)], show="first", seed=1,
                policies=[ours], weighed=[1])[1]
assert np.allclose(shares.ravel(), [1 / 6, 1 / 6, 1 / 9])
'''


@pytest.mark.parametrize("turns", [0, 5])
@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_choices_follow_the_chances(policy: Policy, turns: int) -> None:
    known = known_by(4, turns)
    rooms = known.frame.categories[-1]
    expected = policy.chances(known, rooms)
    assert sum(expected.values()) == pytest.approx(1)
    state, weights, rng, number = [5, 7], [0.0] * 21, seeded(1), 1500
    by_engine = [
        suggest(policy.number, [*policy.numbers], view_of(known), rooms, weights, state)
        for _ in range(number)
    ]
    by_agent = [policy.choose(known, rooms, rng) for _ in range(number)]
    for chosen in (by_engine, by_agent):
        assert set(chosen) <= set(expected)
        named = np.array([[one >> at & 1 for at in range(21)] for one in chosen]).mean(axis=0)
        for at, share in enumerate(named):
            chance = sum(part for guess, part in expected.items() if guess >> at & 1)
            assert share == pytest.approx(chance, abs=0.06)


@pytest.mark.slow
@pytest.mark.parametrize("disabled", ["1", "0"], ids=["plain", "compiled"])
def test_added_policy_plays_everywhere(disabled: str, tmp_path: Path) -> None:
    program = tmp_path / "added.py"
    program.write_text(ADDED)
    root = str(Path(__file__).parents[2])
    environment = {"NUMBA_DISABLE_JIT": disabled, "HOME": str(tmp_path), "PYTHONPATH": root}
    subprocess.run([sys.executable, program], check=True, env=environment)


def test_policy_cannot_be_added_once_games_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "is_prepared", lambda: True)
    with pytest.raises(RuntimeError, match="policy bluff must be defined before games are played"):
        policies.policy(policies.bluff)


def test_policy_must_be_registered() -> None:
    with pytest.raises(ValueError, match="a policy must be a registered function"):
        Policy(lambda *_: 1)


@pytest.mark.parametrize("exponent", [0.0, 1.0, 3.0, 20.0, 2.5, -1.0])
def test_power(exponent: float) -> None:
    assert power(0.7, exponent) == pytest.approx(0.7**exponent)


def test_generator_draws_uniformly() -> None:
    state = [0, 0]
    chances.begin(state, [1, 2], 3)
    words = np.array([chances.word(state) for _ in range(4000)])
    bits = words[:, None] >> np.arange(32) & 1
    assert np.abs(bits.mean(axis=0) - 0.5).max() < 0.04
    drawn = [chances.drawn(0b10110, state) for _ in range(3000)]
    assert {cards: drawn.count(cards) // 900 for cards in set(drawn)} == {2: 1, 4: 1, 16: 1}
    assert chances.drawn(0, state) == 0
    assert one_of(0b100, seeded(1)) == 0b100
