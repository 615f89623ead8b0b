"""Problems that are alike share a tally."""

from collections import Counter

import pytest

from cluetree import Category, CluePlayer, Evidence, Holds, Table
from cluetree.editions import CLUE_US
from cluetree.exact._count import tally
from cluetree.exact._problem import reduce
from tests.exact.games import NAMES

pytestmark = pytest.mark.usefixtures("path")


def test_renamed_positions_share_a_count() -> None:
    """Cards of one category are interchangeable: the reduced problem is the same."""
    table = Table(CLUE_US, tuple(CluePlayer(name, 3) for name in NAMES[:6]))
    problems = Counter(
        reduce(Evidence.gather(table, [Holds("Ann", card)])).problem
        for card in CLUE_US.of(Category.ROOM)
    )
    assert list(problems.values()) == [9]
    (problem,) = problems
    assert tally(problem) is tally(problem)
