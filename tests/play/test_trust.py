"""Trust in models follows their predictions."""

import numpy as np
import pytest

from cluetree.play.agents._opponent_models import (
    LastAsked,
    bluff_rates,
    habit_chances,
    own_chances,
)
from cluetree.play.agents._trust import Trust
from cluetree.play.engine.layout import Asked

CATEGORIES = (0b11, 0b1100, 0b110000)
HANDS = np.array([[0, 0], [1, 2]], dtype=np.uint64)
"""Two deals: the other seat, 1, has the first card in the one and the second in the other."""


def told(trust: Trust, likelier: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The weights after reading multiplies the chance of the second deal."""
    return trust.weights(HANDS, np.ones(2), {1: np.array([1.0, likelier])})


def test_correct_predictions_increase_trust() -> None:
    for card, is_right in ((2, True), (1, False)):
        trust = Trust([1])
        before = trust.of(1)
        for _ in range(5):
            told(trust, 4)
            trust.test(Asked(0, card, frozenset(), {1: card}))
        assert (trust.of(1) > before) == is_right
        assert trust.failures == (0 if is_right else 5)
        assert 0 < trust.due < 2
        assert (trust.corrected(0.9, 9) == pytest.approx(0.9)) == is_right


def test_without_trust_the_models_have_no_weight() -> None:
    trust = Trust([1])
    assert told(trust, 4)[1] > 0.75
    for _ in range(20):
        told(trust, 9)
        trust.test(Asked(0, 2, frozenset({1})))
    assert told(trust, 4) == pytest.approx([0.5, 0.5], abs=0.01)


def test_unanimous_prediction_does_not_change_trust() -> None:
    trust = Trust([1])
    before = trust.of(1)
    told(trust, 4)
    trust.test(Asked(0, 3, frozenset(), {1: 0}))
    trust.test(Asked(1, 3, frozenset({0})))
    assert (trust.of(1), trust.due) == (before, 0)


def test_impossible_answer_ends_the_tests() -> None:
    trust = Trust([1])
    told(trust, 4)
    for _ in range(2):
        trust.test(Asked(0, 8, frozenset(), {1: 8}))
    assert trust.due == 0


class TestModels:
    def test_repetition_needs_no_knowledge(self) -> None:
        copied, differing = (
            habit_chances([LastAsked(guess, 0, 0b010101) for guess in guesses], CATEGORIES)
            for guesses in ([0b010101] * 4, [0b101010] * 3 + [0b010101])
        )
        assert (np.diff(copied) > 0).all()
        assert copied[0] == pytest.approx((0.1 + 0.9 / 2) ** 3)
        assert copied[3] > 0.5
        assert differing[3] < 0.01

    def test_own_cards_are_learned_where_they_are_held(self) -> None:
        hand = np.array([0b000001, 0b000010, 0], dtype=np.uint64)
        is_own, chances = own_chances(hand, [0b010101] * 6, CATEGORIES)
        own, honest, without = chances.T
        assert is_own[:, 0].all(axis=0).tolist() == [True, False, False]
        assert not is_own[:, 1:].any()
        assert own[0] == honest[0] == pytest.approx(1 / 2)  # none or one, as there is but one
        assert (np.diff(own) > 0).all()
        assert (np.diff(honest) > 0).all()
        assert own[-1] > 0.9
        assert without == pytest.approx(1)

    def test_recent_suggestions_count_most(self) -> None:
        hand = np.array([0b000001, 0b000010], dtype=np.uint64)
        honest, bluffing = 0b101010, 0b010101
        turncoat, penitent = (
            bluff_rates(hand, asked, CATEGORIES)[0, 0]
            for asked in ([honest] * 4 + [bluffing] * 4, [bluffing] * 4 + [honest] * 4)
        )
        assert turncoat > 0.6
        assert penitent < 0.4

    def test_category_without_evidence_follows_the_others(self) -> None:
        hand = np.array([0b010101], dtype=np.uint64)
        bluffs = bluff_rates(hand, [0b101001] * 6, CATEGORIES)[:, 0]
        assert bluffs[0] > 0.6
        assert bluffs[1] == pytest.approx(bluffs[2])
        assert bluffs[1] < 0.2
        unseen = bluff_rates(np.array([0b000101], dtype=np.uint64), [0b100101] * 6, CATEGORIES)[
            :, 0
        ]
        assert unseen[2] > 0.6
