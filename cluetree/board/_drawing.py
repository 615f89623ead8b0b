"""Drawing of a board as text."""

from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Final

from cluetree.board.places import Door, FloorPlan, Place, Square
from cluetree.cards import Category, ClueCard

ARROWS: Final = {(-1, 0): "^", (1, 0): "v", (0, -1): "<", (0, 1): ">"}
"""The sign of a square before a door, by the step through it."""
STARTS: Final = "1234567890"
"""The signs of the starts, in the order of the suspects."""
CORRIDOR: Final = "."


def draw_text(board: FloorPlan, marks: Mapping[Place, object]) -> str:
    """Return the board as text with numbered rows and columns, and a legend."""
    signs = _signs(board)
    signs |= {_spot(board, place): str(mark) for place, mark in marks.items()}
    wide = max(3, *(len(sign) + 1 for sign in signs.values()))
    columns = range(max(square.column for square in signs) + 1)
    rows = range(max(square.row for square in signs) + 1)
    lines = [" " * 2 + "".join(f"{column:>{wide}}" for column in columns)]
    for row in rows:
        cells = (f"{signs.get(Square(row, column), ''):>{wide}}" for column in columns)
        lines.append(f"{row:>2}" + "".join(cells).rstrip())
    return "\n".join((*lines, "", *_legend(board), ""))


def _signs(board: FloorPlan) -> dict[Square, str]:
    """Return the sign of each square; the rarest one takes precedence."""
    signs = dict.fromkeys(board.squares, CORRIDOR)
    for room, squares in board.rooms.items():
        signs |= dict.fromkeys(squares, board.letters[room])
    signs |= {door.square: ARROWS[_way(door)] for door in board.doors}
    return signs | {start: _digit(board, suspect) for suspect, start in board.starts.items()}


def _way(door: Door) -> tuple[int, int]:
    """Return the step through a door into the room."""
    return (door.inside.row - door.square.row, door.inside.column - door.square.column)


def _digit(board: FloorPlan, suspect: ClueCard) -> str:
    return STARTS[board.edition.of(Category.SUSPECT).index(suspect)]


def _spot(board: FloorPlan, place: Place) -> Square:
    """Return the square, or the one nearest to the middle of a room."""
    if not isinstance(place, ClueCard):
        return place
    squares = board.rooms[place]
    row, column = fmean(s.row for s in squares), fmean(s.column for s in squares)
    return min(squares, key=lambda s: ((s.row - row) ** 2 + (s.column - column) ** 2, s))


def _legend(board: FloorPlan) -> Iterator[str]:
    for room, letter in board.letters.items():
        beyond = board.passages.get(room)
        yield f"{letter} {room}" + (f", secret passage to {beyond}" if beyond else "")
    for suspect in board.starts:
        yield f"{_digit(board, suspect)} {suspect} starts here"
