from math import inf, sqrt
from statistics import mean as average, stdev

import pytest

from cluetree.advice._viewpoint import Cases
from cluetree.beliefs import Estimate

VALUES = [1.0, 2.0, 4.0, 7.0]


def mean(*cases: tuple[float, float]) -> Estimate:
    return Cases(cases, exact=False, complete=True).mean(lambda value: value)


def test_mean_of_draws_has_the_usual_standard_error() -> None:
    found = mean(*((value, 1.0) for value in VALUES))
    assert found.value == average(VALUES)
    assert found.error == pytest.approx(stdev(VALUES) / sqrt(len(VALUES)))
    assert mean((2.0, 1.0)) == Estimate(2.0, inf)


def test_undrawn_case_is_possible() -> None:
    found = Cases([(False, 1.0)] * 98, exact=False, complete=True).chance(lambda value: value)
    assert found.value == 0
    assert found.error == pytest.approx(sqrt(0.01 * 0.99 / 98))


def test_views_of_one_deal_do_not_count_as_several_draws() -> None:
    """Each of four deals has two views."""
    whole = mean(*((value, 1.0) for value in VALUES))
    parts = mean(*((value, 0.5) for value in VALUES for _ in range(2)))
    assert parts.value == whole.value
    assert parts.error == pytest.approx(whole.error)
