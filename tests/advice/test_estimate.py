from math import inf, sqrt
from random import Random
from statistics import mean as average, stdev

import pytest

from cluetree.advice._draws import chance, mean
from cluetree.beliefs import Estimate


def test_mean_of_draws_has_the_usual_standard_error() -> None:
    values = [1.0, 2.0, 4.0, 7.0]
    found = mean([(value, 1.0) for value in values], exact=False)
    assert found.value == average(values)
    assert found.error == pytest.approx(stdev(values) / sqrt(len(values)))


def test_single_draw_has_unknown_error() -> None:
    assert mean([(2.0, 1.0)], exact=False) == Estimate(2.0, inf)


def test_undrawn_case_is_possible() -> None:
    found = chance([(False, 1.0)] * 98, exact=False)
    assert found.value == 0
    assert found.error == pytest.approx(sqrt(0.01 * 0.99 / 98))


def test_weighted_errors_are_as_large_as_the_spread_of_estimates() -> None:
    """Draws that count less: the estimates of many samples scatter as their errors say."""
    rng = Random(0)

    def drawn() -> Estimate:
        cases = [(rng.gauss(0, 1), rng.choice((0.1, 1.0))) for _ in range(60)]
        return mean(cases, exact=False)

    found = [drawn() for _ in range(600)]
    spread = stdev(estimate.value for estimate in found)
    assert average(estimate.error for estimate in found) == pytest.approx(spread, rel=0.1)
