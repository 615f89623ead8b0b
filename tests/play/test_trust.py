"""Trust in models follows their predictions."""

import numpy as np
import pytest

from cluetree.play.agents._trust import Trust
from cluetree.play.engine.layout import Asked

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
