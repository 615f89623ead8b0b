"""Drawings of a board, as text and as SVG."""

from collections.abc import Collection, Iterator, Mapping
from html import escape
from statistics import fmean
from typing import Final

from cluetree.board.places import Door, FloorPlan, Place, Square
from cluetree.cards import Category, ClueCard

ARROWS: Final = {(-1, 0): "^", (1, 0): "v", (0, -1): "<", (0, 1): ">"}
"""The sign of a square before a door, by the step through it."""
STARTS: Final = "1234567890"
"""The signs of the starts, in the order of the suspects."""
CORRIDOR: Final = "."

_UNIT: Final = 28
"""The width of a square in pixels."""
_STYLE: Final = """
    text { font: 11px sans-serif; text-anchor: middle; dominant-baseline: central; fill: #222 }
    .paper { fill: #fff } .edge { fill: #777 }
    .room { font-size: 13px; font-weight: bold } .passage { font-style: italic }
    .floor { fill: #dfe6ea } .square, .marked { stroke: #b9a566; stroke-width: 1 }
    .square { fill: #f3e3b3 } .marked { fill: #ffda6b }
    .wall { stroke: #333; stroke-width: 3; stroke-linecap: square; fill: none }
    .door { fill: #a33 } .start { fill: #fff; stroke: #333; stroke-width: 1 }
"""


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
    row, column = _middle(board.rooms[place])
    return min(board.rooms[place], key=lambda s: ((s.row - row) ** 2 + (s.column - column) ** 2, s))


def _middle(squares: Collection[Square]) -> tuple[float, float]:
    return fmean(square.row for square in squares), fmean(square.column for square in squares)


def _legend(board: FloorPlan) -> Iterator[str]:
    for room, letter in board.letters.items():
        beyond = board.passages.get(room)
        yield f"{letter} {room}" + (f", secret passage to {beyond}" if beyond else "")
    for suspect in board.starts:
        yield f"{_digit(board, suspect)} {suspect} starts here"


def draw_svg(board: FloorPlan, marks: Mapping[Place, object]) -> str:
    """Return the board as an SVG picture."""
    every = board.squares.union(*board.rooms.values())
    rows = sorted({square.row for square in every})
    columns = sorted({square.column for square in every})
    # A margin of one square holds the numbers.
    width, height = (columns[-1] + 3) * _UNIT, (rows[-1] + 3) * _UNIT
    box = f"{-_UNIT} {-_UNIT} {width} {height}"
    parts = (
        f'<rect x="{-_UNIT}" y="{-_UNIT}" width="{width}" height="{height}" class="paper"/>',
        *(_text(-0.5, column + 0.5, column, "edge") for column in columns),
        *(_text(row + 0.5, -0.5, row, "edge") for row in rows),
        *(_rect(s, "marked" if s in marks else "square") for s in sorted(board.squares)),
        *(part for room in board.rooms for part in _room(board, room, marks.get(room))),
        *(_door(door) for door in board.doors),
        *(
            part
            for suspect, start in board.starts.items()
            for part in _start(board, suspect, marks.get(start))
        ),
        *(
            _text(place.row + 0.5, place.column + 0.5, mark)
            for place, mark in marks.items()
            if not isinstance(place, ClueCard) and place not in board.starts.values()
        ),
    )
    lines = (f"<style>{_STYLE}  </style>", *parts)
    body = "".join(f"  {line}\n" for line in lines)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">\n{body}</svg>\n'


def _text(row: float, column: float, text: object, kind: str = "") -> str:
    x, y = round(column * _UNIT), round(row * _UNIT)
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}"{named}>{escape(str(text))}</text>'


def _rect(square: Square, kind: str) -> str:
    x, y = square.column * _UNIT, square.row * _UNIT
    return f'<rect x="{x}" y="{y}" width="{_UNIT}" height="{_UNIT}" class="{kind}"/>'


def _room(board: FloorPlan, room: ClueCard, mark: object) -> Iterator[str]:
    """Yield the squares, walls and texts of a room."""
    squares = board.rooms[room]
    yield from (_rect(square, "floor") for square in sorted(squares))
    open_ = {(door.inside, door.square) for door in board.doors if door.room == room}
    walls = (
        wall
        for square in sorted(squares)
        for (down, right), wall in _walls(square).items()
        if (other := Square(square.row + down, square.column + right)) not in squares
        and (square, other) not in open_
    )
    yield f'<path d="{"".join(walls)}" class="wall"/>'
    row, column = (number + 0.5 for number in _middle(squares))
    yield _text(row, column, room, "room")
    if room in board.passages:
        yield _text(row + 0.7, column, f"passage to {board.passages[room]}", "passage")
    if mark is not None:
        yield _text(row - 0.8, column, mark)


def _walls(square: Square) -> dict[tuple[int, int], str]:
    """Return the four walls of a square as strokes, by the step over them."""
    x, y = square.column * _UNIT, square.row * _UNIT
    return {
        (-1, 0): f"M{x} {y}h{_UNIT}",
        (1, 0): f"M{x} {y + _UNIT}h{_UNIT}",
        (0, -1): f"M{x} {y}v{_UNIT}",
        (0, 1): f"M{x + _UNIT} {y}v{_UNIT}",
    }


def _door(door: Door) -> str:
    """Return a triangle in the gap that points into the room."""
    down, right = _way(door)
    half, quarter = _UNIT // 2, _UNIT // 4
    x = door.square.column * _UNIT + half + right * half
    y = door.square.row * _UNIT + half + down * half
    corners = (
        (x - down * quarter, y - right * quarter),
        (x + down * quarter, y + right * quarter),
        (x + right * half, y + down * half),
    )
    return f'<polygon points="{" ".join(f"{a},{b}" for a, b in corners)}" class="door"/>'


def _start(board: FloorPlan, suspect: ClueCard, mark: object) -> Iterator[str]:
    """Yield a circle with the suspect's number or the mark, and the name as its title."""
    start = board.starts[suspect]
    x, y = start.column * _UNIT + _UNIT // 2, start.row * _UNIT + _UNIT // 2
    yield (
        f'<circle cx="{x}" cy="{y}" r="{_UNIT * 2 // 5}" class="start">'
        f"<title>{escape(suspect.name)} starts here</title></circle>"
    )
    sign = _digit(board, suspect) if mark is None else mark
    yield _text(start.row + 0.5, start.column + 0.5, sign)
