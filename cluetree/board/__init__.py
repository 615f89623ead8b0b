"""The board: squares, rooms, doors and secret passages as a graph, for editions that have one.

`board_of` gives the board of a shipped edition. A pawn's `Place` is a `Square` of the corridor
or a room, which is its `ClueCard`.
"""

from cluetree.board.classic import board_of, classic_board
from cluetree.board.graph import Board
from cluetree.board.places import Door, Place, Square
from cluetree.board.reading import read_board

__all__ = (
    "Board",
    "Door",
    "Place",
    "Square",
    "board_of",
    "classic_board",
    "read_board",
)
