"""What lies where on a board: all that a drawing needs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cluetree.board.places import Door, Square
from cluetree.cards import ClueCard, Edition


@dataclass(frozen=True)
class Plan:
    """The ground plan of a board."""

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
