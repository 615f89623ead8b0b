from math import inf, sqrt
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


def test_views_of_one_deal_do_not_count_as_several_draws() -> None:
    """Each of four deals has two views."""
    values = [1.0, 2.0, 4.0, 7.0]
    whole = mean([(value, 1.0) for value in values], exact=False)
    parts = mean([(value, 0.5) for value in values for _ in range(2)], exact=False)
    assert parts.value == whole.value
    assert parts.error == pytest.approx(whole.error)
