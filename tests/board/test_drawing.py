"""Drawings have every square, door and start of the board."""

import re
from typing import Final
from xml.etree import ElementTree as ET

from cluetree.board import Board, Square, classic_board, read_board
from cluetree.editions import CLUE_US

BOARD: Final = classic_board(CLUE_US)
HALL: Final = CLUE_US.card("hall")
SVG: Final = "{http://www.w3.org/2000/svg}"


def read_back(board: Board) -> Board:
    """Remove numbers and gaps from a text drawing and parse the rest."""
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


def test_picture_shows_marks() -> None:
    start = Square(24, 7)
    root = picture(BOARD.to_svg({HALL: "<here>", Square(17, 11): 1, start: "now"}))
    texts = [part.text for part in root.iter(f"{SVG}text")]
    assert "<here>" in texts
    assert texts.count("now") == 1
    assert len(of_class(root, "marked")) == 2
    assert len(of_class(root, "square")) == len(BOARD.squares) - 2
