"""Pawns in batches against the rules of the board: how soon they reach a room."""

from itertools import permutations

import numpy as np
import pytest

from cluetree.board import Place, classic_board
from cluetree.cards import Category
from cluetree.editions import CLUE_US
from cluetree.play import NAMES
from cluetree.play.batch import BatchBoard, View
from cluetree.play.batch.views import OpenShows
from cluetree.play.batch.walks import Walks
from cluetree.play.pawns import Pawns
from tests.play.batches import THREE, generator

BOARD = classic_board(CLUE_US)
ROOMS = CLUE_US.of(Category.ROOM)
BATCH = BatchBoard.of(BOARD, THREE)
GAMES = 2000


def seeking(goal: int) -> View:
    """Return the view of a seat that knows the hidden room and holds no room."""
    others = THREE.categories[-1] & ~goal
    can = [THREE.categories[0], others, 0, goal | THREE.deck & ~THREE.categories[-1]]
    cards = np.repeat(np.array(can, dtype=np.uint64)[:, None], GAMES, axis=1)
    return View(THREE, 0, cards, OpenShows.none)


def entered(walks: Walks, goal: int, moves: int) -> float:
    """Return the share of the games in which the first seat enters a room within some moves."""
    rng, view = generator(), seeking(goal)
    done = np.zeros(GAMES, dtype=np.bool_)
    for _ in range(moves):
        room = walks.go(view, rng)
        walks.gather(0, room)
        done |= room == np.uint64(goal)
    return float(done.mean())


def walks_from(*places: Place) -> Walks:
    """Return the pawns of three seats at these places."""
    pawns = Pawns(BOARD, NAMES[:3], (*places, *Pawns.at_start(BOARD, NAMES[:3]).places[3:]))
    return Walks(BATCH, THREE, BATCH.steps_of(pawns), GAMES)


@pytest.mark.parametrize("moves", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_pawn_reaches_a_room_as_often_as_on_the_board(moves: int) -> None:
    starts = Pawns.at_start(BOARD, NAMES[:3]).places[:3]
    apart: list[float] = []
    for start, goal in [*permutations(ROOMS[:5], 2), *((start, ROOMS[0]) for start in starts)]:
        expected = BOARD.chance_to_reach(start, moves)[goal]
        found = entered(walks_from(start, *starts[1:]), THREE.mask((goal,)), moves)
        apart.append(found - float(expected))
    # On the board a player may plan for a passage; these take one only if it is nearer by then.
    assert max(apart) < 0.04
    assert np.mean(apart) > -0.06


def test_a_pawn_that_is_brought_to_a_room_may_stay() -> None:
    kitchen, hall = CLUE_US.hand("kitchen", "hall")
    suspects = CLUE_US.of(Category.SUSPECT)
    for brought, share in ((suspects[0], 1.0), (suspects[4], 0.0)):
        walks = walks_from(hall, hall, hall)
        guess = THREE.mask((brought, CLUE_US.card("rope"), kitchen))
        walks.gather(1, np.full(GAMES, guess, dtype=np.uint64))
        assert entered(walks, THREE.mask((kitchen,)), 1) == share


def test_a_room_is_left_before_it_is_entered_again() -> None:
    hall, study = CLUE_US.hand("hall", "study")
    goal = THREE.mask((hall,))
    assert entered(walks_from(hall, study, study), goal, 1) == 0
    assert entered(walks_from(hall, study, study), goal, 2) == 1
