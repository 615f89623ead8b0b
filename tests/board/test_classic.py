"""The classic board against independent facts about the printed board."""

from typing import Final

import pytest

from cluetree import Edition, UnknownCardError
from cluetree.board import board_of, classic_board
from cluetree.editions import CLUE_2016, CLUE_2023, CLUE_US, CLUEDO_UK, SHIPPED, get_edition
from cluetree.errors import InvalidBoardError

BOARD: Final = classic_board(CLUE_US)

ROOMS: Final = (
    *("kitchen", "ballroom", "conservatory", "dining", "billiard"),
    *("library", "lounge", "hall", "study"),
)
STEPS: Final = """
     0   7  20  11  17  23  19  19  28
     7   0   4   7   6  12  15  13  17
    20   4   0  19   7  14  27  20  20
    11   7  19   0  14  14   4   8  17
    17   6   7  14   0   4  22  15  15
    23  12  14  14   4   0  14   7   7
    19  15  27   4  22  14   0   8  17
    19  13  20   8  15   7   8   0   4
    28  17  20  17  15   7  17   4   0
"""
STARTS: Final = {
    "scarlet": (24, 7),
    "mustard": (17, 0),
    "white": (0, 9),
    "green": (0, 14),
    "peacock": (6, 23),
    "plum": (19, 23),
}
STEPS_FROM_STARTS: Final = """
    23  19  31  10  26  18   8  12  21
    23  19  31   8  26  18   8  12  21
    13   8  25  16  22  28  24  24  33
    24   8  10  23  13  19  31  24  24
    23   9   7  22  10  17  30  23  23
    32  21  24  21  19  11  21  10   8
"""
# Each door: its room, its square of the corridor, its square of the room.
DOORS: Final = {
    ("ballroom", (5, 7), (5, 8)),
    ("ballroom", (5, 16), (5, 15)),
    ("ballroom", (8, 9), (7, 9)),
    ("ballroom", (8, 14), (7, 14)),
    ("billiard", (9, 17), (9, 18)),
    ("billiard", (13, 22), (12, 22)),
    ("conservatory", (5, 18), (4, 18)),
    ("dining", (12, 8), (12, 7)),
    ("dining", (16, 6), (15, 6)),
    ("hall", (17, 11), (18, 11)),
    ("hall", (17, 12), (18, 12)),
    ("hall", (20, 15), (20, 14)),
    ("kitchen", (7, 4), (6, 4)),
    ("library", (13, 20), (14, 20)),
    ("library", (16, 16), (16, 17)),
    ("lounge", (18, 6), (19, 6)),
    ("study", (20, 17), (21, 17)),
}


def numbers(table: str) -> list[list[int]]:
    return [[int(number) for number in line.split()] for line in table.split("\n") if line.strip()]


def test_board_has_24_columns_and_25_rows() -> None:
    every = BOARD.squares.union(*BOARD.rooms.values())
    assert {square.column for square in every} == set(range(24))
    assert {square.row for square in every} == set(range(25))
    assert len(BOARD.squares) == 188
    assert sum(map(len, BOARD.rooms.values())) + 188 == len(every)


def test_doors_of_the_classic_board() -> None:
    doors = {(CLUE_US.card(room), square, inside) for room, square, inside in DOORS}
    assert {(door.room, door.square, door.inside) for door in BOARD.doors} == doors
    assert len(BOARD.doors) == 17


def test_passages_join_the_corners() -> None:
    passages = {str(room): str(other) for room, other in BOARD.passages.items()}
    assert passages == {
        "Kitchen": "Study",
        "Study": "Kitchen",
        "Conservatory": "Lounge",
        "Lounge": "Conservatory",
    }


@pytest.mark.parametrize("edition", [CLUE_US, CLUEDO_UK, CLUE_2016], ids=lambda e: e.id)
def test_steps_from_room_to_room_and_from_the_starts(edition: Edition) -> None:
    board = board_of(edition)
    assert board is not None
    rooms = edition.hand(*ROOMS)
    for start, row in zip(rooms, numbers(STEPS), strict=True):
        assert [board.distance(start, room) for room in rooms] == row
    assert list(board.starts.values()) == list(STARTS.values())
    for place, row in zip(board.starts.values(), numbers(STEPS_FROM_STARTS), strict=True):
        assert [board.distance(place, room) for room in rooms] == row
        assert [board.distance(room, place) for room in rooms] == row


def test_starts_follow_the_order_of_suspects() -> None:
    board = classic_board(CLUE_2016)
    assert board.starts[CLUE_2016.card("Dr. Orchid")] == STARTS["white"]
    assert board.starts == {
        CLUE_2016.card(n.replace("white", "orchid")): s for n, s in STARTS.items()
    }


def test_editions_with_classic_rooms_have_a_board() -> None:
    boards = {edition.id for edition in SHIPPED if board_of(edition) is not None}
    tongues = {"cluedo-de", "cluedo-fr", "cluedo-es", "cluedo-it"}
    assert boards == {"clue-us", "cluedo-uk", "clue-2016"} | tongues
    for deck in (get_edition(id_) for id_ in tongues):
        assert classic_board(deck).starts[deck.card("White")] == STARTS["white"]
        assert classic_board(deck).passages[deck.card("Kitchen")] is deck.card("Study")
    assert board_of(Edition(CLUE_US.suspects, CLUE_US.weapons, CLUE_US.rooms)) is None


def test_classic_board_needs_its_rooms_and_six_suspects() -> None:
    assert classic_board(CLUE_2023).starts[CLUE_2023.card("Chef White")] == STARTS["white"]
    with pytest.raises(UnknownCardError, match="'Kitchen'"):
        classic_board(Edition(("Plum",), ("Rope",), ("Hall",)))
    with pytest.raises(InvalidBoardError, match="Attic has no letter"):
        classic_board(Edition(CLUE_US.suspects, ("Rope",), (*CLUE_US.rooms, "Attic")))
    with pytest.raises(InvalidBoardError, match="no suspect starts on"):
        classic_board(Edition(("Plum",), ("Rope",), CLUE_US.rooms))
    with pytest.raises(InvalidBoardError, match="Rose has no start"):
        classic_board(Edition((*CLUE_US.suspects, "Rose"), ("Rope",), CLUE_US.rooms))
