"""The drawing has every square, door and start of the board."""

import re
from typing import Final

from cluetree.board import Board, classic_board, read_board
from cluetree.editions import CLUE_US

BOARD: Final = classic_board(CLUE_US)
HALL: Final = CLUE_US.card("hall")


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
