"""Draw deals of a problem uniformly: the count's pass, walked backwards.

From a last state, drawn by its ways, each step back is drawn by the ways that led there. A card
of a pool gets its player where the walk meets the step that settled whose the pool's cards are.

The compiled core walks in the same way, by the same chance. So options have one order: last
states lowest first; what can have led to a state by who got the card, and for each of these the
highest state first.
"""

from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate
from math import comb, prod
from random import Random
from typing import NamedTuple

from cluetree.exact import _native
from cluetree.exact._pass import Pass
from cluetree.exact._problem import Problem
from cluetree.exact._states import Step
from cluetree.limit import Meter

FRESH, RESTING, LOOSE = -1, -2, -3
"""Where a card can come to, beside the places: a pool, or any player of unknown hand size."""


class _Back(NamedTuple):
    """One way a state can have come about."""

    ways: int
    before: int
    place: int


class _Layer(NamedTuple):
    """One step of the pass, with the ways to the states before it."""

    kind: str
    of: int
    """The card's step, or the player's place."""
    before: dict[int, int]


class Sampler:
    """Draws deals of one problem, by the compiled core where that does; the seed decides which.

    What it has looked up serves all later draws.

    Raises:
        LimitReached: If the meter's limit is reached first.
    """

    def __init__(self, problem: Problem, meter: Meter):
        self._problem = problem
        self._meter = meter
        self._core = _native.sampler(problem, meter)
        self._walk: Walk | None = None if self._core else Walk(problem, meter)

    def draw(self, number: int, rng: Random) -> list[list[int]]:
        """Draw so many deals: for each card of the problem, its place.

        Needs at least one deal; each has the same chance.
        """
        if self._core is not None and type(rng) is Random:  # whose state is known
            return self._core.draw(number, rng)
        if self._walk is None:
            self._walk = Walk(self._problem, self._meter)
        return [self._walk.draw(rng) for _ in range(number)]


class Walk:
    """Walks back through a pass of our own."""

    def __init__(self, problem: Problem, meter: Meter):
        self._problem = problem
        run = Pass(problem, meter)
        self._layout = run.layout
        self._layers: list[_Layer] = []
        last = run.states(
            lambda kind, index, states: self._layers.append(
                _Layer(kind, index, {key: weights[0] for key, weights in states.items()})
            )
        )
        self._plain = self._layout.plan.plain
        self._ends = [
            (key, self._plain_ways(key) * weights[0]) for key, weights in sorted(last.items())
        ]
        self._sums = list(accumulate(ways for _, ways in self._ends))
        self._known: dict[tuple[int, int], tuple[list[int], list[_Back]]] = {}

    def draw(self, rng: Random) -> list[int]:
        """Draw one deal; one that hides a triple accused in vain is drawn again."""
        while True:
            places = self._draw(rng)
            hidden = sum(1 << c for c, at in enumerate(places) if at == self._problem.envelope)
            if not any(triple & hidden == triple for triple in self._problem.failed_accusations):
                return places

    def _draw(self, rng: Random) -> list[int]:
        problem, layout = self._problem, self._layout
        places = [0] * len(problem.cards)
        key, _ = self._ends[bisect(self._sums, rng.randrange(self._sums[-1]))]
        pool = self._deal_plain(key, places, rng)
        claims: list[int] = []
        for number in range(len(self._layers) - 1, -1, -1):
            layer = self._layers[number]
            if layer.kind == "apart":
                key, taken = self._before_apart(key, layer.of)
                claims += [layer.of] * taken
                continue
            key, place = self._step_back(number, key, rng)
            if layer.kind == "rest":
                for _ in range(place):
                    places[_pop(pool, rng)] = layer.of
                continue
            card = layout.steps[layer.of].card
            if place == RESTING:
                pool.append(card)
            elif place == FRESH:
                places[card] = _pop(claims, rng)
            elif place == LOOSE:
                places[card] = rng.choice(self._loose(layout.steps[layer.of]))
            else:
                places[card] = place
        for player in layout.resting:
            for _ in range(problem.room[player] or 0):
                places[_pop(pool, rng)] = player
        return places

    def _step_back(self, number: int, key: int, rng: Random) -> tuple[int, int]:
        if (number, key) not in self._known:
            self._known[number, key] = self._find_back(number, key)
        sums, ways = self._known[number, key]
        back = ways[bisect(sums, rng.randrange(sums[-1]))]
        return back.before, back.place

    def _find_back(self, number: int, key: int) -> tuple[list[int], list[_Back]]:
        layer = self._layers[number]
        found = self._before_rest if layer.kind == "rest" else self._before_deal
        ways = [
            back._replace(ways=back.ways * layer.before[back.before])
            for back in found(key, layer.of)
            if back.before in layer.before
        ]
        return list(accumulate(back.ways for back in ways)), ways

    def _before_apart(self, key: int, player: int) -> tuple[int, int]:
        """The state before a player left the fresh pool, and how many of its cards they took."""
        layout = self._layout
        left = key >> layout.field(player) & layout.mask
        taken = (self._problem.room[player] or 0) - left
        return key + taken - (left << layout.field(player)), taken

    def _before_rest(self, key: int, player: int) -> Iterator[_Back]:
        layout = self._layout
        pool = key >> layout.width & layout.mask
        for room in range(min(pool, self._problem.room[player] or 0), -1, -1):
            before = key + (room << layout.field(player)) - (room << layout.width)
            yield _Back(comb(pool, room), before, room)

    def _before_deal(self, key: int, index: int) -> Iterator[_Back]:
        layout, step = self._layout, self._layout.steps[index]
        direct = [(key + one, met, player) for player, _, one, met in step.takers]
        if step.need and not key & step.need:
            direct.append((key | step.need, step.hides, self._problem.envelope))
        direct += [(key, met, player) for player, met in step.settlers]
        for before, bits_met, place in direct:
            if not key & bits_met:
                yield from (_Back(1, before | met, place) for met in _subsets(bits_met))
        if 0 < key & layout.mask <= step.fresh:
            yield _Back(1, key - 1, FRESH)
        yield _Back(1, key + (1 << layout.width), RESTING)
        if step.loose:
            yield _Back(step.loose, key, LOOSE)

    def _loose(self, step: Step) -> list[int]:
        settlers = {player for player, _ in step.settlers}
        places = self._problem.cards[step.card].places
        return [p for p in self._layout.loose if places >> p & 1 and p not in settlers]

    def _ends_with(self, key: int) -> tuple[list[list[int]], int, int]:
        """The plain cards that each need may take, how many are left, and the pool's room."""
        layout, problem = self._layout, self._problem
        hideable = [
            [
                c
                for c in self._plain
                if problem.cards[c].category == category
                and problem.cards[c].places >> problem.envelope & 1
            ]
            for category in range(len(problem.needs))
            if key & layout.need(category)
        ]
        return hideable, len(self._plain) - len(hideable), key >> layout.width & layout.mask

    def _plain_ways(self, key: int) -> int:
        hideable, rest, pool = self._ends_with(key)
        loose = len(self._layout.loose)
        if pool > rest or (pool < rest and not loose):
            return 0
        return comb(rest, pool) * prod([loose] * (rest - pool)) * prod(map(len, hideable))

    def _deal_plain(self, key: int, places: list[int], rng: Random) -> list[int]:
        """Deal the plain cards; return those that fell to the resting pool."""
        hideable, _, room = self._ends_with(key)
        left = list(self._plain)
        for cards in hideable:
            hidden = rng.choice(cards)
            places[hidden] = self._problem.envelope
            left.remove(hidden)
        rng.shuffle(left)
        for card in left[room:]:
            places[card] = rng.choice(self._layout.loose)
        return left[:room]


def _pop(items: list[int], rng: Random) -> int:
    """Take out an item at random; the order of the others does not matter."""
    at = rng.randrange(len(items))
    items[at], items[-1] = items[-1], items[at]
    return items.pop()


def _subsets(mask: int) -> Iterator[int]:
    """Yield every set of some of the ones in a mask, the empty one too."""
    subset = mask
    while True:
        yield subset
        if not subset:
            return
        subset = subset - 1 & mask
