"""Squares, rooms and doors: the parts of a board."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from cluetree.cards import ClueCard, Edition


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


@dataclass(frozen=True)
class FloorPlan:
    """The parts of a board, as far as a drawing needs them."""

    edition: Edition
    squares: frozenset[Square] = field(repr=False)
    """The squares of the corridor, starts included."""
    rooms: Mapping[ClueCard, frozenset[Square]] = field(hash=False, repr=False)
    """The squares that each room covers."""
    doors: tuple[Door, ...] = field(repr=False)
    passages: Mapping[ClueCard, ClueCard] = field(hash=False, repr=False)
    """The room at the other end of each secret passage, in both directions."""
    starts: Mapping[ClueCard, Square] = field(hash=False, repr=False)
    """The start of each suspect's pawn."""
    letters: Mapping[ClueCard, str] = field(hash=False, repr=False)
    """The letter of each room in a drawing."""
