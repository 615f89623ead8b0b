"""Standings: shares by seat, intervals clustered by deal, differences on the same deals."""

import random
from math import sqrt

import msgspec
import pytest
from hypothesis import given, strategies as st

from cluetree.play.result_store import Played
from cluetree.play.standings import Interval, standings
from cluetree.play.supervised import Conduct

ABB = (("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a"))


def test_share_is_wins_by_seats_held() -> None:
    games = [Played(0, seating, winner, 10) for seating, winner in zip(ABB, (0, 1, 0), strict=True)]
    found = standings(games)
    assert [(row.name, row.games) for row in found.entrants] == [("a", 3), ("b", 3)]
    assert [row.share.mean for row in found.entrants] == pytest.approx([2 / 3, 1 / 6])
    assert found.entrants[0].by_seat == (1.0, 1.0, 0.0)
    assert found.entrants[1].by_seat == (0.5, 0.0, 0.0)
    assert (found.games, found.deals, found.unfinished) == (3, 1, 0)


def test_game_without_a_winner_is_a_win_for_no_entrant() -> None:
    found = standings([Played(0, ("a", "b"), None, 9), Played(0, ("b", "a"), 0, 5)])
    assert found.unfinished == 1
    assert {row.name: row.share.mean for row in found.entrants} == {"a": 0.0, "b": 0.5}
    assert found.turns.mean == 7


def width(found: Interval) -> float:
    return found.high - found.low


def test_deal_is_the_unit() -> None:
    """Twenty copies of one game in a deal make the interval no narrower."""
    rng = random.Random(1)
    outcomes = [rng.randrange(2) for _ in range(50)]
    once = [Played(deal, ("a", "b"), won, 4) for deal, won in enumerate(outcomes)]
    many = [game for game in once for _ in range(20)]
    assert standings(once).entrants[0].share == standings(many).entrants[0].share
    mean = sum(outcomes) / 50
    expected = 2 * 2.01 * sqrt(mean * (1 - mean) / 49)
    share = standings(once).entrants[0].share
    assert width(share) == pytest.approx(expected, rel=0.02)


def test_difference_is_paired() -> None:
    """Entrants with equal results on every deal have no difference."""
    games: list[Played] = []
    for deal, turns in enumerate((5, 50, 7, 80)):
        won = deal % 3
        games += [
            Played(deal, ("a", "b", "c"), won, turns),
            Played(deal, ("b", "a", "c"), won, turns),
        ]
    found = standings(games)
    points = {(apart.above, apart.below): apart.points for apart in found.differences}
    alike, other = points["a", "b"], points["a", "c"]
    assert alike.mean == 0
    assert alike.high - alike.low < other.high - other.low
    mirrored = points["c", "a"]
    mirror = [-mirrored.mean, -mirrored.high, -mirrored.low]
    assert [other.mean, other.low, other.high] == pytest.approx(mirror)
    assert -1 <= other.low < other.mean < other.high <= 1


def test_standings_are_json() -> None:
    """Unknown bounds are null, since JSON has no infinity."""
    games = [
        Played(0, ("a", "b"), 0, 9, (0.5, None), (Conduct(4, 1.5), Conduct(3, 0.5))),
        Played(0, ("b", "a"), None, 5),
    ]
    found = msgspec.json.decode(msgspec.json.encode(standings(games)))
    assert found["format"] == "cluetree-standings/3"
    first, _ = found["entrants"]
    assert first["share"] == {"mean": 0.5, "low": None, "high": None}
    assert first["conduct"] == {"choices": 4, "seconds": 1.5, "faults": []}


# Intervals


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
    assert 0.92 < coverage(deals, truth) < (0.98 if deals == 100 else 1.01)


SHARES = st.lists(st.sampled_from((0.0, 1 / 3, 2 / 3, 1.0)), min_size=1, max_size=40)


@given(SHARES, st.sampled_from((0.0, -1.0)))
def test_share_stays_possible_and_is_never_certain(shares: list[float], least: float) -> None:
    found = Interval.of_shares(shares, least=least)
    if len(shares) == 1:
        assert not found.is_known
    else:
        assert least <= found.low <= found.mean <= found.high <= 1
        assert found.high - found.low > 0.05


@pytest.mark.parametrize(
    ("freedom", "t"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (10, 2.2281), (300, 1.9679)]
)
def test_intervals_use_students_t(freedom: int, t: float) -> None:
    assert Interval.student(0, 1, freedom + 1).high == pytest.approx(t, rel=1 / 800)


def test_turns_are_not_negative() -> None:
    assert Interval.of([1, 30]).low == 0
