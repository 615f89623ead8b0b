"""What the players agree on before the cards are dealt."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from cluetree.board import Board
from cluetree.cards import Edition
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidTableError
from cluetree.table import Answering, CluePlayer, Table

NAMES: Final = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
"""Names for ten seats."""


class AccusationRule(StrEnum):
    """Who may accuse at the end of a turn."""

    SUGGESTER = "suggester"
    """The player whose turn it is (the rule book)."""
    ALL = "all"
    """Every player, the one whose turn it is first (how the published experiments check wins)."""


@dataclass(frozen=True)
class Rules:
    """Everything that holds for the whole game, chance and hidden cards apart.

    >>> Rules(players=NAMES[:4]).claims
    <AccusationRule.SUGGESTER: 'suggester'>

    Raises:
        InvalidTableError: If the players cannot be seated so, the one who starts is none of
            them, there is no such choice, or the board is for another edition or for fewer
            players.
    """

    edition: Edition = CLUE_US
    players: tuple[str, ...] = NAMES[:3]
    """Seat order, clockwise."""
    answering: Answering = Answering.FIRST
    claims: AccusationRule = AccusationRule.SUGGESTER
    board: Board | None = None
    """What the pawns walk on; without a board, every suggestion may name any room."""
    leftover_face_up: bool = False
    """Whether cards that do not go round evenly lie open; else the first seats get one more."""
    starts: str | None = None
    """Who has the first turn; `None` for the first seat."""
    most_turns: int = 500
    """After so many turns the game ends without a winner, so that every game ends."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(self.players))
        # A table before the deal checks the names and who answers.
        table = Table(self.edition, tuple(map(CluePlayer, self.players)), answering=self.answering)
        object.__setattr__(self, "answering", table.answering)
        if self.claims not in tuple(AccusationRule):
            choice = " or ".join(repr(rule.value) for rule in AccusationRule)
            raise InvalidTableError(f"claims is {choice}, not {self.claims!r}")
        object.__setattr__(self, "claims", AccusationRule(self.claims))
        if self.starts is not None and self.starts not in self.players:
            raise InvalidTableError(f"{self.starts!r} cannot start: nobody here is called so")
        if self.most_turns < 1:
            raise InvalidTableError("a game has at least one turn")
        if self.board is not None:
            self._verify_board(self.board)

    def _verify_board(self, board: Board) -> None:
        if board.edition != self.edition:
            raise InvalidTableError(f"the board is for {board.edition}, not for {self.edition}")
        if len(self.players) > len(board.starts):
            raise InvalidTableError(
                f"{len(self.players)} players cannot share {len(board.starts)} pawns"
            )

    @cached_property
    def first_seat(self) -> int:
        """The index of the seat that has the first turn."""
        return 0 if self.starts is None else self.players.index(self.starts)

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Return the indices of the other seats, from the left neighbour on."""
        return self._clockwise[seat]

    @cached_property
    def _clockwise(self) -> tuple[tuple[int, ...], ...]:
        seats = tuple(range(len(self.players)))
        return tuple(seats[seat + 1 :] + seats[:seat] for seat in seats)
