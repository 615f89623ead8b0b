"""The cache of tallies is bounded, and problems that are alike share one."""

from collections import Counter
from dataclasses import replace

from cluetree import Category, CluePlayer, Evidence, Holds, Table
from cluetree.editions import CLUE_US
from cluetree.exact._count import Memory, tally
from cluetree.exact._problem import Problem, Tally, reduce
from cluetree.limit import Limit
from tests.exact.data import states
from tests.exact.games import NAMES


def test_cache_is_bounded() -> None:
    problem, counted = _a_problem()
    memory = Memory(most=2 * counted.size)
    for capacity in range(3):
        memory.put(replace(problem, capacity=(capacity,)), counted, 1)
    assert memory.get(replace(problem, capacity=(0,))) is None
    assert memory.get(replace(problem, capacity=(2,))) == (counted, 1)


def _a_problem() -> tuple[Problem, Tally]:
    reduction = reduce(next(states("c3")).gathered)
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
