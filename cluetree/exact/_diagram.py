"""Every state of the count and every move between them, stage by stage.

The cards are dealt in the order of the plan. A *stage* tells a player apart, deals a card, or
lets a player's room join the resting pool. The diagram records where each stage leads from each
state; passes over it count deals (`cluetree.exact._tally`) and draw them (`_sample`).

Three rooms are open; Bob, Cid and the envelope each take one, and Bob has the first or the
second, because he showed one of them. The first two are special to Bob; the third comes last, by
formula:

>>> from cluetree.exact._problem import OpenCard
>>> card = OpenCard(category=2, places=0b111)
>>> bob_showed = ((0, 0b011),)
>>> problem = Problem((card,) * 3, (1, 1), (False, False, True), (bob_showed,), frozenset())
>>> diagram = draw_diagram(problem, Meter())
>>> [(stage.kind, stage.of) for stage in diagram.stages]
[('apart', 0), ('deal', 0), ('deal', 1), ('rest', 0)]
>>> [len(layer) for layer in diagram.layers]
[1, 1, 3, 2, 2]

The three states before the second room is dealt: Bob has the first one, the envelope has it, or
Cid has it, from the resting pool, where he need not be tracked.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from cluetree.exact._plan import plan
from cluetree.exact._problem import Problem
from cluetree.exact._states import State, StateLayout, Step
from cluetree.limit import Meter

Kind: TypeAlias = Literal["apart", "deal", "rest"]

FRESH: Final = -1
RESTING: Final = -2
_MOVE_BYTES: Final = 120


class Batch(NamedTuple):
    """Moves of a stage that are alike."""

    place: int
    """Where the card comes to (a place or a pool), or whose the cards of a pool are."""
    moves: list[tuple[int, int]]
    """From a state to one of the next layer, each by its number in its layer."""
    times: Sequence[int] = ()
    """In how many ways, for each move; empty if each is one way."""

    def carry(self, now: Sequence[int], then: list[int]) -> None:
        """Add numbers of the states before to those of the states after."""
        if self.times:
            for (before, after), times in zip(self.moves, self.times, strict=True):
                then[after] += now[before] * times
        else:
            for before, after in self.moves:
                then[after] += now[before]

    def carry_back(self, now: Sequence[int], then: list[int]) -> None:
        """Add numbers of the states after to those of the states before."""
        if self.times:
            for (before, after), times in zip(self.moves, self.times, strict=True):
                then[before] += now[after] * times
        else:
            for before, after in self.moves:
                then[before] += now[after]


class Stage(NamedTuple):
    """One step of the way, from a layer of states to the next."""

    kind: Kind
    of: int
    """The player's place, or the card."""
    batches: list[Batch]


@dataclass(frozen=True, slots=True)
class Diagram:
    """All states and moves of a problem, as if no accusation had failed."""

    layout: StateLayout
    layers: list[list[State]]
    """The states before each stage, and the last ones."""
    stages: list[Stage]


_AFTER: Final = itemgetter(1)
_Moves: TypeAlias = tuple[int, list[tuple[int, State]], Sequence[int]]
"""A batch whose moves lead to states that have no number yet."""
From = TypeVar("From")
"""The number of the state before a move, or the ways to it."""


def draw_diagram(problem: Problem, meter: Meter) -> Diagram:
    """Find every state and move.

    Raises:
        LimitReached: If the meter's limit is reached first.
    """
    layout = StateLayout(problem, plan(problem, meter=meter))
    layers, stages, held = [[layout.start()]], list[Stage](), 0
    for kind, of, moves, step in _agenda(layout, layers):
        found: list[_Moves] = []
        for each in moves:
            if each[1]:
                found.append(each)
                held += len(each[1])
                meter.hold(held * _MOVE_BYTES)
        number = dict.fromkeys(chain.from_iterable([map(_AFTER, some) for _, some, _ in found]), 0)
        layer = list(number)
        if step is not None:
            fitting = layout.fitting(layer, step.tracked, step.ahead)
            if len(fitting) < len(layer):
                layer, kept = fitting, set(fitting)
                found = [
                    (place, [move for move in some if move[1] in kept], ())
                    for place, some, _ in found
                ]
            meter.spend(len(layer))
        number.update(zip(layer, range(len(layer)), strict=True))
        batches = [
            Batch(place, [(before, number[to]) for before, to in some], times)
            for place, some, times in found
        ]
        stages.append(Stage(kind, of, batches))
        layers.append(layer)
    return Diagram(layout, layers, stages)


def _agenda(
    layout: StateLayout, layers: Sequence[Sequence[State]]
) -> Iterator[tuple[Kind, int, Iterable[_Moves], Step | None]]:
    """Yield the kind of each stage, its player or card, and the moves from the last layer."""
    first, last = layout.plan.first, layout.plan.last
    for index, step in enumerate(layout.steps()):
        for player in first:
            if first[player] == index:
                yield "apart", player, [tell_apart(layout, player, layers[-1])], None
        dealt = deal(layout, step, [*enumerate(layers[-1])])
        yield "deal", step.card, ((place, moves, ()) for place, moves in dealt), step
        for player in last:
            if last[player] == index:
                yield "rest", player, [_rest(layout, player, layers[-1])], None


def tell_apart(layout: StateLayout, player: int, states: Sequence[State]) -> _Moves:
    """Settle how many cards of the fresh pool are a player's, who leaves it."""
    room, fresh, field = layout.room(player), layout.fresh_at, layout.fields[player].shift
    # The cards that the others of the pool cannot take are this player's. A player with a branch
    # to meet needs room for it.
    others = layout.fresh_after(player)
    most = room - 1 if layout.unmet[player] else room
    moves: list[tuple[int, State]] = []
    times: list[int] = []
    for i, state in enumerate(states):
        pool = state >> fresh
        for mine in range(max(0, pool - others), min(pool, most) + 1):
            moves.append((i, state - (mine << fresh) + (room - mine << field)))
            times.append(comb(pool, mine))
    return player, moves, times


def _rest(layout: StateLayout, player: int, states: Sequence[State]) -> _Moves:
    """Let a player's room join the resting pool: which of its cards are theirs is open."""
    (field, mask), (rest, most) = layout.fields[player], layout.rest
    coming = len(layout.problem.cards) - layout.plan.last[player] - 1
    move = (1 << rest) - (1 << field)
    moves: list[tuple[int, State]] = []
    times: list[int] = []
    for i, state in enumerate(states):
        room = state >> field & mask
        pool = (state >> rest & most) + room
        if pool <= coming:
            moves.append((i, state + room * move))
            times.append(comb(pool, room))
    return player, moves, times


def deal(
    layout: StateLayout, step: Step, states: Sequence[tuple[From, State]]
) -> Iterator[tuple[int, list[tuple[From, State]]]]:
    """Deal one card to every place that it may come to.

    Yields each place with the states that follow, each paired as the state before it.
    """
    closed = step.closed
    for player, room, one, met in step.takers:
        unmet, kept = layout.unmet[player], ~met
        moves = [
            (before, to)
            for before, state in states
            if state & room
            and not (to := state - one & kept) & closed
            # A player without room must have met all their branches.
            and (not to & unmet or to & room)
        ]
        yield player, moves
    if step.need:
        hides = ~(step.need | step.hides)
        moves = [
            (before, to)
            for before, state in states
            if state & step.need and not (to := state & hides) & closed
        ]
        yield layout.envelope, moves
    for player, met in step.loose:
        kept = ~met
        moves = [(before, to) for before, state in states if not (to := state & kept) & closed]
        yield player, moves
    if step.fresh:
        fresh, one = step.fresh, 1 << layout.fresh_at
        moves = [
            (before, state + one)
            for before, state in states
            if state >> layout.fresh_at < fresh and not state & closed
        ]
        yield FRESH, moves
    if len(step.tracked) + len(layout.loose) < layout.envelope:
        pool, one = layout.rest.mask << layout.rest.shift, 1 << layout.rest.shift
        moves = [
            (before, state - one) for before, state in states if state & pool and not state & closed
        ]
        yield RESTING, moves
