"""Ratings by the choice model, with their intervals."""

import random
import sys
from dataclasses import replace

import pytest

from cluetree.errors import MissingExtraError
from cluetree.play.ratings import ratings
from cluetree.play.result_store import Played


def games(deals: int, strength: dict[str, float], seed: int) -> list[Played]:
    """Let each win by its strength among those at the table; three of them sit down by chance."""
    rng = random.Random(seed)
    played: list[Played] = []
    for deal in range(deals):
        seating = tuple(rng.choices(tuple(strength), k=3))
        (winner,) = rng.choices(range(3), [strength[name] for name in seating])
        played.append(Played(deal, seating, winner, 9))
    return played


@pytest.mark.slow
def test_ten_times_the_chance_are_400_points() -> None:
    found = ratings(games(600, {"a": 10.0, "b": 1.0, "c": 1.0}, seed=3))
    apart = found["a"].mean - (found["b"].mean + found["c"].mean) / 2
    assert apart == pytest.approx(400, abs=60)
    assert sum(rating.mean for rating in found.values()) == pytest.approx(0, abs=1e-6)


@pytest.mark.slow
def test_intervals_have_their_stated_coverage() -> None:
    held = 0
    for seed in range(60):
        rating = ratings(games(120, {"a": 10.0, "b": 1.0, "c": 1.0}, seed))["a"]
        held += rating.low <= 400 * 2 / 3 <= rating.high
    assert held / 60 > 0.86


@pytest.mark.slow
def test_entrant_without_a_win_has_a_rating() -> None:
    found = ratings(Played(deal, ("a", "b"), 0, 5) for deal in range(9))
    assert found["b"].mean < -100 < 100 < found["a"].mean


@pytest.mark.slow
def test_one_deal_or_evening_has_no_interval() -> None:
    assert not ratings([Played(0, ("a", "b"), 0, 5)])["a"].is_known
    evening = [Played(deal, ("a", "b"), deal % 2, 5, evening=0) for deal in range(10)]
    assert not ratings(evening)["a"].is_known
    assert ratings(replace(game, evening=None) for game in evening)["a"].is_known


def test_rating_needs_a_win() -> None:
    with pytest.raises(ValueError, match="at least one game with a winner"):
        ratings([Played(0, ("a", "b"), None, 5)])


def test_missing_choix_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    with pytest.raises(MissingExtraError, match=r"'\.\[ratings\]'"):
        ratings([Played(0, ("a", "b"), 0, 5)])
