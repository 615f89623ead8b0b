"""pytest tests/bench --benchmark-only -n 0: the tree, samples, and whole games event by event."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from cluetree import Evidence, SolverTree
from cluetree.exact import count
from cluetree.exact._count import MEMORY
from tests.bench.timing import answer
from tests.exact.data import states
from tests.exact.games import seeded


@pytest.mark.parametrize("family", ["c3", "c6", "m10"])
def test_gather(family: str, benchmark: BenchmarkFixture) -> None:
    """The longest log of the family."""
    state = max(states(family), key=lambda state: len(state.record.events))
    benchmark.group = "gather"
    benchmark.extra_info["events"] = len(state.record.events)
    benchmark(Evidence.gather, state.record.table, state.record.events)


@pytest.mark.parametrize("family", ["c3", "c6", "m10"])
def test_tree(family: str, benchmark: BenchmarkFixture) -> None:
    """Grown, pruned after every event, and read."""
    state = max(states(family), key=lambda state: len(state.record.events))
    table, events = state.record.table, state.record.events

    def work() -> None:
        tree = SolverTree.at(table)
        for number, event in enumerate(events, start=1):
            for info in event.infos(table):
                tree.grow(info, number=number)
            tree.prune()
        tree.evidence()

    benchmark.group = "tree"
    benchmark.extra_info["events"] = len(events)
    benchmark(work)


@pytest.mark.parametrize("family", ["c3", "c6", "m10"])
def test_sampling(family: str, benchmark: BenchmarkFixture) -> None:
    """A thousand deals at turn 1, the preparation being done."""
    state = next(state for state in states(family) if state.line.turn == 1)
    beliefs = count(state.gathered)
    beliefs.sample(1, rng=seeded(0))
    benchmark.group = "a thousand samples"
    benchmark(beliefs.sample, 1000, rng=seeded(1))


@pytest.mark.parametrize("part", ["one answer at turn 1", "after every event"])
def test_whole_six_player_game(part: str, benchmark: BenchmarkFixture) -> None:
    """Two rows of one group, so that their ratio is shown."""
    first, last = (state for state in list(states("c6"))[:6] if state.line.turn in {1, 10})
    table, events = last.record.table, last.record.events

    def after_every_event() -> None:
        MEMORY.clear()
        tree = SolverTree.at(table)
        for number, event in enumerate(events, start=1):
            for info in event.infos(table):
                tree.grow(info, number=number)
            tree.prune()
            count(tree.evidence())

    benchmark.group = "a whole six-player game"
    if part == "after every event":
        benchmark.extra_info["events"] = len(events)
        benchmark(after_every_event)
    else:
        benchmark(answer, first.gathered)
