"""Where a pawn can stand, the doors between, and what lies where: the words of the board."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from cluetree.cards import ClueCard, Edition


class Square(NamedTuple):
    """A square of the board, by its row and column from the top left corner, which is (0, 0)."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"row {self.row}, column {self.column}"


Place: TypeAlias = Square | ClueCard
"""Where a pawn stands: on a square of the corridor, or anywhere in a room."""


@dataclass(frozen=True, slots=True)
class Door:
    """A door: the only kind of gap in a room's walls."""

    room: ClueCard
    square: Square
    """The square of the corridor before the door; a pawn on it blocks the door."""
    inside: Square
    """The square of the room behind the door."""


@dataclass(frozen=True)
class FloorPlan:
    """What lies where on a board: all that a drawing needs."""

    edition: Edition
    squares: frozenset[Square] = field(repr=False)
    """The squares of the corridor, starts included."""
    rooms: Mapping[ClueCard, frozenset[Square]] = field(hash=False, repr=False)
    """The squares that each room covers."""
    doors: tuple[Door, ...] = field(repr=False)
    passages: Mapping[ClueCard, ClueCard] = field(hash=False, repr=False)
    """Where the secret passage of a room leads; every passage is here both ways."""
    starts: Mapping[ClueCard, Square] = field(hash=False, repr=False)
    """Where the pawn of each suspect stands before the game."""
    letters: Mapping[ClueCard, str] = field(hash=False, repr=False)
    """What stands for each room in a drawing."""
