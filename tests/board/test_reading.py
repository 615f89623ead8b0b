"""Boards read from drawings, and errors of invalid drawings."""

import pytest

from cluetree import Edition
from cluetree.board import Door, Square, read_board
from cluetree.errors import InvalidBoardError, UnknownCardError

HOUSE = Edition(("Plum", "Green"), ("Rope",), ("Attic", "Barn"))
DRAWING = """
A house for tests. A blank line may stand between its parts.

A = Attic
B = Barn

Secret passages: A-B

AA<1.x
 A...v
2...BB
"""


def test_drawing_is_read_square_by_square() -> None:
    board = read_board(DRAWING, HOUSE)
    attic, barn = HOUSE.hand("attic", "barn")
    assert board.edition == HOUSE
    assert board.squares == {
        *(Square(0, column) for column in (2, 3, 4)),
        *(Square(1, column) for column in (2, 3, 4, 5)),
        *(Square(2, column) for column in (0, 1, 2, 3)),
    }
    assert board.rooms == {
        attic: {Square(0, 0), Square(0, 1), Square(1, 1)},
        barn: {Square(2, 4), Square(2, 5)},
    }
    assert set(board.doors) == {
        Door(attic, Square(0, 2), Square(0, 1)),
        Door(barn, Square(1, 5), Square(2, 5)),
    }
    assert board.passages == {attic: barn, barn: attic}
    assert board.starts == {HOUSE.card("plum"): (0, 3), HOUSE.card("green"): (2, 0)}
    assert board.letters == {attic: "A", barn: "B"}


def test_equal_drawings_give_equal_boards() -> None:
    board = read_board(DRAWING, HOUSE)
    again = read_board(DRAWING, HOUSE)
    assert board == again
    assert hash(board) == hash(again)
    assert repr(board) == f"Board(edition={HOUSE!r})"


def test_passages_are_optional() -> None:
    board = read_board(DRAWING.replace("Secret passages: A-B\n\n", ""), HOUSE)
    assert board.passages == {}
    attic, barn = HOUSE.hand("attic", "barn")
    assert board.distance(attic, barn, passages=True) == 6


def test_deck_of_ten_has_ten_starts() -> None:
    names = tuple("abcdefghij")
    board = read_board("A = Attic\n\n12345\n67890\nAAAA<", Edition(names, ("Rope",), ("Attic",)))
    assert [str(suspect) for suspect in board.starts] == list(names)
    assert board.starts[board.edition.card("j")] == (1, 4)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("A = Attic", "A = Barn", "Barn is named twice"),
        ("A = Attic", "B = Attic", "B is named twice"),
        ("A = Attic", "A = Rope", "Rope must be a room, got a weapon"),
        ("A = Attic\n", "", "Attic has no letter"),
        ("1.x", "1.?", "row 0, column 5: unknown sign '?'"),
        ("1.x", "1.C", "row 0, column 5: unknown sign 'C'"),
        ("v", ".", "Barn has no door"),
        ("...v", "..^v", "row 1, column 4: the arrow ^ must point into a room"),
        ("AA<", "AA>", "row 0, column 2: the arrow > must point into a room"),
        ("2...", "1...", "row 2, column 0: no suspect starts on 1"),
        ("2...", "3...", "row 2, column 0: no suspect starts on 3"),
        ("2...", "....", "Green has no start"),
        ("A-B", "A-C", "got A-C"),
        ("A-B", "A-A", "got A-A"),
        ("A-B", "A", "got A"),
        ("A-B", "A-B B-A", "got B-A"),
    ],
)
def test_invalid_drawing_is_rejected(old: str, new: str, said: str) -> None:
    assert DRAWING.count(old) == 1
    with pytest.raises(InvalidBoardError) as caught:
        read_board(DRAWING.replace(old, new), HOUSE)
    assert said in str(caught.value)


def test_room_of_another_edition_is_unknown() -> None:
    with pytest.raises(UnknownCardError, match="'Loft'"):
        read_board(DRAWING.replace("Attic", "Loft"), HOUSE)
