"""How the built-in agents find their way on a board."""

from collections.abc import Collection, Sequence

from cluetree.board import Board, Place
from cluetree.cards import ClueCard
from cluetree.play.pawns import Pawns


class Walk:
    """One seat's way over the board so far; where the other pawns stand is not looked at.

    Attributes:
        board: The board.
        place: Where the seat's pawn stands.
        last: The room that it was in before, if any.
    """

    def __init__(self, player: str, pawns: Pawns):
        self.board: Board = pawns.board
        self.place: Place = pawns.of(player)
        self.last: ClueCard | None = None
        self._player = player
        self._steps: dict[ClueCard, dict[Place, int]] = {}

    def go_on(self, pawns: Pawns) -> None:
        """Note where the pawn stands now."""
        place = pawns.of(self._player)
        if isinstance(self.place, ClueCard) and place != self.place:
            self.last = self.place
        self.place = place

    def nearest(self, options: Sequence[Place], rooms: Collection[ClueCard]) -> list[Place]:
        """Return those of the options that are the fewest steps from any of the rooms.

        The room that the pawn stands in counts only if it may stay; all options are equal if no
        room counts.
        """
        goals = [room for room in rooms if room != self.place or room in options]
        if not goals:
            return list(options)
        far = {option: min(self._distance(room, option) for room in goals) for option in options}
        least = min(far.values())
        return [option for option, steps in far.items() if steps == least]

    def _distance(self, room: ClueCard, place: Place) -> int:
        if room not in self._steps:
            self._steps[room] = self.board.distances(room)
        return self._steps[room][place]
