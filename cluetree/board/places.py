"""Where a pawn can stand, and the doors between: the words of the board."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from cluetree.cards import ClueCard


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
