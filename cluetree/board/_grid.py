"""Walks over the squares of a corridor; a set of squares is an int with a bit for each.

The whole front of a search moves on by four shifts, which takes about a microsecond.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from cluetree.board.places import Square


def bits(squares: int) -> Iterator[int]:
    """Yield the squares of a set one by one, each as a set."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


class Grid:
    """The squares of a corridor, and the walks over them that were once looked for."""

    def __init__(self, squares: Iterable[Square]):
        places = sorted(squares)
        # A column more than there are keeps the end of a row from touching the next row's start.
        self._width = max((square.column for square in places), default=0) + 2
        self.bit_of = {square: 1 << square.row * self._width + square.column for square in places}
        self._square_of = {bit: square for square, bit in self.bit_of.items()}
        self.all = self.set_of(places)
        self._known: dict[tuple[int, int], dict[int, int]] = {}

    def set_of(self, squares: Iterable[Square]) -> int:
        """Return the set of some squares of the grid."""
        found = 0
        for square in squares:
            found |= self.bit_of[square]
        return found

    def squares(self, of: int) -> Iterator[Square]:
        """Yield the squares of a set, by row and column."""
        return (self._square_of[bit] for bit in bits(of))

    def _beside(self, squares: int) -> int:
        """What touches a set; some of it may be no square of the grid."""
        return squares << 1 | squares >> 1 | squares << self._width | squares >> self._width

    def fronts(self, start: int, free: int) -> Iterator[int]:
        """Yield the squares at distance 0, 1, 2, ... from a set, going over free squares."""
        free &= ~start
        front = start
        while front:
            yield front
            front = self._beside(front) & free
            free ^= front

    def ends(self, start: int, steps: int, free: int) -> int:
        """Return where a walk of just so many steps can end, if it enters no square twice.

        The start counts as entered. For each end on the empty board one walk is remembered, and
        is good as long as nobody stands on it; only where somebody does another is looked for.
        """
        within: tuple[int, ...] = ()
        found = 0
        for end, walk in self._walks(start, steps).items():
            if walk & free == walk:
                found |= end
            else:
                within = within or self._within(start, steps, free)
                if end & within[steps] and self._walk(end, start, steps, free ^ end, within):
                    found |= end
        return found

    def _walks(self, start: int, steps: int) -> dict[int, int]:
        """One walk to each end on the empty board: the squares that it enters."""
        known = self._known.get((start, steps))
        if known is None:
            within = self._within(start, steps, self.all)
            walks = {
                end: self._walk(end, start, steps, self.all ^ end, within)
                for end in bits(within[steps] & ~start)
            }
            known = {end: walk for end, walk in walks.items() if walk}
            if not steps:
                known = {start: 0}
            self._known[start, steps] = known
        return known

    def _within(self, start: int, steps: int, free: int) -> tuple[int, ...]:
        """The squares where 0, 1, ... steps can lead if squares may be entered again and again.

        Every step changes the colour on a chessboard, so these are the squares at most so far
        away and of the right colour.
        """
        fronts = tuple(islice(self.fronts(start, free), steps + 1))
        within = [0, 0]
        for step in range(steps + 1):
            within.append(within[step] | (fronts[step] if step < len(fronts) else 0))
        return tuple(within[2:])

    def _walk(self, end: int, start: int, steps: int, free: int, within: tuple[int, ...]) -> int:
        """Find a walk, going back from its end, and return what it enters; 0 if there is none."""
        beside = self._beside(end)
        if steps == 1:
            return end if beside & start else 0
        for square in bits(beside & free & within[steps - 1] & ~start):
            walk = self._walk(square, start, steps - 1, free ^ square, within)
            if walk:
                return walk | end
        return 0
