"""The drawings say what the board is: read back, they give every square, door and start."""

import re
from typing import Final
from xml.etree import ElementTree as ET

from cluetree import Edition
from cluetree.board import Board, Square, classic_board, read_board
from cluetree.editions import CLUE_US

BOARD: Final = classic_board(CLUE_US)
HALL: Final = CLUE_US.card("hall")
SVG: Final = "{http://www.w3.org/2000/svg}"


def read_back(board: Board) -> Board:
    """Take the numbers and gaps out of a text drawing, and read what is left."""
    below, _, legend = board.to_text().partition("\n\n")
    rows = (line[4::3] for line in below.splitlines()[1:])
    rooms = re.findall(r"^([A-Z]) ([^,\n]+)", legend, re.MULTILINE)
    passages = re.findall(r"^([A-Z]) .*secret passage to (.+)$", legend, re.MULTILINE)
    letters = {name: letter for letter, name in rooms}
    pairs = {"-".join(sorted((letter, letters[name]))) for letter, name in passages}
    head = [
        *(f"{letter} = {name}" for letter, name in rooms),
        f"Secret passages: {' '.join(pairs)}",
    ]
    return read_board("\n".join((*head, "", *rows)), board.edition)


def test_text_holds_the_whole_board() -> None:
    assert read_back(BOARD) == BOARD


def test_text_of_a_small_board() -> None:
    house = Edition(("Plum", "Green"), ("Rope",), ("Attic", "Barn"))
    board = read_board("A = Attic\nB = Barn\nSecret passages: A-B\n\nA<1.\nA..v\n2.BB", house)
    assert board.to_text() == (
        "    0  1  2  3\n"
        " 0  A  <  1  .\n"
        " 1  A  .  .  v\n"
        " 2  2  .  B  B\n"
        "\n"
        "A Attic, secret passage to Barn\n"
        "B Barn, secret passage to Attic\n"
        "1 Plum starts here\n"
        "2 Green starts here\n"
    )
    attic = house.card("attic")
    assert board.to_text({attic: "here", Square(1, 1): 17}).splitlines()[:4] == [
        "      0    1    2    3",
        " 0 here    <    1    .",
        " 1    A   17    .    v",
        " 2    2    .    B    B",
    ]


def test_marks_are_drawn_at_their_squares() -> None:
    text = BOARD.to_text(BOARD.distances(HALL)).splitlines()
    for square in BOARD.squares:
        at = 2 + 3 * square.column
        assert int(text[square.row + 1][at : at + 3]) == BOARD.distance(HALL, square)


def picture(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 -- our own picture


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [part for part in root.iter() if part.get("class") == name]


def test_picture_has_every_square_door_and_start() -> None:
    root = picture(BOARD.to_svg())
    assert root.tag == f"{SVG}svg"
    drawn = {
        (int(p.get("y", "")) // 28, int(p.get("x", "")) // 28) for p in of_class(root, "square")
    }
    assert drawn == BOARD.squares
    floor = {
        (int(p.get("y", "")) // 28, int(p.get("x", "")) // 28) for p in of_class(root, "floor")
    }
    assert floor == frozenset[Square]().union(*BOARD.rooms.values())
    assert len(of_class(root, "door")) == 17
    assert [part.text for part in of_class(root, "room")] == [str(room) for room in BOARD.rooms]
    assert [part.text for part in of_class(root, "passage")] == [
        f"passage to {beyond}" for beyond in map(BOARD.passages.get, BOARD.rooms) if beyond
    ]
    titles = [part.text for part in root.iter(f"{SVG}title")]
    assert titles == [f"{suspect} starts here" for suspect in BOARD.starts]


def test_walls_have_a_gap_at_each_door() -> None:
    walls = "".join(part.get("d", "") for part in of_class(picture(BOARD.to_svg()), "wall"))
    around = sum(
        Square(square.row + down, square.column + right) not in squares
        for squares in BOARD.rooms.values()
        for square in squares
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))
    )
    assert walls.count("M") == around - 17
    # The door of the Kitchen is in the wall below row 6, column 4.
    assert f"M{4 * 28} {7 * 28}h28" not in walls
    assert f"M{3 * 28} {7 * 28}h28" in walls


def test_picture_shows_marks() -> None:
    start = Square(24, 7)
    root = picture(BOARD.to_svg({HALL: "<here>", Square(17, 11): 1, start: "now"}))
    texts = [part.text for part in root.iter(f"{SVG}text")]
    assert "<here>" in texts
    assert texts.count("now") == 1
    assert len(of_class(root, "marked")) == 2
    assert len(of_class(root, "square")) == len(BOARD.squares) - 2
