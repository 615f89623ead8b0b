"""Memory stays small, and long records cost in proportion to their length."""

import tracemalloc
from collections import Counter
from dataclasses import replace
from typing import Final

import pytest

from cluetree import Category, CluePlayer, Evidence, Holds, Table
from cluetree.editions import CLUE_US
from cluetree.exact import count
from cluetree.exact._count import MEMORY, Memory, tally
from cluetree.exact._problem import Problem, Tally, reduce
from cluetree.limit import Limit
from tests.exact.data import State, states
from tests.exact.games import NAMES, only_shows, seeded

MEGABYTE: Final = 2**20
CLASSIC: Final = [state for state in states("c3", "c4", "c5", "c6") if state.line.turn <= 3]


def peak(evidence: Evidence) -> int:
    """The most memory that counting takes at a time, in bytes, nothing remembered before."""
    MEMORY.clear()
    tracemalloc.start()
    try:
        beliefs = count(evidence)
        assert beliefs.deals
        beliefs.sample(10, rng=seeded(0))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return most


@pytest.mark.parametrize("state", CLASSIC, ids=lambda state: state.place)
def test_classic_position_stays_below_64_megabytes(state: State) -> None:
    assert peak(state.gathered) < 64 * MEGABYTE


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_artificial_position_stays_below_64_megabytes(players: int) -> None:
    assert peak(only_shows(seeded(players), players)) < 64 * MEGABYTE


def test_cache_is_bounded() -> None:
    problem, counted = _a_problem()
    memory = Memory(most=2 * counted.size)
    for capacity in range(3):
        memory.put(replace(problem, capacity=(capacity,)), counted, 1)
    assert memory.get(replace(problem, capacity=(0,))) is None
    assert memory.get(replace(problem, capacity=(2,))) == (counted, 1)


def _a_problem() -> tuple[Problem, Tally]:
    reduction = reduce(CLASSIC[0].gathered)
    assert reduction is not None
    return reduction.problem, tally(reduction.problem)


def test_renamed_positions_share_a_count() -> None:
    """Cards of one category are interchangeable: the reduced problem is the same."""
    table = Table(CLUE_US, tuple(CluePlayer(name, 3) for name in NAMES[:6]))
    problems = Counter(
        reduction.problem
        for card in CLUE_US.of(Category.ROOM)
        if (reduction := reduce(Evidence.gather(table, [Holds("Ann", card)]))) is not None
    )
    assert list(problems.values()) == [9]
    (problem,) = problems
    assert tally(problem) is tally(problem)
    assert tally(problem, Limit(states=10**6)) == tally(problem)
