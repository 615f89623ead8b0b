"""Standings: shares by seat, intervals clustered by deal, differences on the same deals."""

import random
from collections.abc import Sequence
from itertools import permutations
from statistics import fmean

import msgspec
import pytest
from hypothesis import given, strategies as st

from cluetree.play.result_store import Played
from cluetree.play.standings import Interval, standings
from cluetree.play.supervised import Conduct


@st.composite
def tournaments(draw: st.DrawFn) -> list[Played]:
    """Games of a few deals, in any seatings; an entrant may miss a deal."""
    seatings = st.lists(st.tuples(*[st.sampled_from("abc")] * 3), min_size=1, max_size=3)
    return [
        Played(deal, seating, draw(st.none() | st.integers(0, 2)), draw(st.integers(1, 60)))
        for deal in range(draw(st.integers(1, 4)))
        for seating in draw(seatings)
    ]


def wins(games: list[Played], name: str, seats: Sequence[int] = range(3)) -> list[bool]:
    """Return for each seat that an entrant held whether it won there."""
    held = [(game, seat) for game in games for seat in seats if game.seating[seat] == name]
    return [game.winner == seat for game, seat in held]


@given(tournaments())
def test_standings_are_means_by_deal(games: list[Played]) -> None:
    found = standings(games)
    deals = [[game for game in games if game.deal == deal] for deal in {g.deal for g in games}]
    shares = {
        name: [fmean(own) if (own := wins(deal, name)) else None for deal in deals]
        for name in {name for game in games for name in game.seating}
    }
    assert (found.games, found.deals) == (len(games), len(deals))
    assert found.unfinished == len([game for game in games if game.winner is None])
    assert found.turns == Interval.of([fmean(game.turns for game in deal) for deal in deals])
    means = [row.share.mean for row in found.entrants]
    assert means == sorted(means, reverse=True)
    assert {row.name for row in found.entrants} == {*shares}
    for row in found.entrants:
        assert row.games == len([game for game in games if row.name in game.seating])
        played = [share for share in shares[row.name] if share is not None]
        assert row.share == Interval.of_shares(played)
        for seat, share in enumerate(row.by_seat):
            here = wins(games, row.name, [seat])
            assert share == (fmean(here) if here else None)
    points = {(apart.above, apart.below): apart.points for apart in found.differences}
    for one, other in permutations(shares, 2):
        pairs = zip(shares[one], shares[other], strict=True)
        both = [a - b for a, b in pairs if a is not None and b is not None]
        expected = Interval.of_shares(both, least=-1) if both else None
        assert points.get((one, other)) == expected


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
