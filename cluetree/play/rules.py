"""The rules that the players agree on before the cards are dealt."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cluetree._names import listed
from cluetree.board import Board
from cluetree.cards import Edition
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidTableError
from cluetree.table import Answering, CluePlayer, Table

NAMES: Final = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
"""Names for ten seats."""


class AccusationRule(StrEnum):
    """The players who may accuse at the end of a turn."""

    SUGGESTER = "suggester"
    """The current player (the rule book)."""
    ALL = "all"
    """Every player, the current one first (how the published experiments check wins)."""


@dataclass(frozen=True)
class Rules:
    """Everything that holds for the whole game, except chance and hidden cards.

    >>> Rules(players=NAMES[:4]).accusers
    <AccusationRule.SUGGESTER: 'suggester'>

    Raises:
        InvalidTableError: If the players cannot be seated so, the starting player is not one of
            them, an option is unknown, or the board is for another edition or fewer players.
    """

    edition: Edition = CLUE_US
    players: tuple[str, ...] = NAMES[:3]
    """Seat order, clockwise."""
    answering: Answering = Answering.FIRST
    accusers: AccusationRule = AccusationRule.SUGGESTER
    """The players who may accuse at the end of a turn."""
    board: Board | None = None
    """The board of the pawns; without a board, every suggestion may name any room."""
    leftover_face_up: bool = False
    """Whether cards left over by an even deal are face-up; else the first seats get one more."""
    starts: str | None = None
    """The player who has the first turn; `None` for the first seat."""
    most_turns: int = 500
    """After this many turns the game ends without a winner."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", listed("players", self.players, InvalidTableError))
        # A table before the deal checks the names and who answers.
        table = Table(self.edition, tuple(map(CluePlayer, self.players)), answering=self.answering)
        object.__setattr__(self, "answering", table.answering)
        if self.accusers not in tuple(AccusationRule):
            choice = " or ".join(repr(rule.value) for rule in AccusationRule)
            raise InvalidTableError(f"accusers must be {choice}, got {self.accusers!r}")
        object.__setattr__(self, "accusers", AccusationRule(self.accusers))
        if self.starts is not None and self.starts not in self.players:
            raise InvalidTableError(f"starts must be one of the players, got {self.starts!r}")
        if self.most_turns < 1:
            raise InvalidTableError(f"most_turns must be positive, got {self.most_turns}")
        board, players = self.board, len(self.players)
        if board is not None and board.edition != self.edition:
            raise InvalidTableError(f"the board must be for {self.edition}, got {board.edition}")
        if board is not None and players > len(board.starts):
            raise InvalidTableError(f"{players} players cannot share {len(board.starts)} pawns")
