"""The classic board, and which editions are played on it."""

from functools import cache
from importlib.resources import files
from typing import Final

from cluetree.board.graph import Board
from cluetree.board.reading import read_board
from cluetree.cards import Edition

_CLASSIC: Final = frozenset(
    {"clue-us", "cluedo-uk", "clue-2016", "cluedo-de", "cluedo-fr", "cluedo-es", "cluedo-it"}
)
"""The shipped editions that are played on the classic board."""


def board_of(edition: Edition) -> Board | None:
    """Return the board that a shipped edition is played on, where it is known.

    That is the classic board for the North American, the British and the 2016 edition and for
    the classic ones in other languages, and `None` for all others: there any room can be named.
    """
    return classic_board(edition) if edition.id in _CLASSIC else None


@cache
def classic_board(edition: Edition) -> Board:
    """Return the classic board for any edition that has its nine rooms and six suspects.

    The suspects' starts follow the order of the edition, clockwise from Miss Scarlett's, so
    that Dr. Orchid has Mrs. White's. The squares are those of the printings until 2022.

    Raises:
        UnknownCardError: If the edition lacks a room.
        InvalidBoardError: If it has other rooms besides, or not six suspects.
    """
    drawing = files("cluetree.board").joinpath("classic.txt").read_text("utf-8")
    return read_board(drawing, edition)
