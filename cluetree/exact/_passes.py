"""Passes over a diagram: one forward and one back to count deals, and walks back to draw them.

The deals behind a move are the ways that lead to it times the ways that lead on from it. The
owner of a card of a pool is settled elsewhere:

- forward, each resting player has *slots*: the ways, times the room that this player has left
  in the resting pool;
- back, each fresh player has *claims*: the ways on in which a certain card of the fresh pool
  turns out to be this player's.

Ways, slots and the counts of all triples are the digits of one wide int, and so are ways and
claims: one sum or product of ints does the work of many (Kronecker substitution).

To draw a deal uniformly, a last state is drawn by its ways, and then each step back by the ways
that led there. A card of a pool gets its player where the walk meets the stage that settled whose
the pool's cards are.
"""

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate, repeat
from math import comb, prod
from random import Random
from typing import Final, NamedTuple

from cluetree.exact._diagram import (
    FRESH,
    RESTING,
    Batch,
    Diagram,
    Stage,
    State,
    StateLayout,
    draw_diagram,
)
from cluetree.exact._labels import Labels, digit_bytes, split
from cluetree.exact._problem import CATEGORIES, Problem, Tally, most_ways
from cluetree.limit import Meter

_WIDE: Final = 8192
"""To add ints of this many bytes takes about as long as to find a state."""
_TRIPLES: Final = 8
"""To list this many triples takes about as long as to find a state."""
_TRIPLE_BYTES: Final = 400
_COPIES: Final = 3
"""The labels of two layers are kept at a time, and of one layer shifted."""


class End(NamedTuple):
    """How the plain cards are dealt from a last state: any of them is as good as another."""

    hidden: list[list[int]]
    """For each category that still needs one, the cards that may be hidden."""
    rest: int
    """How many are not hidden."""
    pool: int
    """How many of these go to resting players; the others go to players of unknown hand size."""
    spread: int
    """The ways for one choice of the hidden."""

    @classmethod
    def of(cls, layout: StateLayout, state: State) -> "End":
        """Count the ways to deal them."""
        hidden = [cards for c, cards in enumerate(layout.hideable) if state & layout.need(c)]
        rest = len(layout.plan.plain) - len(hidden)
        pool = state >> layout.rest.shift & layout.rest.mask
        is_possible = pool == rest or (pool < rest and bool(layout.loose))
        spread = comb(rest, pool) * len(layout.loose) ** (rest - pool) if is_possible else 0
        return cls(hidden, rest, pool, spread)

    @property
    def ways(self) -> int:
        """All ways."""
        return self.spread * prod(map(len, self.hidden))


def count_diagram(diagram: Diagram, meter: Meter) -> Tally:
    """Count all deals of a diagram."""
    return _Passes(diagram, meter).run()


def first_ways(layout: StateLayout) -> int:
    """Return the ways to assign the first resting pool's places to its players."""
    ways, pool = 1, 0
    for player in layout.resting:
        pool += layout.room(player)
        ways *= comb(pool, layout.room(player))
    return ways


class _Passes:
    def __init__(self, diagram: Diagram, meter: Meter):
        self._diagram = diagram
        self._layout = diagram.layout
        self._problem = diagram.layout.problem
        self._meter = meter
        self._labels = _labels(self._layout)
        self._digit = self._labels.width * 8
        self._low = (1 << self._digit) - 1
        self._rows = [0] * len(self._problem.cards)
        """For each card the ways in which it comes to each player, packed."""

    def _slot(self, player: int) -> int:
        """Where a player's digit begins, above that of the ways."""
        return (player + 1) * self._digit

    def run(self) -> Tally:
        triples = sum(self._labels.sizes)
        self._meter.hold(triples * _TRIPLE_BYTES)
        self._meter.spend(triples // _TRIPLES)
        ends = [End.of(self._layout, state) for state in self._diagram.layers[-1]]
        forward, by_label = self._forward()
        packed = sum(
            number * end.spread << sum(self._labels.shift[cards[0]] for cards in end.hidden)
            for number, end in zip(by_label, ends, strict=True)
        )
        for ways, end in zip(forward[-1], ends, strict=True):
            self._deal_plain(ways, end)
        self._backward(forward, [end.ways for end in ends])
        deals = sum(
            (ways & self._low) * end.ways for ways, end in zip(forward[-1], ends, strict=True)
        )
        players = self._layout.envelope
        rows = (split(row >> self._digit, players, self._labels.width) for row in self._rows)
        where = tuple((*row, deals - sum(row)) for row in rows)
        return Tally(deals, where, self._labels.named(packed))

    def _charge(self, numbers: list[int]) -> None:
        """Charge for a layer of wide ints, in time and memory."""
        size = sum(map(int.bit_length, numbers)) // 8
        self._meter.hold(size * _COPIES)
        self._meter.spend(size // _WIDE)

    def _forward(self) -> tuple[list[list[int]], list[int]]:
        """Add up the ways to each state, with the slots of the resting players.

        Returns them for each layer, and for the last states the ways by label.
        """
        layout, diagram, digit = self._layout, self._diagram, self._digit
        slots = sum(layout.room(player) << self._slot(player) for player in layout.resting)
        above = self._slot(layout.envelope)
        below = (1 << above) - 1
        now = [first_ways(layout) * (1 + slots + (1 << above))]
        layers = [[ways & below for ways in now]]
        rest, most = layout.rest
        for stage, states, after in zip(
            diagram.stages, diagram.layers, diagram.layers[1:], strict=False
        ):
            then = [0] * len(after)
            for batch in stage.batches:
                if batch.place == layout.envelope and stage.kind == "deal":
                    shift = above + self._labels.shift[stage.of]
                    batch.carry([ways & below | ways >> above << shift for ways in now], then)
                    continue
                batch.carry(now, then)
                if batch.place == RESTING:
                    for i, to in batch.moves:
                        slots = (now[i] & below) >> digit
                        then[to] -= slots // (states[i] >> rest & most) << digit
                elif stage.kind == "rest":
                    (field, mask), slot = layout.fields[stage.of], self._slot(stage.of)
                    for (i, to), times in zip(batch.moves, batch.times, strict=True):
                        room = states[i] >> field & mask
                        then[to] += (now[i] & self._low) * times * room << slot
            if self._labels.size > _WIDE:
                self._charge(then)
            layers.append([ways & below for ways in then])
            now = then
            self._meter.check()
        return layers, [ways >> above for ways in now]

    def _backward(self, forward: list[list[int]], after: list[int]) -> None:
        """Add up the ways on from each state, with the claims of the fresh players."""
        for number in range(len(self._diagram.stages) - 1, -1, -1):
            stage, states = self._diagram.stages[number], self._diagram.layers[number]
            before = [0] * len(states)
            for batch in stage.batches:
                batch.carry_back(after, before)
                if stage.kind == "apart":
                    self._claim(batch, stage.of, number, after, before)
                elif batch.place != self._layout.envelope and stage.kind == "deal":
                    self._rows[stage.of] += self._row(batch, states, forward[number], after)
            after = before
            self._meter.check()

    def _claim(
        self, batch: Batch, player: int, number: int, after: list[int], before: list[int]
    ) -> None:
        """Of the fresh pool's cards, a certain one is among the player's or it is not."""
        states, then = self._diagram.layers[number : number + 2]
        fresh, digit, slot = self._layout.fresh_at, self._digit, self._slot(player)
        for (i, to), times in zip(batch.moves, batch.times, strict=True):
            pool = states[i] >> fresh
            mine = pool - (then[to] >> fresh)
            if mine:
                others = comb(pool - 1, mine)
                before[i] -= (after[to] >> digit << digit) * (times - others)
                before[i] += (after[to] & self._low) * (times - others) << slot

    def _row(self, batch: Batch, states: list[State], ways: list[int], after: list[int]) -> int:
        """Add up the deals in which the stage's card goes this way, by player."""
        digit, low, (rest, most) = self._digit, self._low, self._layout.rest
        if batch.place == FRESH:
            return sum([(ways[i] & low) * (after[to] >> digit) for i, to in batch.moves]) << digit
        if batch.place == RESTING:
            shares = [
                (ways[i] >> digit) // (states[i] >> rest & most) * (after[to] & low)
                for i, to in batch.moves
            ]
            return sum(shares) << digit
        direct = sum([ways[i] * after[to] for i, to in batch.moves]) & low
        return direct << self._slot(batch.place)

    def _deal_plain(self, ways: int, end: End) -> None:
        """Add the plain cards that come to resting players and to those of unknown hand size."""
        layout = self._layout
        if not end.rest or not end.spread:
            return
        self._share(layout.plan.plain, ways, end.ways, end)
        for cards in end.hidden:
            self._share(cards, ways, -(end.ways // len(cards)), end)

    def _share(self, cards: Sequence[int], ways: int, held: int, end: End) -> None:
        """Add the ways in which each of these cards is dealt to a player."""
        loose = self._layout.loose
        row = (ways >> self._digit) * held // end.rest
        if end.pool < end.rest:
            each = (ways & self._low) * held * (end.rest - end.pool) // (end.rest * len(loose))
            row += sum(each << player * self._digit for player in loose)
        for card in cards:
            self._rows[card] += row << self._digit


def _labels(layout: StateLayout) -> Labels:
    """Each special card that may be hidden is a class, and so are all plain ones."""
    problem = layout.problem
    classes: list[list[Sequence[int]]] = [[] for _ in range(CATEGORIES)]
    for category, plain in enumerate(layout.hideable):
        if problem.needs[category]:
            special = problem.hideable(category, layout.plan.order)
            classes[category] = [*([card] for card in special), *([plain] if plain else [])]
    # A resting player's digit is counted once for each card they may still get.
    return Labels(classes, digit_bytes(most_ways(problem) * (len(problem.cards) + 1)))


# Drawing


class _Options(NamedTuple):
    """The moves that lead to a state: where the card came to, and the state's number before."""

    sums: list[int]
    """The ways, added up."""
    moves: list[tuple[int, int]]


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
