"""The board as a graph: what lies beside what, how far, and where a roll can lead."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, islice

from cluetree.board._chances import chances_to_reach
from cluetree.board._drawing import draw_svg, draw_text
from cluetree.board._grid import Grid, bits
from cluetree.board.places import FloorPlan, Place
from cluetree.cards import ClueCard
from cluetree.errors import InvalidEventError, UnknownPlaceError


@dataclass(frozen=True)
class Board(FloorPlan):
    """A board: the squares of a corridor, rooms with doors, secret passages, starts.

    >>> from cluetree.board import classic_board
    >>> from cluetree.editions import CLUE_US
    >>> board = classic_board(CLUE_US)
    >>> kitchen, ballroom = CLUE_US.hand("kitchen", "ballroom")
    >>> board.distance(kitchen, ballroom)
    7
    >>> sorted(map(str, board.rooms_within(ballroom, 6)))
    ['Billiard Room', 'Conservatory']

    A room is one place, however large it is. `blocked` is where the other pawns stand: nobody
    enters such a square, and where it lies before a door, nobody passes the door. Rooms hold any
    number of pawns, so that rooms in `blocked` change nothing, nor does the pawn's own place.
    """

    @cached_property
    def _grid(self) -> Grid:
        return Grid(self.squares)

    @cached_property
    def _thresholds(self) -> Mapping[ClueCard, int]:
        """The squares before the doors of each room, as a set of the grid."""
        return {
            room: self._grid.set_of(door.square for door in self.doors if door.room == room)
            for room in self.rooms
        }

    def neighbours(self, place: Place, *, blocked: Collection[Place] = ()) -> frozenset[Place]:
        """Return the places one step away: squares beside this one, and what a door leads to.

        A secret passage is no step: see `passages`.

        Raises:
            UnknownPlaceError: If a place is not on this board.
        """
        self._verify(place)
        near = self._walked(place, self._free(blocked), most=1)
        return frozenset(other for other, steps in near.items() if steps == 1)

    def distances(
        self, start: Place, *, blocked: Collection[Place] = (), passages: bool = False
    ) -> dict[Place, int]:
        """Return the steps to each place that a pawn can come to, whatever it may roll.

        Going through a door is one step, in or out. A walk ends in the room that it enters;
        only with passages it may go on from a room, by the passage and out at the other end.

        Args:
            start: Where the pawn stands.
            blocked: Where other pawns stand.
            passages: Whether it may use secret passages; they are no step.

        Raises:
            UnknownPlaceError: If a place is not on this board.
        """
        self._verify(start)
        free = self._free(blocked)
        steps = self._walked(start, free)
        # No shortest way uses a passage twice, so each round settles one more of those it uses.
        for room, beyond in (*self.passages.items(),) * len(self.passages) if passages else ():
            if room in steps:
                for place, more in self._walked(beyond, free).items():
                    through = steps[room] + more
                    steps[place] = min(steps.get(place, through), through)
        return steps

    def distance(
        self,
        start: Place,
        goal: Place,
        *,
        blocked: Collection[Place] = (),
        passages: bool = False,
    ) -> int | None:
        """Return the steps from one place to another, or `None` if every way is blocked.

        Steps are counted, and passages used, as by `distances`.

        Raises:
            UnknownPlaceError: If a place is not on this board.
        """
        self._verify(goal)
        return self.distances(start, blocked=blocked, passages=passages).get(goal)

    def reachable(
        self, start: Place, roll: int, *, blocked: Collection[Place] = ()
    ) -> frozenset[Place]:
        """Return the places where a move of this roll may end; none if the pawn is shut in.

        The rules: a pawn goes as many squares as were rolled, across or up and down, and may turn
        at each; it enters no square twice (the one it stands on counts as entered), nor one where
        another pawn stands. It may enter a room through a door that is not blocked, however many
        steps are left, but not the room that it left in this same move.

        Raises:
            UnknownPlaceError: If a place is not on this board.
            InvalidEventError: If the roll is below 1.
        """
        self._verify(start)
        free = self._free(blocked)
        grid = self._grid
        rooms = self._rooms_within(start, roll, free)
        if isinstance(start, ClueCard):
            ends = 0
            for square in bits(self._thresholds[start] & free):
                ends |= grid.ends(square, roll - 1, free)
        else:
            ends = grid.ends(grid.bit_of[start], roll, free)
        return frozenset((*grid.squares(ends), *rooms))

    def rooms_within(
        self, start: Place, roll: int, *, blocked: Collection[Place] = ()
    ) -> frozenset[ClueCard]:
        """Return the rooms among what is `reachable`: where a suggestion can be made.

        A secret passage leads to one more, in place of a roll: see `passages`.

        Raises:
            UnknownPlaceError: If a place is not on this board.
            InvalidEventError: If the roll is below 1.
        """
        self._verify(start)
        return frozenset(self._rooms_within(start, roll, self._free(blocked)))

    def chance_to_reach(
        self, start: Place, turns: int, *, dice: int = 2, blocked: Collection[Place] = ()
    ) -> dict[ClueCard, Fraction]:
        """Return for each room the chance to be there after so many turns or sooner.

        Each chance is for a player who wants this room and nothing else, plays for it as well as
        possible, and is not moved by others; `blocked` stays as it is. A turn is a roll, or a
        secret passage. A room where the pawn stands already has chance 1.

        Raises:
            UnknownPlaceError: If a place is not on this board.
            InvalidEventError: If there are fewer than 0 turns or no dice.
        """
        self._verify(start)
        reachable = partial(self.reachable, blocked=frozenset(blocked))
        return chances_to_reach(self.rooms, self.passages, reachable, start, turns=turns, dice=dice)

    def to_text(self, marks: Mapping[Place, object] | None = None) -> str:
        """Draw the board in letters, with the numbers of rows and columns along its edge.

        Capital letters are rooms, dots the corridor; an arrow is a square before a door and
        points through it, a digit is a start. A list of rooms, passages and starts follows.

        Args:
            marks: What to write on a square instead, or in the middle of a room; short, since
                all columns are as wide as the longest mark.

        Raises:
            UnknownPlaceError: If a place is not on this board.
        """
        marks = marks or {}
        self._verify(*marks)
        return draw_text(self, marks)

    def to_svg(self, marks: Mapping[Place, object] | None = None) -> str:
        """Draw the board as an SVG picture: walls, doors, secret passages and starts.

        Args:
            marks: What to write on a square, which is coloured then, or above a room's name.

        Raises:
            UnknownPlaceError: If a place is not on this board.
        """
        marks = marks or {}
        self._verify(*marks)
        return draw_svg(self, marks)

    def _verify(self, *places: Place) -> None:
        for place in places:
            if place not in self.squares and place not in self.rooms:
                raise UnknownPlaceError(str(place))

    def _free(self, blocked: Collection[Place]) -> int:
        """The squares where nobody stands."""
        self._verify(*blocked)
        taken = (place for place in blocked if not isinstance(place, ClueCard))
        return self._grid.all & ~self._grid.set_of(taken)

    def _fronts(self, start: Place, free: int) -> Iterator[int]:
        """Yield the squares at distance 0, 1, 2, ... on foot; a room itself is no square."""
        if isinstance(start, ClueCard):
            return chain((0,), self._grid.fronts(self._thresholds[start] & free, free))
        return self._grid.fronts(self._grid.bit_of[start], free)

    def _walked(self, start: Place, free: int, most: int | None = None) -> dict[Place, int]:
        """The steps to each place on foot, if those to squares are at most so many."""
        steps: dict[Place, int] = {start: 0}
        stop = None if most is None else most + 1
        for step, front in enumerate(islice(self._fronts(start, free), stop)):
            steps.update((square, step) for square in self._grid.squares(front))
            for room, threshold in self._thresholds.items():
                if threshold & front:
                    steps.setdefault(room, step + 1)
        return steps

    def _rooms_within(self, start: Place, roll: int, free: int) -> Iterator[ClueCard]:
        if roll < 1:
            raise InvalidEventError(f"a roll is 1 or more, not {roll}")
        near = sum(islice(self._fronts(start, free), roll))
        return (
            room
            for room, threshold in self._thresholds.items()
            if threshold & near and room != start
        )
