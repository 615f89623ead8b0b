"""Memory stays small, and long records cost in proportion to their length."""

import tracemalloc
from collections import Counter
from dataclasses import replace
from typing import Final

import pytest

from cluetree import Category, CluePlayer, Evidence, Holds, HoldsOneOf, Table
from cluetree.advice import advise
from cluetree.editions import CLUE_US
from cluetree.exact import count
from cluetree.exact._count import MEMORY, Memory, tally
from cluetree.exact._problem import Problem, Tally, reduce
from cluetree.limit import Limit
from tests.exact.data import State, states
from tests.exact.games import NAMES, only_shows, seeded
from tests.exact.hard import hard

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


@pytest.mark.slow
@pytest.mark.parametrize("core", [False, True], ids=["plain", "core"])
def test_limit_bounds_the_memory_of_advice_too(core: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In time nobody would wait for, so that nothing else ends the exact part."""
    if not core:
        monkeypatch.setattr("cluetree.exact._count._core", None)
    game = hard(17)
    room = game.table.edition.rooms[0]
    tracemalloc.start()
    try:
        advice = advise(
            game.table,
            Evidence.gather(game.table, game.events),
            rooms=[room],
            limit=Limit(seconds=3600),
        )
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert advice.suggestions
    assert not advice.exact
    assert most < 128 * MEGABYTE


def test_repeated_branches_need_no_memory() -> None:
    """A thousand equal shows are one branch, independent of the asker."""
    table = Table(CLUE_US, tuple(CluePlayer(name, 3) for name in NAMES[:6]))
    show = HoldsOneOf("Bob", CLUE_US.cards[:3])
    once = Evidence.gather(table, [show])
    often = Evidence.gather(table, [show] * 1000)
    assert once == often


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
