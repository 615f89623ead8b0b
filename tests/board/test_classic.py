"""The classic board in each edition; the docs show and check its squares, doors and distances."""

from typing import Final

import pytest

from cluetree import Edition
from cluetree.board import Board, Place, board_of, classic_board
from cluetree.editions import CLUE_2016, CLUE_2023, CLUE_US, SHIPPED
from cluetree.errors import InvalidBoardError, UnknownCardError

BOARD: Final = classic_board(CLUE_US)
ROOMS: Final = (
    *("kitchen", "ballroom", "conservatory", "dining", "billiard"),
    *("library", "lounge", "hall", "study"),
)


def distances(board: Board) -> list[int | None]:
    rooms = board.edition.hand(*ROOMS)
    places: list[Place] = [*rooms, *board.starts.values()]
    return [board.distance(start, room) for start in places for room in rooms]


def test_passages_join_the_corners() -> None:
    passages = {str(room): str(other) for room, other in BOARD.passages.items()}
    assert passages == {
        "Kitchen": "Study",
        "Study": "Kitchen",
        "Conservatory": "Lounge",
        "Lounge": "Conservatory",
    }


def test_editions_with_classic_rooms_have_the_same_board() -> None:
    boards = {edition.id: board for edition in SHIPPED if (board := board_of(edition))}
    tongues = {"cluedo-de", "cluedo-fr", "cluedo-es", "cluedo-it"}
    assert boards.keys() == {"clue-us", "cluedo-uk", "clue-2016"} | tongues
    for board in boards.values():
        assert distances(board) == distances(BOARD)
        assert board.passages[board.edition.card("Kitchen")] is board.edition.card("Study")
        white = "Dr. Orchid" if board.edition == CLUE_2016 else "White"
        assert board.starts[board.edition.card(white)] == (0, 9)
    assert board_of(Edition(CLUE_US.suspects, CLUE_US.weapons, CLUE_US.rooms)) is None


def test_classic_board_needs_its_rooms_and_six_suspects() -> None:
    assert classic_board(CLUE_2023).starts[CLUE_2023.card("Chef White")] == (0, 9)
    with pytest.raises(UnknownCardError, match="'Kitchen'"):
        classic_board(Edition(("Plum",), ("Rope",), ("Hall",)))
    with pytest.raises(InvalidBoardError, match="Attic has no letter"):
        classic_board(Edition(CLUE_US.suspects, ("Rope",), (*CLUE_US.rooms, "Attic")))
    with pytest.raises(InvalidBoardError, match="no suspect starts on"):
        classic_board(Edition(("Plum",), ("Rope",), CLUE_US.rooms))
    with pytest.raises(InvalidBoardError, match="Rose has no start"):
        classic_board(Edition((*CLUE_US.suspects, "Rose"), ("Rope",), CLUE_US.rooms))
