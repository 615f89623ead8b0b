"""Moves by the literal rules, square by square, and strategies for small boards."""

from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from hypothesis import strategies as st

from cluetree import ClueCard, Edition
from cluetree.board import Board, Door, Place, Square

HOUSE: Final = Edition(("Plum",), ("Rope",), ("Attic", "Barn", "Cellar"))
ROOMS: Final = HOUSE.hand("Attic", "Barn", "Cellar")


def one_step(board: Board, place: Place) -> Iterator[Place]:
    """Yield the neighbours of a place, from squares and doors alone."""
    if isinstance(place, Square):
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            other = Square(place.row + down, place.column + right)
            if other in board.squares:
                yield other
        yield from (door.room for door in board.doors if door.square == place)
    else:
        yield from (door.square for door in board.doors if door.room == place)


def moves(
    board: Board, path: tuple[Place, ...], roll: int, taken: Collection[Place]
) -> Iterator[Place]:
    """Yield the end of every single move that the rules allow: all paths, one by one."""
    for place in one_step(board, path[-1]):
        if place in path or (isinstance(place, Square) and place in taken):
            continue
        if isinstance(place, ClueCard) or roll == 1:
            yield place
        else:
            yield from moves(board, (*path, place), roll - 1, taken)


def chance(board: Board, start: Place, goal: ClueCard, turns: int, dice: int) -> Fraction:
    """Return the best chance to be in a room in time, looking at every fall of the dice."""

    @cache
    def ends(place: Place, roll: int) -> frozenset[Place]:
        return frozenset(moves(board, (place,), roll, ())) or frozenset((place,))

    def best(place: Place, left: int) -> Fraction:
        if place == goal or left == 0:
            return Fraction(place == goal)
        falls = tuple(product(range(1, 7), repeat=dice))
        rolled = sum(
            max(best(end, left - 1) for end in ends(place, sum(fall))) for fall in falls
        ) / Fraction(len(falls))
        if isinstance(place, ClueCard) and place in board.passages:
            return max(rolled, best(board.passages[place], left - 1))
        return rolled

    return best(start, turns)


@st.composite
def boards(draw: st.DrawFn, rows: int = 5, columns: int = 5) -> Board:
    """Draw a board with up to three rooms and doors anywhere along the corridor."""
    every = [Square(row, column) for row in range(rows) for column in range(columns)]
    holes = draw(st.sets(st.sampled_from(every), max_size=len(every) // 2))
    squares = [square for square in every if square not in holes]
    rooms = ROOMS[: draw(st.integers(1, len(ROOMS)))]
    doors = draw(st.lists(st.tuples(st.sampled_from(rooms), st.sampled_from(squares)), max_size=5))
    joined = rooms[:2] if len(rooms) > 1 and draw(st.booleans()) else ()
    return Board(
        HOUSE,
        frozenset(squares),
        {room: frozenset((Square(rows, number),)) for number, room in enumerate(rooms)},
        tuple(Door(room, square, Square(rows, rooms.index(room))) for room, square in doors),
        dict(zip(joined, reversed(joined), strict=True)),
        {HOUSE.card("Plum"): squares[0]},
        {room: room.name[0] for room in rooms},
    )


def places(board: Board) -> list[Place]:
    """Return every place of a board, in a fixed order."""
    return [*sorted(board.squares), *board.rooms]
