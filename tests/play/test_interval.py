"""Intervals: correct for few and many deals, within the possible range, never empty."""

import random
from math import exp, lgamma, pi, sqrt

import pytest
from hypothesis import given, strategies as st

from cluetree.play.standings import Interval

SHARES = st.lists(st.sampled_from((0.0, 1 / 3, 2 / 3, 1.0)), min_size=1, max_size=40)


def coverage(deals: int, truth: float, *, games: int = 3, times: int = 400) -> float:
    """How often the interval holds the truth, if the games of a deal have luck in common."""
    rng = random.Random(f"{deals} {truth}")
    held = 0
    for _ in range(times):
        lucks = (rng.choice((truth - 0.1, truth + 0.1)) for _ in range(deals))
        shares = [sum(rng.random() < luck for _ in range(games)) / games for luck in lucks]
        share = Interval.of_shares(shares)
        held += share.low <= truth <= share.high
    return held / times


@pytest.mark.parametrize("truth", [0.1, 1 / 3, 0.8])
@pytest.mark.parametrize("deals", [2, 3, 5, 20, 100])
def test_intervals_have_their_stated_coverage(deals: int, truth: float) -> None:
    assert coverage(deals, truth) > 0.92


def test_intervals_are_narrow() -> None:
    """With many deals that agree as little as games do, 95 % and not more."""
    assert coverage(100, 1 / 3) < 0.98


@given(SHARES, st.sampled_from((0.0, -1.0)))
def test_share_stays_possible_and_is_never_certain(shares: list[float], least: float) -> None:
    found = Interval.of_shares(shares, least=least)
    if len(shares) == 1:
        assert not found.is_known
    else:
        assert least <= found.low <= found.mean <= found.high <= 1
        assert found.high - found.low > 0.05


def within(t: float, freedom: int, pieces: int = 1000) -> float:
    """The chance that Student's t is from -t to t: its density, summed up by Simpson's rule."""
    scale = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * pi)
    heights: list[float] = [
        (1 + (at * t / pieces) ** 2 / freedom) ** (-(freedom + 1) / 2) for at in range(pieces + 1)
    ]
    ends, odd, even = heights[0] + heights[-1], sum(heights[1::2]), sum(heights[2:-1:2])
    return 2 * scale * t / pieces / 3 * (ends + 4 * odd + 2 * even)


@pytest.mark.parametrize(
    ("freedom", "off"), [(1, 1e-6), (2, 1e-6), (3, 3e-4), (10, 1e-6), (30, 1e-8), (300, 1e-11)]
)
def test_student_s_t_is_exceeded_once_in_twenty(freedom: int, off: float) -> None:
    assert within(Interval.student(0, 1, freedom + 1).high, freedom) == pytest.approx(0.95, abs=off)


def test_turns_are_not_negative() -> None:
    assert Interval.of([1, 30]).low == 0
