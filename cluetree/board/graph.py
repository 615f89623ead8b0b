"""The board as a graph: distances, the places that a roll can reach, and a drawing."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from statistics import fmean
from typing import Final

from cluetree.board._paths import Grid, masks
from cluetree.board.places import Door, Place, Square
from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import InvalidEventError, UnknownPlaceError

ARROWS: Final = {(-1, 0): "^", (1, 0): "v", (0, -1): "<", (0, 1): ">"}
"""The sign of a square before a door, by the step through it."""
STARTS: Final = "1234567890"
"""The signs of the starts, in the order of the suspects."""
CORRIDOR: Final = "."


@dataclass(frozen=True)
class Board:
    """A board: the squares of a corridor, rooms with doors, secret passages, starts.

    >>> from cluetree.board import classic_board
    >>> from cluetree.editions import CLUE_US
    >>> board = classic_board(CLUE_US)
    >>> kitchen, ballroom = CLUE_US.hand("kitchen", "ballroom")
    >>> board.distance(kitchen, ballroom)
    7
    >>> sorted(map(str, board.rooms_within(ballroom, 6)))
    ['Billiard Room', 'Conservatory']

    A room is one place, however large it is. `blocked` is where the other pawns stand: no pawn
    enters such a square or passes a door behind it. Rooms hold any number of pawns, so rooms in
    `blocked` change nothing. The pawn's own place does not either.

    Every method raises `UnknownPlaceError` for a place that is not on the board, and
    `InvalidEventError` for a roll below 1.
    """

    edition: Edition
    squares: frozenset[Square] = field(repr=False)
    """The squares of the corridor, starts included."""
    rooms: Mapping[ClueCard, frozenset[Square]] = field(hash=False, repr=False)
    """The squares that each room covers."""
    doors: tuple[Door, ...] = field(repr=False)
    passages: Mapping[ClueCard, ClueCard] = field(hash=False, repr=False)
    """The room at the other end of each secret passage, in both directions."""
    starts: Mapping[ClueCard, Square] = field(hash=False, repr=False)
    """The start of each suspect's pawn."""
    letters: Mapping[ClueCard, str] = field(hash=False, repr=False)
    """The letter of each room in a drawing."""

    @cached_property
    def _grid(self) -> Grid:
        return Grid(self.squares)

    @cached_property
    def _thresholds(self) -> Mapping[ClueCard, int]:
        """The squares before the doors of each room, as a set of the grid."""
        squares = {room: [d.square for d in self.doors if d.room == room] for room in self.rooms}
        return {room: self._grid.set_of(each) for room, each in squares.items()}

    def distances(
        self, start: Place, *, blocked: Collection[Place] = (), passages: bool = False
    ) -> dict[Place, int]:
        """Return the steps to each place in reach, whatever the rolls.

        Going through a door is one step, in or out. A path ends in the room that it enters; with
        `passages` it may continue through the secret passage, which costs no step, and out again.
        """
        self._verify(start)
        free = self._free(blocked)
        steps = self._on_foot(start, free)
        # A shortest path uses no passage twice, so each round settles one more of its passages.
        for room, beyond in (*self.passages.items(),) * len(self.passages) if passages else ():
            if room in steps:
                for place, more in self._on_foot(beyond, free).items():
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
        """Return the steps from one place to another as in `distances`; `None` without a path."""
        self._verify(goal)
        return self.distances(start, blocked=blocked, passages=passages).get(goal)

    def reachable(
        self, start: Place, roll: int, *, blocked: Collection[Place] = ()
    ) -> frozenset[Place]:
        """Return the places where a move of this roll can end; none for an enclosed pawn.

        The rules: a pawn goes exactly as many squares as rolled, across or up and down. It enters
        no square twice (its own counts as entered) and none with another pawn. It may enter a
        room through a door that is not blocked with steps to spare, but not the room that it has
        left in the same move.
        """
        self._verify(start)
        free = self._free(blocked)
        grid = self._grid
        rooms = self._rooms_within(start, roll, free)
        if isinstance(start, ClueCard):
            ends = 0
            for square in masks(self._thresholds[start] & free):
                ends |= grid.ends(square, roll - 1, free)
        else:
            ends = grid.ends(grid.bit_of[start], roll, free)
        return frozenset((*grid.squares(ends), *rooms))

    def rooms_within(
        self, start: Place, roll: int, *, blocked: Collection[Place] = ()
    ) -> frozenset[ClueCard]:
        """Return the rooms among the `reachable` places, where a suggestion can be made.

        A secret passage, used instead of a roll, leads to another room: see `passages`.
        """
        self._verify(start)
        return frozenset(self._rooms_within(start, roll, self._free(blocked)))

    def to_text(self, marks: Mapping[Place, object] | None = None) -> str:
        """Draw the board in letters, with the numbers of rows and columns along its edge.

        Capital letters are rooms and dots the corridor. An arrow is a square before a door and
        points through it; a digit is a start. A list of rooms, passages and starts follows.

        Args:
            marks: Text for squares, or for the middle of rooms; all columns are as wide as the
                longest mark.
        """
        marks = marks or {}
        self._verify(*marks)
        signs = _signs(self)
        signs |= {_spot(self, place): str(mark) for place, mark in marks.items()}
        wide = max(3, *(len(sign) + 1 for sign in signs.values()))
        columns = range(max(square.column for square in signs) + 1)
        rows = range(max(square.row for square in signs) + 1)
        lines = [" " * 2 + "".join(f"{column:>{wide}}" for column in columns)]
        for row in rows:
            cells = (f"{signs.get(Square(row, column), ''):>{wide}}" for column in columns)
            lines.append(f"{row:>2}" + "".join(cells).rstrip())
        return "\n".join((*lines, "", *_legend(self), ""))

    def _verify(self, *places: Place) -> None:
        for place in places:
            if place not in self.squares and place not in self.rooms:
                raise UnknownPlaceError(str(place))

    def _free(self, blocked: Collection[Place]) -> int:
        """Return the squares without a pawn."""
        self._verify(*blocked)
        taken = (place for place in blocked if not isinstance(place, ClueCard))
        return self._grid.all & ~self._grid.set_of(taken)

    def _fronts(self, start: Place, free: int) -> Iterator[int]:
        """Yield the squares at distance 0, 1, 2, ... on foot; a room is not a square."""
        if isinstance(start, ClueCard):
            return chain((0,), self._grid.fronts(self._thresholds[start] & free, free))
        return self._grid.fronts(self._grid.bit_of[start], free)

    def _on_foot(self, start: Place, free: int) -> dict[Place, int]:
        """Return the steps to each place on foot."""
        steps: dict[Place, int] = {start: 0}
        for step, front in enumerate(self._fronts(start, free)):
            steps.update((square, step) for square in self._grid.squares(front))
            for room, threshold in self._thresholds.items():
                if threshold & front:
                    steps.setdefault(room, step + 1)
        return steps

    def _rooms_within(self, start: Place, roll: int, free: int) -> Iterator[ClueCard]:
        if roll < 1:
            raise InvalidEventError(f"a roll must be at least 1, got {roll}")
        near = sum(islice(self._fronts(start, free), roll))
        thresholds = self._thresholds.items()
        return (room for room, threshold in thresholds if threshold & near and room != start)


def _signs(board: Board) -> dict[Square, str]:
    """Return the sign of each square; the rarest one takes precedence."""
    signs = dict.fromkeys(board.squares, CORRIDOR)
    for room, squares in board.rooms.items():
        signs |= dict.fromkeys(squares, board.letters[room])
    signs |= {door.square: ARROWS[_way(door)] for door in board.doors}
    return signs | {start: _digit(board, suspect) for suspect, start in board.starts.items()}


def _way(door: Door) -> tuple[int, int]:
    """Return the step through a door into the room."""
    return (door.inside.row - door.square.row, door.inside.column - door.square.column)


def _digit(board: Board, suspect: ClueCard) -> str:
    return STARTS[board.edition.of(Category.SUSPECT).index(suspect)]


def _spot(board: Board, place: Place) -> Square:
    """Return the square, or the one nearest to the middle of a room."""
    if not isinstance(place, ClueCard):
        return place
    squares = board.rooms[place]
    row, column = fmean(s.row for s in squares), fmean(s.column for s in squares)
    return min(squares, key=lambda s: ((s.row - row) ** 2 + (s.column - column) ** 2, s))


def _legend(board: Board) -> Iterator[str]:
    for room, letter in board.letters.items():
        beyond = board.passages.get(room)
        yield f"{letter} {room}" + (f", secret passage to {beyond}" if beyond else "")
    for suspect in board.starts:
        yield f"{_digit(board, suspect)} {suspect} starts here"
