"""The probability of reaching a room, compared with enumeration of all rolls."""

from typing import Final

import pytest
from hypothesis import given, strategies as st

from cluetree import InvalidEventError
from cluetree.board import Board, classic_board
from cluetree.editions import CLUE_US
from tests.board.walking import boards, chance, places

CLASSIC: Final = classic_board(CLUE_US)
HALL: Final = CLUE_US.card("hall")


@given(board=boards(3, 3), data=st.data(), turns=st.integers(0, 3))
def test_chances_on_small_boards(board: Board, data: st.DataObject, turns: int) -> None:
    start = data.draw(st.sampled_from(places(board)))
    found = board.chance_to_reach(start, turns, dice=1)
    assert found == {room: chance(board, start, room, turns, 1) for room in board.rooms}


def test_enclosed_pawn_reaches_no_room() -> None:
    shut = [door.square for door in CLASSIC.doors if door.room == HALL]
    assert CLASSIC.chance_to_reach(HALL, 3, blocked=shut) == {r: r == HALL for r in CLASSIC.rooms}


@pytest.mark.parametrize(("turns", "dice"), [(-1, 2), (1, 0)])
def test_invalid_turns_and_dice_are_rejected(turns: int, dice: int) -> None:
    with pytest.raises(InvalidEventError, match="expected turns >= 0 and dice >= 1"):
        CLASSIC.chance_to_reach(HALL, turns, dice=dice)
