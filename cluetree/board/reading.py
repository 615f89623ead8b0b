"""Boards are drawn, not coded: this reads a drawing."""

import re
from collections.abc import Mapping
from typing import Final

from more_itertools import duplicates_everseen

from cluetree.board._drawing import ARROWS, CORRIDOR, STARTS
from cluetree.board.graph import Board
from cluetree.board.places import Door, Square
from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import InvalidBoardError

_NAMED: Final = re.compile(r"^([A-Z]) = (.+)$", re.MULTILINE)
_PASSAGES: Final = re.compile(r"^Secret passages: (.+)$", re.MULTILINE)
_STEPS: Final = {arrow: step for step, arrow in ARROWS.items()}
_NOBODYS: Final = " x"

_Signs = Mapping[Square, str]


def read_board(drawing: str, edition: Edition) -> Board:
    """Read a board from a drawing made like that of the classic one.

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

    Each room is named in a line with its letter, the secret passages in one more line. Behind
    them and a blank line comes the board, to the end: rooms drawn with their letters and the
    corridor with dots. A square before a door is an arrow through the door instead (`^ v < >`),
    a suspect's start a digit: 1 to 9, then 0, in the order of the edition. `x` and blanks
    belong to nobody.

    Raises:
        UnknownCardError: If a room is none of the edition's.
        InvalidBoardError: If the drawing makes no sense, or a room, a door or a start is missing.
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
    """The rooms by letter, in the order of the edition."""
    named = [(edition.card(name), letter) for letter, name in _NAMED.findall(head)]
    for each in zip(*named, strict=True):
        for twice in duplicates_everseen(each):
            raise InvalidBoardError(f"{twice} is named twice")
    letters = dict(named)
    for card in letters:
        if card.category is not Category.ROOM:
            raise InvalidBoardError(f"{card} is a {card.category}, not a room")
    for room in edition.of(Category.ROOM):
        if room not in letters:
            raise InvalidBoardError(f"no letter is given for {room}")
    return {letters[room]: room for room in edition.of(Category.ROOM)}


def _signs(rows: str, rooms: Mapping[str, ClueCard]) -> _Signs:
    """What stands on each square that is somebody's."""
    known = {CORRIDOR, *_STEPS, *STARTS, *rooms}
    signs: dict[Square, str] = {}
    for row, line in enumerate(rows.splitlines()):
        for column, sign in enumerate(line):
            square = Square(row, column)
            if sign in known:
                signs[square] = sign
            elif sign not in _NOBODYS:
                raise InvalidBoardError(f"{square}: {sign!r} is no room's letter and no other sign")
    return signs


def _doors(signs: _Signs, rooms: Mapping[str, ClueCard]) -> tuple[Door, ...]:
    doors: list[Door] = []
    for square, sign in signs.items():
        if sign in _STEPS:
            down, right = _STEPS[sign]
            inside = Square(square.row + down, square.column + right)
            if signs.get(inside) not in rooms:
                raise InvalidBoardError(f"{square}: the arrow {sign} leads into no room")
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
                f"a secret passage joins two rooms, as in A-B, and a room has one: not {pair}"
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
                raise InvalidBoardError(f"{square}: no suspect is left to start on {sign}")
            starts[suspects[seat]] = square
    for suspect in suspects:
        if suspect not in starts:
            raise InvalidBoardError(f"{suspect} has no start")
    return {suspect: starts[suspect] for suspect in suspects}
