"""The board: squares, rooms, doors and secret passages as a graph.

`board_of` returns the board of a shipped edition. A pawn's `Place` is a `Square` of the corridor
or a room, which is its `ClueCard`.
"""

from cluetree.board.graph import Board
from cluetree.board.places import Door, Place, Square
from cluetree.board.reading import board_of, classic_board, read_board

__all__ = (
    "Board",
    "Door",
    "Place",
    "Square",
    "board_of",
    "classic_board",
    "read_board",
)
