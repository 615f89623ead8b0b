"""Paths over the squares of a corridor.

A set of squares is an int with one bit per square, so four shifts move the whole front of a search
by one step, in about a microsecond.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from cluetree.board.places import Square


def masks(squares: int) -> Iterator[int]:
    """Yield each square as a one-bit mask."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


class Grid:
    """The squares of a corridor, with a cache of paths."""

    def __init__(self, squares: Iterable[Square]):
        places = sorted(squares)
        # One more column separates the end of a row from the start of the next.
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
        return (self._square_of[bit] for bit in masks(of))

    def _beside(self, squares: int) -> int:
        """Return the positions beside a set, some of which may be outside the grid."""
        return squares << 1 | squares >> 1 | squares << self._width | squares >> self._width

    def fronts(self, start: int, free: int) -> Iterator[int]:
        """Yield the squares at distance 0, 1, 2, ... from a set over free squares."""
        free &= ~start
        front = start
        while front:
            yield front
            front = self._beside(front) & free
            free ^= front

    def ends(self, start: int, steps: int, free: int) -> int:
        """Return the ends of paths with exactly this many steps that enter no square twice.

        The start counts as entered. One path to each end of the empty board is cached; another
        path is searched only if a pawn blocks it.
        """
        within: tuple[int, ...] = ()
        found = 0
        for end, path in self._paths(start, steps).items():
            if path & free == path:
                found |= end
            else:
                within = within or self._within(start, steps, free)
                if end & within[steps] and self._path(end, start, steps, free ^ end, within):
                    found |= end
        return found

    def _paths(self, start: int, steps: int) -> dict[int, int]:
        """Return one path to each end of the empty board, as the squares that it enters."""
        known = self._known.get((start, steps))
        if known is None:
            within = self._within(start, steps, self.all)
            ends = masks(within[steps] & ~start)
            paths = {end: self._path(end, start, steps, self.all ^ end, within) for end in ends}
            known = {end: path for end, path in paths.items() if path}
            if not steps:
                known = {start: 0}
            self._known[start, steps] = known
        return known

    def _within(self, start: int, steps: int, free: int) -> tuple[int, ...]:
        """Return the ends of 0, 1, ... steps that may enter squares again.

        As on a chessboard, each step changes the colour. So these are the squares of the right
        colour at most that number of steps away.
        """
        fronts = tuple(islice(self.fronts(start, free), steps + 1))
        within = [0, 0]
        for step in range(steps + 1):
            within.append(within[step] | (fronts[step] if step < len(fronts) else 0))
        return tuple(within[2:])

    def _path(self, end: int, start: int, steps: int, free: int, within: tuple[int, ...]) -> int:
        """Return the squares of a path, searched backwards from its end; 0 if there is none."""
        beside = self._beside(end)
        if steps == 1:
            return end if beside & start else 0
        for square in masks(beside & free & within[steps - 1] & ~start):
            path = self._path(square, start, steps - 1, free ^ square, within)
            if path:
                return path | end
        return 0
