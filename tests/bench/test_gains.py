"""pytest tests/bench --benchmark-only -n 0: all suggestions judged, by family and turn."""

from collections import defaultdict
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bench.gains import advice
from tests.exact.data import State, states

CELLS: Final[defaultdict[tuple[str, int], list[State]]] = defaultdict(list)
for _state in states("c3", "c4", "c5", "c6"):
    CELLS[_state.cell].append(_state)


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell[0]}-turn{cell[1]}")
def test_advice(cell: tuple[str, int], benchmark: BenchmarkFixture) -> None:
    """All positions of the cell, one after another, nothing remembered."""
    positions = [(state.record.table, state.gathered) for state in CELLS[cell]]

    def work() -> None:
        for table, evidence in positions:
            advice(table, evidence)

    benchmark.group = "advice"
    benchmark.extra_info["positions"] = len(positions)
    benchmark(work)
