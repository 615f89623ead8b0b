"""Squares, rooms and doors: the parts of a board."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from cluetree.cards import ClueCard


class Square(NamedTuple):
    """A square, by row and column from (0, 0) in the top left corner."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"row {self.row}, column {self.column}"


Place: TypeAlias = Square | ClueCard
"""The place of a pawn: a square of the corridor, or a room."""


@dataclass(frozen=True, slots=True)
class Door:
    """A door of a room."""

    room: ClueCard
    square: Square
    """The square of the corridor before the door, where a pawn blocks the door."""
    inside: Square
    """The square of the room behind the door."""
