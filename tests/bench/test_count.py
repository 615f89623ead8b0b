"""pytest tests/bench --benchmark-only -n 0: how long one answer takes, by family and turn."""

from collections import defaultdict
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from cluetree import Evidence
from tests.bench.timing import answer
from tests.exact.data import State, states
from tests.exact.games import only_shows, seeded

CELLS: Final[defaultdict[tuple[str, int], list[State]]] = defaultdict(list)
for _state in states():
    CELLS[_state.cell].append(_state)
each_cell = pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell[0]}-turn{cell[1]}")


@each_cell
def test_count(cell: tuple[str, int], benchmark: BenchmarkFixture) -> None:
    """All positions of the cell, one after another, nothing remembered."""
    evidences = [state.gathered for state in CELLS[cell]]

    def work() -> None:
        for evidence in evidences:
            answer(evidence)

    benchmark.group = "count"
    benchmark.extra_info["positions"] = len(evidences)
    benchmark(work)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_count_where_all_was_shown_unseen(players: int, benchmark: BenchmarkFixture) -> None:
    positions = [only_shows(seeded(seed), players) for seed in range(5)]
    benchmark.group = "artificial"
    benchmark(lambda: list(map(answer, positions)))


@pytest.mark.parametrize("family", ["c3", "c6", "m10"])
def test_gather(family: str, benchmark: BenchmarkFixture) -> None:
    """The longest log of the family."""
    state = max(states(family), key=lambda state: len(state.record.events))
    benchmark.group = "gather"
    benchmark.extra_info["events"] = len(state.record.events)
    benchmark(Evidence.gather, state.record.table, state.record.events)
