"""How a tournament stands, as programs read it."""

from math import inf

import pytest

from cluetree.operations.forms.standings import BenchmarkForm, StandingsForm
from cluetree.play.benchmark import Benchmark, Cell
from cluetree.play.conduct import Conduct, Fault, FaultKind
from cluetree.play.interval import Interval
from cluetree.play.standings import Gambles, Standing, Standings
from tests.operations.test_advice import as_read

MINE = Standing(
    name="mine",
    games=6,
    share=Interval(0.5, 0.25, 0.75),
    by_seat=(0.5, None, 0.25),
    turns_a_win=Interval(9.5, 8.0, 11.0),
    conduct=Conduct(40, 1.5, (Fault(FaultKind.LATE, "too late", 2),)),
    gambles=Gambles(3, 1, 0.5),
)
OTHER = Standing("other", 6, Interval(0.25, -inf, inf), (), None, Conduct(), Gambles(0, 0, None))
RATINGS = {"mine": Interval(40.0, 30.0, 50.0)}
IN_JSON = {
    "name": "mine",
    "games": 6,
    "share": {"mean": 0.5, "low": 0.25, "high": 0.75},
    "by_seat": [0.5, None, 0.25],
    "turns_a_win": {"mean": 9.5, "low": 8.0, "high": 11.0},
    "rating": {"mean": 40.0, "low": 30.0, "high": 50.0},
    "conduct": {
        "choices": 40,
        "seconds": 1.5,
        "faults": [{"kind": "late", "words": "too late", "count": 2}],
    },
    "gambles": {"made": 3, "right": 1, "said": 0.5},
}


@pytest.fixture
def standings() -> Standings:
    return Standings(
        rows=(MINE, OTHER),
        differences={("mine", "other"): Interval(0.25, 0.0, 0.5)},
        turns=Interval(20.0, 19.0, 21.0),
        seat_shares=(Interval(0.4, 0.3, 0.5), Interval(0.1, 0.0, 0.2)),
        games=12,
        deals=4,
        unfinished=1,
    )


def test_json_of_a_tournament(standings: Standings) -> None:
    told = as_read(StandingsForm.of(standings, RATINGS))
    first, second = told.pop("entrants")
    assert first == IN_JSON
    assert second["share"] == {"mean": 0.25, "low": None, "high": None}
    assert (second["turns_a_win"], second["rating"]) == (None, None)
    assert told == {
        "format": "cluetree-standings/2",
        "games": 12,
        "deals": 4,
        "unfinished": 1,
        "turns": {"mean": 20.0, "low": 19.0, "high": 21.0},
        "seats": [{"mean": 0.4, "low": 0.3, "high": 0.5}, {"mean": 0.1, "low": 0.0, "high": 0.2}],
        "differences": [
            {"above": "mine", "below": "other", "points": {"mean": 0.25, "low": 0.0, "high": 0.5}}
        ],
    }


def test_json_of_the_published_table() -> None:
    cell = Cell("mine", "random", MINE, unfinished=2, games=())
    table = BenchmarkForm.of(Benchmark((), (), deals=2, seed=7), [cell], RATINGS)
    assert as_read(table) == {
        "format": "cluetree-benchmark/1",
        "seed": 7,
        "deals": 2,
        "cells": [{"against": "random", "unfinished": 2, "agent": IN_JSON}],
    }
