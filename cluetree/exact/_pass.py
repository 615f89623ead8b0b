"""One pass over the open cards, from the first state to the last: dynamic programming over cards.

The cards are dealt in the order of the plan. Along with each state go its weights: the number
of ways to get there and, packed into wide ints, one digit for each card and player (the ways in
which the card came to them), for each resting player (the ways times the room they have) and
for each triple (the ways that hide it). Every step is linear in all of them, so a digit never
needs more bits than the largest count, and one pass gives every chance at once.

Three rooms are open; Bob, Cid and the envelope each take one, and Bob has the first or the
second, for he showed one of them. The first two are special to Bob; the third comes last, by
formula:

>>> from cluetree.exact._problem import OpenCard
>>> from cluetree.exact._tally import finish
>>> card = OpenCard(category=2, places=0b111)
>>> bob_showed = ((0, 0b011),)
>>> problem = Problem((card,) * 3, (1, 1), (False, False, True), (bob_showed,), frozenset())
>>> run = Pass(problem, Meter())
>>> def watch(kind: str, of: int, states: States) -> None:
...     print(kind, of, "ways so far:", [weights[0] for weights in states.values()])
>>> tally = finish(run, run.states(watch))
apart 0 ways so far: [1]
deal 0 ways so far: [1]
deal 1 ways so far: [1, 1, 1]
rest 0 ways so far: [2, 2]
>>> tally.deals
4
>>> tally.where
((2, 1, 1), (2, 1, 1), (0, 2, 2))

The three states before the second room is dealt: Bob has the first one, the envelope has it, or
Cid has it, from the resting pool, where he need not be told apart.
"""

from collections.abc import Callable, Iterable, Iterator
from math import comb
from sys import getsizeof
from typing import TypeAlias

from cluetree.exact._plan import plan
from cluetree.exact._problem import Problem, most_ways
from cluetree.exact._states import Layout, Step
from cluetree.limit import PIECE, Meter

Weights: TypeAlias = tuple[int, int, int, int]
"""Ways; digits by card and player; digits by resting player; digits by triple."""
States: TypeAlias = dict[int, Weights]
Watch: TypeAlias = Callable[[str, int, States], None]


class Pass:
    """One pass of counting over one problem, as if no triple had been accused in vain.

    Attributes:
        layout: The fields of a state.
        digit: The number of bits in a digit of the packed weights, a multiple of 8.
        row: The number of bits for one card: a digit for each player, one for the fresh pool.
        classes: For each category, the cards that may be hidden, those together that are as
            good as each other; a triple's digit is that of its classes.
    """

    def __init__(self, problem: Problem, meter: Meter):
        self.problem = problem
        self._meter = meter
        self.layout = Layout(problem, plan(problem, meter=meter))
        self.digit = _digit(problem)
        self._fresh_at = len(problem.room) * self.digit
        self.row = self._fresh_at + self.digit
        self._fresh_digits = sum(
            (1 << self.digit) - 1 << i * self.row + self._fresh_at
            for i in range(len(self.layout.steps))
        )
        self.classes = [self._hideable(category) for category in range(len(problem.needs))]
        self.labels: dict[int, int] = {}
        """For each card that may be hidden, how far its class shifts a triple's digit."""
        stride = self.digit
        for classes in self.classes:
            self.labels.update(
                {card: i * stride for i, cards in enumerate(classes) for card in cards}
            )
            stride *= max(len(classes), 1)

    def _hideable(self, category: int) -> list[tuple[int, ...]]:
        problem, chosen = self.problem, self.layout.plan
        if not problem.needs[category]:
            return []
        special, plain = (
            problem.hideable(category, cards) for cards in (chosen.order, chosen.plain)
        )
        return [*((card,) for card in special), *([tuple(plain)] if plain else [])]

    def states(self, watch: Watch | None = None) -> States:
        """Run through all steps and return the last states.

        Args:
            watch: Is shown, before each step, its kind ("apart", "deal" or "rest"), whose it is
                (a player's place, or the number of the card's step), and the states so far.
        """
        chosen, room = self.layout.plan, self.problem.room
        states = self._start()
        fresh = sum(room[player] or 0 for player in chosen.first)
        for kind, index in self._agenda():
            if watch is not None:
                watch(kind, index, states)
            if kind == "apart":
                fresh -= room[index] or 0
            out: States = {}
            for some in self._drained(states):
                _merge(self._moves(some, kind, index, fresh), out)
                self._meter.hold(len(out) * _size(next(iter(out.values()), ())))
            states = out
            if kind == "deal":
                states = self._fitting(states, self.layout.steps[index])
                self._meter.spend(len(states))
        return states

    def _drained(self, states: States) -> Iterator[States]:
        """Take some states at a time, so that old ones and new ones are not kept all at once."""
        while len(states) > PIECE:
            yield dict(states.popitem() for _ in range(PIECE))
            self._meter.check()
        yield states

    def _moves(
        self, states: States, kind: str, index: int, fresh: int
    ) -> Iterator[tuple[int, Weights]]:
        if kind == "apart":
            return self._tell_apart(states, index, fresh)
        if kind == "rest":
            coming = len(self.problem.cards) - self.layout.plan.last[index] - 1
            return self._rest(states, index, coming)
        return self._deal(states, self.layout.steps[index], index)

    def _agenda(self) -> Iterator[tuple[str, int]]:
        chosen = self.layout.plan
        for index in range(len(chosen.order)):
            yield from (("apart", p) for p, first in chosen.first.items() if first == index)
            yield "deal", index
            yield from (("rest", p) for p, last in chosen.last.items() if last == index)

    def _start(self) -> States:
        layout, room = self.layout, self.problem.room
        slots = resting = 0
        ways = 1
        for player in layout.resting:
            taken = room[player] or 0
            resting += taken
            ways *= comb(resting, taken)
        for player in layout.resting:
            slots += ways * (room[player] or 0) << player * self.digit
        return {layout.start() | resting << layout.width: (ways, 0, slots, ways)}

    def _tell_apart(
        self, states: States, player: int, fresh_room: int
    ) -> Iterator[tuple[int, Weights]]:
        """Settle which cards of the fresh pool are a player's, who leaves it."""
        layout = self.layout
        room = self.problem.room[player] or 0
        most = room - 1 if layout.unmet[player] else room  # who has a branch to meet needs room
        field, mask = layout.field(player), layout.mask
        back = self._fresh_at - player * self.digit
        for key, (ways, cards, slots, triples) in states.items():
            pool = key & mask
            for n in range(max(0, pool - fresh_room), min(pool, most) + 1):
                state = key - n + (room - n << field)
                if n == 0:
                    yield state, (ways, cards, slots, triples)
                    continue
                times = comb(pool, n)
                fresh = cards & self._fresh_digits
                moved = (cards ^ fresh) * times + fresh * comb(pool - 1, n)
                moved += (fresh >> back) * comb(pool - 1, n - 1)
                yield state, (ways * times, moved, slots * times, triples * times)

    def _rest(self, states: States, player: int, coming: int) -> Iterator[tuple[int, Weights]]:
        """Let a player's room go into the resting pool: which of its cards are theirs is open."""
        layout = self.layout
        field, width, mask = layout.field(player), layout.width, layout.mask
        for key, (ways, cards, slots, triples) in states.items():
            room = key >> field & mask
            pool = (key >> width & mask) + room
            if pool <= coming:
                state = key - (room << field) + (room << width)
                times = comb(pool, room)
                mine = ways * times * room << player * self.digit
                yield state, (ways * times, cards * times, slots * times + mine, triples * times)

    def _deal(self, states: States, step: Step, index: int) -> Iterator[tuple[int, Weights]]:
        """Deal one card to every place it may come to."""
        at = index * self.row
        for player, shift, one, met in step.takers:
            yield from self._take(states, step, at + player * self.digit, (shift, one, met))
        if step.need:
            yield from self._hide(states, step)
        for player, met in step.settlers:
            shift = at + player * self.digit
            for key, (ways, cards, slots, triples) in states.items():
                if not key & ~met & step.closing:
                    yield key & ~met, (ways, cards + (ways << shift), slots, triples)
        kept = states
        if step.closing:
            kept = {key: weights for key, weights in states.items() if not key & step.closing}
        yield from self._pool(kept, step, at)
        if step.loose:
            n, row = step.loose, self._loose_row(step) << at
            for key, (ways, cards, slots, triples) in kept.items():
                yield key, (ways * n, cards * n + ways * row, slots * n, triples * n)

    def _take(
        self, states: States, step: Step, digit: int, taker: tuple[int, int, int]
    ) -> Iterator[tuple[int, Weights]]:
        """Give the card to a player told apart, unless that leaves no room for a branch."""
        shift, one, met = taker
        mask, closing = self.layout.mask, step.closing
        unmet = self.layout.unmet[shift // self.layout.width - 2]
        for key, (ways, cards, slots, triples) in states.items():
            room = key >> shift & mask
            if room:
                state = key - one & ~met
                if not state & closing and (room > 1 or not state & unmet):
                    yield state, (ways, cards + (ways << digit), slots, triples)

    def _hide(self, states: States, step: Step) -> Iterator[tuple[int, Weights]]:
        """Put the card into the envelope."""
        label = self.labels[step.card]
        for key, (ways, cards, slots, triples) in states.items():
            if key & step.need:
                state = (key ^ step.need) & ~step.hides
                if not state & step.closing:
                    yield state, (ways, cards, slots, triples << label)

    def _pool(self, states: States, step: Step, at: int) -> Iterator[tuple[int, Weights]]:
        """Let the card go to the fresh pool, or to the resting pool and so to whom it may be."""
        width, mask = self.layout.width, self.layout.mask
        digit = at + self._fresh_at
        for key, (ways, cards, slots, triples) in states.items():
            if key & mask < step.fresh:
                yield key + 1, (ways, cards + (ways << digit), slots, triples)
            pool = key >> width & mask
            if pool:
                share = slots // pool
                yield key - (1 << width), (ways, cards + (share << at), slots - share, triples)

    def _fitting(self, states: States, step: Step) -> States:
        """Drop states in which a player cannot get enough cards, or not meet all branches."""
        layout, mask = self.layout, self.layout.mask
        for shift, most in step.tight:
            states = {key: w for key, w in states.items() if key >> shift & mask <= most}
        for player in step.crowded:
            unmet, shift = layout.unmet[player], layout.field(player)
            states = {
                key: w
                for key, w in states.items()
                if layout.can_meet(key & unmet, key >> shift & mask, step.ahead)
            }
        return states

    def _loose_row(self, step: Step) -> int:
        settlers = {player for player, _ in step.settlers}
        places = self.problem.cards[step.card].places
        return sum(
            1 << player * self.digit
            for player in self.layout.loose
            if places >> player & 1 and player not in settlers
        )


def _merge(moves: Iterator[tuple[int, Weights]], out: States) -> None:
    """Add the weights of moves to the states that they lead to."""
    get = out.get
    for state, weights in moves:
        known = get(state)
        if known is None:
            out[state] = weights
        else:
            ways, cards, slots, triples = weights
            out[state] = (
                known[0] + ways,
                known[1] + cards,
                known[2] + slots,
                known[3] + triples,
            )


def _size(weights: Iterable[int]) -> int:
    return sum(map(getsizeof, weights))


def _digit(problem: Problem) -> int:
    """Return enough bits for every number that a digit can hold, rounded up to whole bytes.

    A resting player's digit is counted once for each card they may still get.
    """
    return -(-(most_ways(problem) * (len(problem.cards) + 1)).bit_length() // 8) * 8
