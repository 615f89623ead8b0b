"""Pawns in simulated games against the rules of the board: how soon they reach a room."""

from itertools import permutations

import numpy as np
import pytest

from cluetree.board import Place, classic_board
from cluetree.cards import Category
from cluetree.editions import CLUE_US
from cluetree.play import NAMES
from cluetree.play.engine.chance import begin_stream
from cluetree.play.engine.compiling import Row, Rows
from cluetree.play.engine.layout import Distances
from cluetree.play.engine.movement import Rooms, gather, go
from cluetree.play.engine.views import new_view
from cluetree.play.pawns import Pawns
from tests.board.walking import chance
from tests.play.simulated import THREE

BOARD = classic_board(CLUE_US)
ROOMS = CLUE_US.of(Category.ROOM)
DISTANCES = Distances.of(BOARD, THREE)
STEPS = Rooms([[*steps] for steps in DISTANCES.between + DISTANCES.inside], [*DISTANCES.suspects])
SIZES = [6, 6, 6]
GAMES = 300


def seeking(goal: int) -> Row:
    """Return the view of a seat that knows the hidden room and holds no room."""
    suspects, weapons, rooms = THREE.categories
    can = [suspects, rooms & ~goal, 0, goal | suspects | weapons]
    return new_view(0, THREE.categories, SIZES, can, goal)


def entered(start: Rows, goal: int, moves: int) -> float:
    """Return the share of games in which the first seat enters a room within some moves."""
    view, numbers, done = seeking(goal), [0, 0], 0
    begin_stream(numbers, [1, 1], 1)
    for _ in range(GAMES):
        pawns: Rows = [[*steps] for steps in start]
        for _ in range(moves):
            room = go(STEPS, view, pawns[0], numbers)
            gather(STEPS, view, room, pawns)
            if room == goal:
                done += 1
                break
    return done / GAMES


def pawns_at(*places: Place) -> Rows:
    """Return the steps of the pawns of three seats at these places."""
    pawns = Pawns(BOARD, NAMES[:3], (*places, *Pawns.at_start(BOARD, NAMES[:3]).places[3:]))
    return [[*steps] for steps in DISTANCES.of_pawns(pawns)]


@pytest.mark.slow
@pytest.mark.parametrize("moves", [1, 2])
def test_pawn_reaches_rooms_with_the_chances_of_the_board(moves: int) -> None:
    starts = Pawns.at_start(BOARD, NAMES[:3]).places[:3]
    apart: list[float] = []
    for start, goal in [*permutations(ROOMS[:5], 2), *((start, ROOMS[0]) for start in starts)]:
        expected = chance(BOARD, start, goal, moves, 2)
        found = entered(pawns_at(start, *starts[1:]), THREE.set_of((goal,)), moves)
        apart.append(found - float(expected))
    # On the board a player may plan for a passage; these take one only if it is nearer by then.
    assert max(apart) < 0.08
    assert np.mean(apart) > -0.06


def test_summoned_pawn_may_stay() -> None:
    kitchen, hall = CLUE_US.hand("kitchen", "hall")
    suspects = CLUE_US.of(Category.SUSPECT)
    for brought, share in ((suspects[0], 1.0), (suspects[4], 0.0)):
        pawns = pawns_at(hall, hall, hall)
        guess = THREE.set_of((brought, CLUE_US.card("rope"), kitchen))
        asker = new_view(1, THREE.categories, SIZES, (0,) * 4)
        gather(STEPS, asker, guess, pawns)
        assert entered(pawns, THREE.set_of((kitchen,)), 1) == share


def test_room_is_left_before_the_next_entry() -> None:
    hall, study = CLUE_US.hand("hall", "study")
    goal = THREE.set_of((hall,))
    assert entered(pawns_at(hall, study, study), goal, 1) == 0
    assert entered(pawns_at(hall, study, study), goal, 2) == 1
