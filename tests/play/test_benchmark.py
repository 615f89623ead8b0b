"""The benchmark table: fixed games between different agents."""

from itertools import permutations
from pathlib import Path
from statistics import fmean
from typing import Final

import msgspec
import pytest

import cluetree
from cluetree.play.agents import Heuristic, RandomStateful, Wensel
from cluetree.play.benchmark import YARDSTICKS, Benchmark, BenchmarkTable
from cluetree.play.result_store import ResultStore
from cluetree.play.tournament import Entrant

ROOT: Final = Path(cluetree.__file__).parent.parent
RANDOM, WENSEL = Entrant("random", RandomStateful()), Entrant("wensel", Wensel())
MINE = Entrant("mine", Heuristic(tie="random"))


def test_each_agent_meets_two_of_each_other() -> None:
    table = Benchmark((RANDOM, WENSEL, MINE), (RANDOM, WENSEL), deals=2)
    store, told = ResultStore(), list[tuple[int, int]]()
    table.play(store, progress=lambda done, total: told.append((done, total)))
    found = table.table(store)
    assert [(cell.agent.name, cell.against) for cell in found.cells] == [
        ("random", "wensel"),
        ("wensel", "random"),
        ("mine", "random"),
        ("mine", "wensel"),
    ]
    assert all(cell.agent.games == 6 for cell in found.cells)
    assert found.games == table.games == 24
    assert told[-1] == (24, 24)
    assert told == sorted(told)


def test_more_agents_change_no_other_cell() -> None:
    small, large = (Benchmark((WENSEL, *more), (RANDOM,), deals=3) for more in ((), (MINE, RANDOM)))
    store, other = ResultStore(), ResultStore()
    small.play(store)
    large.play(other)
    one, two = small.table(store).cells[0], large.table(other).cells[0]
    assert (one.agent.share, one.agent.by_seat) == (two.agent.share, two.agent.by_seat)


def test_stored_rows_appear_beside_new_ones() -> None:
    table = Benchmark((MINE,), (RANDOM,), deals=200, seed=2026).table(ResultStore())
    found = table.with_stored_rows()
    assert found is not None
    pairs = {(cell.agent.name, cell.against) for cell in found.cells}
    assert pairs == set(permutations(YARDSTICKS, 2))
    assert all(cell.agent.games == 600 for cell in found.cells)


@pytest.mark.parametrize("change", [{"deals": 199}, {"seed": 7}, {"version": "0.0.1"}])
def test_stored_rows_of_other_games_are_left_out(change: dict[str, int]) -> None:
    table = BenchmarkTable(**{"deals": 200, "seed": 2026, "cells": ()} | change)  # type: ignore[arg-type]
    assert table.with_stored_rows() is None


@pytest.mark.slow
def test_stored_rows_are_those_of_this_version() -> None:
    """If this fails, play the table again: `cluetree benchmark --json`."""
    (contest,) = Benchmark((RANDOM,), (WENSEL,), deals=200, seed=2026).tournaments()
    first, *_ = (order for order in contest.orders() if order[0] == 0)
    games = [game for deal in range(200) for game in contest.play((deal, first))]
    won = fmean(game.winner == 0 for game in games)
    table = BenchmarkTable(deals=200, seed=2026, cells=()).with_stored_rows()
    assert table is not None
    (stored,) = (c for c in table.cells if (c.agent.name, c.against) == ("random", "wensel"))
    assert won == pytest.approx(stored.agent.by_seat[0])


RESULTS: Final = sorted((ROOT / "docs" / "results").glob("*.json"))


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.stem)
def test_published_result_has_the_form_and_games_of_the_table(path: Path) -> None:
    found = msgspec.json.decode(path.read_bytes(), type=BenchmarkTable)
    about = msgspec.json.decode(path.read_bytes())
    assert found.with_stored_rows() is not None, "other deals, seed or version"
    assert all(about[field] for field in ("by", "source", "machine"))
    (name,) = {cell.agent.name for cell in found.cells}
    assert name not in YARDSTICKS
    assert [cell.against for cell in found.cells] == [*YARDSTICKS]
    for cell in found.cells:
        share, seats = cell.agent.share, cell.agent.by_seat
        assert cell.agent.games == 3 * found.deals
        assert 0 <= share.low <= share.mean <= share.high <= 1
        assert share.mean == pytest.approx(fmean(seat for seat in seats if seat is not None))
    page = (ROOT / "docs" / "explanation" / "results.md").read_text("utf-8")
    assert f"| `{name}` |" in page, "run docs/tables.py results"
