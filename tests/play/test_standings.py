"""Standings: shares a seat, intervals clustered by deal, differences on the same deals."""

import random
from math import sqrt

import msgspec
import pytest

from cluetree.play.conduct import Conduct
from cluetree.play.interval import Interval
from cluetree.play.result_store import Played, Unproven
from cluetree.play.standings import Gambles, standings

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


def test_gambles_are_counted_with_their_claims() -> None:
    games = [
        Played(0, ("a", "b"), 0, 9, (Unproven(0, 0.9), Unproven(1, 0.2))),
        Played(0, ("b", "a"), 0, 5, (Unproven(1, 0.5),)),
        Played(1, ("a", "b"), None, 5, (Unproven(1),)),
    ]
    gambles = {row.name: row.gambles for row in standings(games).entrants}
    assert gambles == {"a": Gambles(2, 1, 0.7), "b": Gambles(2, 0, 0.2)}
    assert standings(games[:1] * 2).entrants[0].gambles.made == 2
    nobody = standings([Played(0, ("a", "b"), 0, 3)]).entrants[0].gambles
    assert nobody == Gambles(0, 0, None)


def test_turns_per_win_count_won_games_only() -> None:
    games = [Played(0, ("a", "b"), 0, 3), Played(1, ("a", "b"), 1, 30), Played(2, ("a", "b"), 0, 5)]
    a, b = sorted(
        standings([*games, Played(2, ("b", "a"), 1, 7)]).entrants, key=lambda row: row.name
    )
    assert a.turns_a_win is not None
    assert b.turns_a_win is not None
    assert (a.turns_a_win.mean, b.turns_a_win.mean) == (5, 30)
    assert a.turns_a_win.is_known
    assert not b.turns_a_win.is_known, "it has won on one deal only"
    assert standings(games[:1]).entrants[1].turns_a_win is None


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


def test_evening_is_the_unit() -> None:
    """Ten games with one winner are one measurement, if they are an evening."""
    rng = random.Random(1)
    outcomes = [rng.randrange(2) for _ in range(50)]
    once = standings(Played(deal, ("a", "b"), won, 4 + won) for deal, won in enumerate(outcomes))
    evenings = standings(
        Played(deal, ("a", "b"), outcomes[deal // 10], 4 + outcomes[deal // 10], evening=deal // 10)
        for deal in range(500)
    )
    assert (evenings.games, evenings.deals, evenings.clustered_by) == (500, 500, "evening")
    assert evenings.turns == once.turns
    pairs = [*zip(once.seats, evenings.seats, strict=True)]
    apart, together = ([one.points for one in found.differences] for found in (once, evenings))
    pairs += zip(apart, together, strict=True)
    for one, other in zip(once.entrants, evenings.entrants, strict=True):
        assert one.turns_a_win == other.turns_a_win
        pairs.append((one.share, other.share))
    for single, evening in pairs:
        assert evening.mean == single.mean
        assert width(evening) == pytest.approx(width(single), rel=0.02)


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
    assert other == -points["c", "a"]
    assert -1 <= other.low < other.mean < other.high <= 1


def test_standings_are_json() -> None:
    """Unknown bounds are null, since JSON has no infinity."""
    games = [
        Played(0, ("a", "b"), 0, 9, (Unproven(0, 0.5),), (Conduct(4, 1.5), Conduct(3, 0.5))),
        Played(0, ("b", "a"), None, 5),
    ]
    found = msgspec.json.decode(msgspec.json.encode(standings(games, {"a": Interval(7, 5, 9)})))
    assert found["format"] == "cluetree-standings/2"
    first, second = found["entrants"]
    assert first["share"] == {"mean": 0.5, "low": None, "high": None}
    assert first["rating"] == {"mean": 7, "low": 5, "high": 9}
    assert first["conduct"] == {"choices": 4, "seconds": 1.5, "faults": []}
    assert first["gambles"] == {"made": 1, "right": 1, "said": 0.5}
    assert second["rating"] is None
