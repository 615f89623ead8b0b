"""Boards from drawings: `read_board`, and the classic board."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from more_itertools import duplicates_everseen

from cluetree.board.graph import ARROWS, CORRIDOR, STARTS, Board
from cluetree.board.places import Door, Square
from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import InvalidBoardError

_NAMED: Final = re.compile(r"^([A-Z]) = (.+)$", re.MULTILINE)
_PASSAGES: Final = re.compile(r"^Secret passages: (.+)$", re.MULTILINE)
_STEPS: Final = {arrow: step for step, arrow in ARROWS.items()}
_EMPTY: Final = " x"

_Signs = Mapping[Square, str]
_CLASSIC: Final = frozenset(
    {"clue-us", "cluedo-uk", "clue-2016", "cluedo-de", "cluedo-fr", "cluedo-es", "cluedo-it"}
    | {"cluedo-de-2016", "cluedo-fr-2016", "cluedo-es-2016", "cluedo-it-2016"}
    | {"cluedo-nl", "cluedo-pl", "cluedo-sv"}
)
"""The shipped editions with the classic board."""


def board_of(edition: Edition) -> Board | None:
    """Return the board of a shipped edition, if it is known.

    That is the classic board for the North American and the British edition and that of 2016, and
    for the same ones in other languages. With other editions any room can be named.
    """
    return classic_board(edition) if edition.id in _CLASSIC else None


@cache
def classic_board(edition: Edition) -> Board:
    """Return the classic board for an edition with its nine rooms and six suspects.

    The starts follow the order of the suspects, clockwise from Miss Scarlett's, so Dr. Orchid has
    Mrs. White's. The squares are those of the printings until 2022.

    Raises:
        UnknownCardError: If the edition lacks a room.
        InvalidBoardError: If it has more rooms, or not six suspects.
    """
    drawing = files("cluetree.board").joinpath("classic.txt").read_text("utf-8")
    return read_board(drawing, edition)


def read_board(drawing: str, edition: Edition) -> Board:
    """Read a board from a drawing like `classic.txt`.

    >>> house = Edition(("Plum", "Green"), ("Rope",), ("Attic", "Cellar"))
    >>> board = read_board(
    ...     '''
    ... A = Attic
    ... C = Cellar
    ... Secret passages: A-C
    ...
    ... AA<1..
    ... AA...vxx
    ... 2...CCCC
    ... ''',
    ...     house,
    ... )
    >>> board.distance(*house.hand("attic", "cellar"))
    6

    Each room has a line with its letter, and the secret passages have one. After a blank line
    comes the board: rooms are drawn with their letters and the corridor with dots. A square
    before a door is an arrow through the door (`^ v < >`). The start of a suspect is a digit: 1
    to 9, then 0, in the order of the edition. `x` and blanks are empty.

    Raises:
        UnknownCardError: If a room is not in the edition.
        InvalidBoardError: If the drawing is invalid, or a room, a door or a start is missing.
    """
    lines = "\n".join(line.rstrip() for line in drawing.splitlines())
    head, _, rows = lines.strip("\n").rpartition("\n\n")
    rooms = _rooms(head, edition)
    signs = _signs(rows, rooms)
    return Board(
        edition,
        frozenset(square for square, sign in signs.items() if sign not in rooms),
        {
            room: frozenset(square for square, sign in signs.items() if sign == letter)
            for letter, room in rooms.items()
        },
        _doors(signs, rooms),
        _passages(head, rooms),
        _starts(signs, edition),
        {room: letter for letter, room in rooms.items()},
    )


def _rooms(head: str, edition: Edition) -> dict[str, ClueCard]:
    """Return the rooms by letter, in the order of the edition."""
    named = [(edition.card(name), letter) for letter, name in _NAMED.findall(head)]
    for each in zip(*named, strict=True):
        for twice in duplicates_everseen(each):
            raise InvalidBoardError(f"{twice} is named twice")
    letters = dict(named)
    for card in letters:
        if card.category is not Category.ROOM:
            raise InvalidBoardError(f"{card} must be a room, got a {card.category}")
    for room in edition.of(Category.ROOM):
        if room not in letters:
            raise InvalidBoardError(f"{room} has no letter")
    return {letters[room]: room for room in edition.of(Category.ROOM)}


def _signs(rows: str, rooms: Mapping[str, ClueCard]) -> _Signs:
    """Return the sign of each square that is not empty."""
    known = {CORRIDOR, *_STEPS, *STARTS, *rooms}
    signs: dict[Square, str] = {}
    for row, line in enumerate(rows.splitlines()):
        for column, sign in enumerate(line):
            square = Square(row, column)
            if sign in known:
                signs[square] = sign
            elif sign not in _EMPTY:
                raise InvalidBoardError(f"{square}: unknown sign {sign!r}")
    return signs


def _doors(signs: _Signs, rooms: Mapping[str, ClueCard]) -> tuple[Door, ...]:
    doors: list[Door] = []
    for square, sign in signs.items():
        if sign in _STEPS:
            down, right = _STEPS[sign]
            inside = Square(square.row + down, square.column + right)
            if signs.get(inside) not in rooms:
                raise InvalidBoardError(f"{square}: the arrow {sign} must point into a room")
            doors.append(Door(rooms[signs[inside]], square, inside))
    for room in rooms.values():
        if all(door.room != room for door in doors):
            raise InvalidBoardError(f"{room} has no door")
    return tuple(doors)


def _passages(head: str, rooms: Mapping[str, ClueCard]) -> dict[ClueCard, ClueCard]:
    passages: dict[ClueCard, ClueCard] = {}
    for pair in " ".join(_PASSAGES.findall(head)).split():
        ends = [rooms[letter] for letter in pair.split("-") if letter in rooms]
        if len(pair) != len("A-B") or len(set(ends) - passages.keys()) != 2:  # noqa: PLR2004
            raise InvalidBoardError(
                f"a secret passage must join two rooms without another one, as A-B, got {pair}"
            )
        passages |= dict(zip(ends, reversed(ends), strict=True))
    return passages


def _starts(signs: _Signs, edition: Edition) -> dict[ClueCard, Square]:
    starts: dict[ClueCard, Square] = {}
    suspects = edition.of(Category.SUSPECT)
    for square, sign in signs.items():
        if sign in STARTS:
            seat = STARTS.index(sign)
            if seat >= len(suspects) or suspects[seat] in starts:
                raise InvalidBoardError(f"{square}: no suspect starts on {sign}")
            starts[suspects[seat]] = square
    for suspect in suspects:
        if suspect not in starts:
            raise InvalidBoardError(f"{suspect} has no start")
    return {suspect: starts[suspect] for suspect in suspects}
