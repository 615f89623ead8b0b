"""The pawns on the board: their places, and the places that they can reach."""

from dataclasses import dataclass, replace
from typing import Final

from cluetree.board import Board, Place, Square
from cluetree.cards import Category, ClueCard
from cluetree.errors import UnknownPlayerError

ROLLS: Final = range(2, 13)
"""The sums of two dice."""


@dataclass(frozen=True)
class Pawns:
    """The places of all pawns, which all players see; seats and suspects are given by index.

    Every suspect has a pawn, whether played or not. The first seat plays the first suspect of
    the edition, and so on; the others' pawns only go where suggestions bring them.
    """

    board: Board
    players: tuple[str, ...]
    places: tuple[Place, ...]
    """Where each suspect's pawn stands."""
    summoned: frozenset[int] = frozenset()
    """The pawns moved by a suggestion since their own last move; they may stay."""
    fresh: frozenset[int] = frozenset()
    """The pawns whose player has not suggested in this room since entering it."""

    @classmethod
    def at_start(cls, board: Board, players: tuple[str, ...]) -> "Pawns":
        """Return the pawns as they stand before the first turn."""
        suspects = board.edition.of(Category.SUSPECT)
        return cls(board, players, tuple(board.starts[suspect] for suspect in suspects))

    @property
    def suspects(self) -> tuple[ClueCard, ...]:
        """Every suspect, played or not, in the order of `places`."""
        return self.board.edition.of(Category.SUSPECT)

    def of(self, player: str) -> Place:
        """Return where a player's pawn stands.

        Raises:
            UnknownPlayerError: If no player has this name.
        """
        UnknownPlayerError.verify(player, self.players)
        return self.places[self.players.index(player)]

    def options(self, seat: int, roll: int) -> tuple[Place, ...]:
        """Return where a player may go with this roll: rooms first, then squares.

        A secret passage may be taken instead of the roll, and a summoned pawn may stay. A pawn
        that is shut in stays, too.
        """
        here = self.places[seat]
        others = frozenset(place for pawn, place in enumerate(self.places) if pawn != seat)
        within = set(self.board.reachable(here, roll, blocked=others))
        if isinstance(here, ClueCard):
            within.update(to for room, to in self.board.passages.items() if room == here)
            if seat in self.summoned:
                within.add(here)
        rooms = (room for room in self.board.edition.of(Category.ROOM) if room in within)
        squares = sorted(place for place in within if isinstance(place, Square))
        return (*rooms, *squares) or (here,)

    def room_to_name(self, seat: int) -> ClueCard | None:
        """Return the room that a player may name: where they stand, once a stay."""
        here = self.places[seat]
        return here if seat in self.fresh and isinstance(here, ClueCard) else None

    def moved(self, seat: int, to: Place) -> "Pawns":
        """Return the pawns after a player's own move; to stay is one too."""
        stays = to == self.places[seat]
        return replace(self if stays else self._put(seat, to), summoned=self.summoned - {seat})

    def suggested(self, seat: int, suspect: ClueCard, room: ClueCard) -> "Pawns":
        """Return the pawns after a player's suggestion: the suspect is brought to the room."""
        pawn = self.suspects.index(suspect)
        if self.places[pawn] == room:
            return replace(self, fresh=self.fresh - {seat})
        brought = self._put(pawn, room)
        return replace(brought, fresh=brought.fresh - {seat}, summoned=brought.summoned | {pawn})

    def out_of_the_way(self, seat: int) -> "Pawns":
        """Return the pawns with a player who has no more turns out of any doorway."""
        here = self.places[seat]
        rooms = (door.room for door in self.board.doors if door.square == here)
        room = next(rooms, None)
        return self if room is None else self._put(seat, room)

    def _put(self, pawn: int, to: Place) -> "Pawns":
        places = (*self.places[:pawn], to, *self.places[pawn + 1 :])
        new = {pawn} if isinstance(to, ClueCard) else set[int]()
        return replace(self, places=places, fresh=self.fresh - {pawn} | new)
