"""The cache of tallies is bounded, and problems that are alike share one."""

from collections import Counter
from itertools import islice

import pytest

from cluetree import Category, CluePlayer, Evidence, Holds, Table
from cluetree.editions import CLUE_US
from cluetree.exact import _count
from cluetree.exact._count import tally
from cluetree.exact._problem import Problem, reduce
from cluetree.limit import Meter
from tests.exact.data import states
from tests.exact.games import NAMES

pytestmark = pytest.mark.usefixtures("path")


def some_problems(number: int) -> list[Problem]:
    reductions = (reduce(state.gathered, Meter()) for state in states("c3"))
    return [*islice((each.problem for each in reductions if each is not None), number)]


def test_cache_keeps_the_last_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_count, "_MOST", 2)
    problems = some_problems(3)
    for problem in problems:
        tally(problem, Meter())
    assert [*_count._known] == problems[1:]


def test_large_tally_is_not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_count, "_LARGEST", 3)
    (problem,) = some_problems(1)
    assert tally(problem, Meter()).size > 3
    assert not _count._known


def test_renamed_positions_share_a_count() -> None:
    """Cards of one category are interchangeable: the reduced problem is the same."""
    table = Table(CLUE_US, tuple(CluePlayer(name, 3) for name in NAMES[:6]))
    problems = Counter(
        reduction.problem
        for card in CLUE_US.of(Category.ROOM)
        if (reduction := reduce(Evidence.gather(table, [Holds("Ann", card)]), Meter())) is not None
    )
    assert list(problems.values()) == [9]
    (problem,) = problems
    assert tally(problem, Meter()) is tally(problem, Meter())
