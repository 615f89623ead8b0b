"""Draw deals of a problem uniformly: walk its diagram backwards.

From a last state, drawn by its ways, each step back is drawn by the ways that led there. A card
of a pool gets its player where the walk meets the stage that settled whose the pool's cards are.
"""

from bisect import bisect
from itertools import accumulate, repeat
from random import Random
from typing import NamedTuple

from cluetree.exact import _native
from cluetree.exact._diagram import FRESH, RESTING, Stage, draw_diagram
from cluetree.exact._native import Sampler
from cluetree.exact._problem import Problem
from cluetree.exact._tally import End, first_ways
from cluetree.limit import Meter


class _Options(NamedTuple):
    """The moves that lead to a state: where the card came to, and the state's number before."""

    sums: list[int]
    """The ways, added up."""
    moves: list[tuple[int, int]]


def sampler(problem: Problem, meter: Meter) -> Sampler:
    """Prepare to draw deals of one problem, by the compiled core where that is possible.

    Raises:
        LimitReached: If the meter's limit is reached first.
    """
    return _native.sampler(problem, meter) or Walk(problem, meter)


class Walk:
    """Walks back through a diagram."""

    def __init__(self, problem: Problem, meter: Meter):
        self._problem = problem
        self._diagram = draw_diagram(problem, meter)
        self._layout = layout = self._diagram.layout
        ways = [first_ways(layout)]
        self._options: list[list[_Options]] = []
        for stage, layer in zip(self._diagram.stages, self._diagram.layers[1:], strict=True):
            self._options.append(_lead_to(stage, ways, len(layer)))
            ways = [options.sums[-1] for options in self._options[-1]]
        self._ends = [End.of(layout, state) for state in self._diagram.layers[-1]]
        self._sums = list(
            accumulate(number * end.ways for number, end in zip(ways, self._ends, strict=True))
        )

    def draw(self, number: int, seed: int, /) -> list[list[int]]:
        """Draw deals: for each card its place. There must be a deal."""
        rng = Random(seed)
        return [self._draw(rng) for _ in range(number)]

    def _draw(self, rng: Random) -> list[int]:
        """Draw one deal; one that hides a failed accusation is drawn again."""
        while True:
            places = self._walk(rng)
            hidden = sum(1 << c for c, at in enumerate(places) if at == self._problem.envelope)
            if not any(triple & hidden == triple for triple in self._problem.failed_accusations):
                return places

    def _walk(self, rng: Random) -> list[int]:
        layout = self._layout
        places = [0] * len(self._problem.cards)
        at = bisect(self._sums, rng.randrange(self._sums[-1]))
        pool = self._deal_plain(self._ends[at], places, rng)
        claims: list[int] = []
        state = self._diagram.layers[-1][at]
        for number in range(len(self._options) - 1, -1, -1):
            stage = self._diagram.stages[number]
            sums, moves = self._options[number][at]
            place, at = moves[bisect(sums, rng.randrange(sums[-1]))]
            before = self._diagram.layers[number][at]
            if stage.kind == "apart":
                claims += [stage.of] * ((before >> layout.fresh_at) - (state >> layout.fresh_at))
            elif stage.kind == "rest":
                shift, mask = layout.fields[stage.of]
                for _ in range(before >> shift & mask):
                    places[_pop(pool, rng)] = stage.of
            elif place == RESTING:
                pool.append(stage.of)
            elif place == FRESH:
                places[stage.of] = _pop(claims, rng)
            else:
                places[stage.of] = place
            state = before
        for player in layout.resting:
            for _ in range(layout.room(player)):
                places[_pop(pool, rng)] = player
        return places

    def _deal_plain(self, end: End, places: list[int], rng: Random) -> list[int]:
        """Deal the plain cards; return those that fell to the resting pool."""
        left = list(self._layout.plan.plain)
        for cards in end.hidden:
            hidden = rng.choice(cards)
            places[hidden] = self._problem.envelope
            left.remove(hidden)
        rng.shuffle(left)
        for card in left[end.pool :]:
            places[card] = rng.choice(self._layout.loose)
        return left[: end.pool]


def _lead_to(stage: Stage, ways: list[int], states: int) -> list[_Options]:
    found = [_Options([], []) for _ in range(states)]
    for batch in stage.batches:
        for (before, after), times in zip(batch.moves, batch.times or repeat(1), strict=False):
            sums, moves = found[after]
            sums.append(ways[before] * times + (sums[-1] if sums else 0))
            moves.append((batch.place, before))
    return found


def _pop(items: list[int], rng: Random) -> int:
    """Take out an item at random; the order of the others does not matter."""
    at = rng.randrange(len(items))
    items[at], items[-1] = items[-1], items[at]
    return items.pop()
