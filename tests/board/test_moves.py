"""Where a pawn can go, against all its paths written out one by one."""

from collections import deque
from collections.abc import Callable, Collection
from math import inf
from random import Random
from typing import Final

import pytest
from hypothesis import given, strategies as st

from cluetree import ClueCard, ClueError
from cluetree.board import Board, Place, Square, classic_board
from cluetree.editions import CLUE_US, CLUEDO_UK
from cluetree.errors import InvalidEventError, UnknownPlaceError
from tests.board.walking import boards, moves, one_step, places

CLASSIC: Final = classic_board(CLUE_US)
KITCHEN, STUDY, HALL = CLUE_US.hand("kitchen", "study", "hall")


def steps_on_foot(board: Board, start: Place, taken: Collection[Place]) -> dict[Place, int]:
    """Walk in all directions at once; rooms are not left again."""
    steps: dict[Place, int] = {start: 0}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        if isinstance(place, ClueCard) and place != start:
            continue
        for other in one_step(board, place):
            if other not in steps and not (isinstance(other, Square) and other in taken):
                steps[other] = steps[place] + 1
                waiting.append(other)
    return steps


def drawn(board: Board, rng: Random) -> tuple[Place, list[Place]]:
    """Draw a start and up to five other pawns, most of them close to it."""
    every = places(board)
    start = rng.choice(every)
    near = [place for place, steps in board.distances(start).items() if 0 < steps < 8]
    taken = rng.sample(near, min(len(near), rng.randrange(4))) + rng.sample(every, rng.randrange(3))
    return start, [place for place in taken if place != start]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("long", [(), pytest.param((10, 11, 12), marks=pytest.mark.slow)])
def test_moves_on_the_classic_board_follow_the_rules(long: tuple[int, ...], seed: int) -> None:
    rng = Random(seed)
    start, taken = drawn(CLASSIC, rng)
    for roll in long or (rng.randint(1, 5), rng.randint(6, 9)):
        expected = set(moves(CLASSIC, (start,), roll, taken))
        assert CLASSIC.reachable(start, roll, blocked=taken) == expected
        rooms = {place for place in expected if isinstance(place, ClueCard)}
        assert CLASSIC.rooms_within(start, roll, blocked=taken) == rooms


@given(board=boards(), data=st.data())
def test_moves_on_small_boards_follow_the_rules(board: Board, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(places(board)))
    taken = data.draw(st.sets(st.sampled_from(places(board)), max_size=4)) - {start}
    for roll in (1, 2, 5, 8):
        expected = set(moves(board, (start,), roll, taken))
        assert board.reachable(start, roll, blocked=taken) == expected
        # Once more, now that walks are remembered, and without the pawns.
        assert board.reachable(start, roll, blocked=taken) == expected
        assert board.reachable(start, roll) == set(moves(board, (start,), roll, ()))


@given(board=boards(), data=st.data())
def test_distances_equal_a_plain_search(board: Board, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(places(board)))
    taken = data.draw(st.sets(st.sampled_from(places(board)), max_size=4)) - {start}
    steps = steps_on_foot(board, start, taken)
    assert board.distances(start, blocked=taken) == steps
    for goal in places(board):
        assert board.distance(start, goal, blocked=taken) == steps.get(goal)


@given(board=boards(), data=st.data())
def test_passage_costs_no_step(board: Board, data: st.DataObject) -> None:
    """Walks and passages taken in turn for as long as that makes any way shorter."""
    start, goal = (data.draw(st.sampled_from(places(board))) for _ in range(2))
    best: dict[Place, float] = dict(steps_on_foot(board, start, ()))
    before: dict[Place, float] = {}
    while best != before:
        before = dict(best)
        for room, beyond in board.passages.items():
            if room in before:
                for place, steps in steps_on_foot(board, beyond, ()).items():
                    best[place] = min(best.get(place, inf), before[room] + steps)
    assert board.distance(start, goal, passages=True) == best.get(goal)


def test_pawn_before_the_only_door_encloses_a_room() -> None:
    (before,) = (place for place, n in CLASSIC.distances(KITCHEN).items() if n == 1)
    assert CLASSIC.reachable(KITCHEN, 12, blocked=[before]) == frozenset()
    assert CLASSIC.distances(KITCHEN, blocked=[before]) == {KITCHEN: 0}
    assert CLASSIC.distance(STUDY, KITCHEN, blocked=[before]) is None
    # The pawn itself may go in, and the passage stays open.
    assert KITCHEN in CLASSIC.reachable(before, 1)
    assert CLASSIC.distance(KITCHEN, STUDY, blocked=[before], passages=True) == 0


@pytest.mark.parametrize(
    "ask",
    [
        lambda: CLASSIC.distances(Square(0, 0)),
        lambda: CLASSIC.distances(Square(10, 10)),
        lambda: CLASSIC.distance(HALL, Square(3, 3)),
        lambda: CLASSIC.distance(HALL, STUDY, blocked=[Square(25, 0)]),
        lambda: CLASSIC.reachable(CLUE_US.card("plum"), 3),
        lambda: CLASSIC.rooms_within(CLUEDO_UK.card("dagger"), 3),
        lambda: CLASSIC.to_text({Square(0, 0): "x"}),
    ],
)
def test_unknown_place_is_an_error(ask: Callable[[], object]) -> None:
    with pytest.raises(UnknownPlaceError, match=r"unknown place '(row|Pro|Dag)") as caught:
        ask()
    assert isinstance(caught.value, ClueError)


def test_roll_must_be_positive() -> None:
    for ask in (CLASSIC.reachable, CLASSIC.rooms_within):
        with pytest.raises(InvalidEventError, match="a roll must be at least 1, got 0"):
            ask(HALL, 0)
