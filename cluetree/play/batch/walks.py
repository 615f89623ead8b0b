"""Pawns on a board, in many games at a time: each by the steps from it to each room."""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from cluetree.board import Board, Place
from cluetree.cards import Category, ClueCard
from cluetree.play.batch.layout import BatchLayout
from cluetree.play.batch.masks import Flags, Masks, Rows, pick, settled
from cluetree.play.batch.policies import unlocated
from cluetree.play.batch.views import View
from cluetree.play.pawns import Pawns

_NEVER: Final = 255
"""The steps to the room that a pawn is in: it has to leave first."""
_FAR: Final = 200
"""The steps to a room without a way to it."""

Steps: TypeAlias = tuple[int, ...]
"""The steps to each room, in edition order; 0 if no roll is needed."""


@dataclass(frozen=True)
class BatchBoard:
    """The distances between the rooms of a board, and whose pawn is whose.

    Other pawns block no way, and a pawn on its way is known by its distances only.
    """

    steps: tuple[Steps, ...]
    """The steps from each room on foot."""
    passages: tuple[int | None, ...]
    """The room at the other end of each room's secret passage."""
    suspects: tuple[int, ...]
    """The suspect whose pawn each seat moves, as a set."""

    @classmethod
    def of(cls, board: Board, layout: BatchLayout) -> "BatchBoard":
        """Return what playouts need to know of a board."""
        rooms = layout.edition.of(Category.ROOM)
        ends = map(board.passages.get, rooms)
        suspects = layout.edition.of(Category.SUSPECT)[: layout.players]
        return cls(
            tuple(_steps(board, room) for room in rooms),
            tuple(None if end is None else rooms.index(end) for end in ends),
            tuple(layout.mask((suspect,)) for suspect in suspects),
        )

    def inside(self, room: int, *, may_stay: bool = False) -> Steps:
        """Return the steps of a pawn in a room."""
        steps = [*self.steps[room]]
        steps[room] = 0 if may_stay else _NEVER
        passage = self.passages[room]
        if passage is not None:
            steps[passage] = 0
        return tuple(steps)

    def steps_of(self, pawns: Pawns) -> tuple[Steps, ...]:
        """Return the steps of each seat's pawn."""
        rooms = pawns.board.edition.of(Category.ROOM)
        return tuple(
            self.inside(rooms.index(place), may_stay=seat in pawns.summoned)
            if isinstance(place, ClueCard)
            else _steps(pawns.board, place)
            for seat, place in enumerate(pawns.places[: len(pawns.players)])
        )


def _steps(board: Board, place: Place) -> Steps:
    far = board.distances(place)
    return tuple(far.get(room, _FAR) for room in board.edition.of(Category.ROOM))


class Walks:
    """The pawns of many games, from the same start."""

    def __init__(
        self, board: BatchBoard, layout: BatchLayout, start: tuple[Steps, ...], games: int
    ):
        self._suspects = board.suspects
        self._between = np.array(board.steps)
        self._inside = np.array([board.inside(room) for room in range(len(board.steps))])
        self._rooms = layout.categories[-1]
        self._first = (self._rooms & -self._rooms).bit_length() - 1
        self._steps = np.repeat(np.array(start)[..., None], games, axis=2)

    def keep(self, games: Rows) -> None:
        """Keep some of the games."""
        self._steps = self._steps[..., games]

    def go(self, view: View, rng: np.random.Generator) -> Masks:
        """Move a seat's pawn by two dice, and return the room that it enters; empty for none.

        It goes to a room worth asking for: any within reach, or else towards the nearest, which may
        be through another room.
        """
        steps = self._steps[view.seat]
        total: int = steps.shape[1]
        roll = rng.integers(1, 7, (2, total)).sum(axis=0)
        cards = np.uint64(1) << np.arange(self._first, self._first + len(steps), dtype=np.uint64)
        is_goal = (self._worth(view) & cards[:, None]) != 0
        is_near = steps <= roll
        within: Masks = np.bitwise_or.reduce(np.where(is_goal & is_near, cards[:, None], 0), axis=0)
        goal = np.where(is_goal, steps, _NEVER + 1).argmin(axis=0)
        every = np.arange(total)
        nearest = steps[goal, every]
        left = np.where(nearest == _NEVER, 1, nearest - roll)
        from_near = np.where(is_near, self._between[goal].T, _NEVER)
        on_the_way = from_near.argmin(axis=0)
        is_through = (within == 0) & (from_near[on_the_way, every] < left)
        within = np.where(is_through, cards[on_the_way], within)
        walked = np.minimum(np.minimum(steps + roll, _NEVER), left + self._between[goal].T)
        self._steps[view.seat] = np.where(within != 0, steps, walked)
        return pick(within, rng)

    def _worth(self, view: View) -> Masks:
        """Return the rooms not located; once the hidden one is known, that one and own ones."""
        rooms = np.uint64(self._rooms)
        hidden = view.can[-1] & settled(view.can) & rooms
        worth: Masks = np.where(
            hidden != 0, hidden | view.hand & rooms, unlocated(view.can) & rooms
        )
        return worth

    def gather(self, asker: int, guesses: Masks) -> None:
        """Put the asker's pawn in the room of its suggestion, and bring the suspect's there."""
        rooms = guesses & np.uint64(self._rooms)
        (rows,) = rooms.nonzero()
        room = np.log2(rooms[rows]).astype(np.intp) - self._first
        self._steps[asker][:, rows] = self._inside[room].T
        for seat, suspect in enumerate(self._suspects):
            named: Flags = (guesses[rows] & np.uint64(suspect)) != 0
            is_brought = named & (self._steps[seat, room, rows] != _NEVER)
            there, to = rows[is_brought], room[is_brought]
            self._steps[seat][:, there] = self._inside[to].T
            self._steps[seat, to, there] = 0  # it may stay, and ask there
