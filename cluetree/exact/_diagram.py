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
Cid has it, from the resting pool, where he need not be told apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias

from cluetree.exact._plan import plan
from cluetree.exact._problem import Problem
from cluetree.exact._states import State, StateLayout, Step
from cluetree.limit import Meter

Kind: TypeAlias = Literal["apart", "deal", "rest"]

FRESH: Final = -1
RESTING: Final = -2
LOOSE: Final = -3
"""Any player of unknown hand size."""
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
    """The player's place, or the number of the card's step."""
    batches: list[Batch]


@dataclass(frozen=True, slots=True)
class Diagram:
    """All states and moves of a problem, as if no accusation had failed."""

    layout: StateLayout
    layers: list[list[State]]
    """The states before each stage, and the last ones."""
    stages: list[Stage]


_AFTER: Final = itemgetter(1)
_Found: TypeAlias = tuple[int, list[tuple[int, State]], Sequence[int]]
"""A batch whose moves lead to states that have no number yet."""


def draw_diagram(problem: Problem, meter: Meter) -> Diagram:
    """Find every state and move.

    Raises:
        LimitReached: If the meter's limit is reached first.
    """
    layout = StateLayout(problem, plan(problem, meter=meter))
    layers = [[layout.start()]]
    stages: list[Stage] = []
    moves = 0
    for kind, of in _agenda(layout):
        found: list[_Found] = []
        for each in _moves(layout, kind, of, layers[-1]):
            if each[1]:
                found.append(each)
                moves += len(each[1])
                meter.hold(moves * _MOVE_BYTES)
        number = dict.fromkeys(chain.from_iterable([map(_AFTER, some) for _, some, _ in found]), 0)
        layer = list(number)
        if kind == "deal":
            kept = layout.fitting(layer, layout.steps[of])
            if len(kept) < len(layer):
                layer = kept
                found = _kept(found, set(kept))
            meter.spend(len(layer))
        number.update(zip(layer, range(len(layer)), strict=True))
        batches = [
            Batch(place, [(before, number[to]) for before, to in some], times)
            for place, some, times in found
        ]
        stages.append(Stage(kind, of, batches))
        layers.append(layer)
    return Diagram(layout, layers, stages)


def _kept(found: list[_Found], states: set[State]) -> list[_Found]:
    """Drop moves to states that were dropped, after a deal: times are all the same there."""
    return [
        (place, kept, times[: len(kept)])
        for place, moves, times in found
        for kept in [[move for move in moves if move[1] in states]]
    ]


def _agenda(layout: StateLayout) -> Iterator[tuple[Kind, int]]:
    chosen = layout.plan
    for index in range(len(chosen.order)):
        for player, first in chosen.first.items():
            if first == index:
                yield "apart", player
        yield "deal", index
        for player, last in chosen.last.items():
            if last == index:
                yield "rest", player


def _moves(layout: StateLayout, kind: Kind, of: int, states: Sequence[State]) -> Iterator[_Found]:
    if kind == "deal":
        return _deal(layout, layout.steps[of], states)
    return iter([(_tell_apart if kind == "apart" else _rest)(layout, of, states)])


def _tell_apart(layout: StateLayout, player: int, states: Sequence[State]) -> _Found:
    """Settle how many cards of the fresh pool are a player's, who leaves it."""
    room, mask, field = layout.room(player), layout.mask, layout.field(player)
    # The cards that the others of the pool cannot take are this player's. A player with a branch
    # to meet needs room for it.
    others = layout.fresh_after(player)
    most = room - 1 if layout.unmet[player] else room
    moves: list[tuple[int, State]] = []
    times: list[int] = []
    for i, state in enumerate(states):
        pool = state & mask
        for mine in range(max(0, pool - others), min(pool, most) + 1):
            moves.append((i, state - mine + (room - mine << field)))
            times.append(comb(pool, mine))
    return player, moves, times


def _rest(layout: StateLayout, player: int, states: Sequence[State]) -> _Found:
    """Let a player's room join the resting pool: which of its cards are theirs is open."""
    field, width, mask = layout.field(player), layout.width, layout.mask
    coming = len(layout.problem.cards) - layout.plan.last[player] - 1
    move = (1 << width) - (1 << field)
    moves: list[tuple[int, State]] = []
    times: list[int] = []
    for i, state in enumerate(states):
        room = state >> field & mask
        pool = (state >> width & mask) + room
        if pool <= coming:
            moves.append((i, state + room * move))
            times.append(comb(pool, room))
    return player, moves, times


def _deal(layout: StateLayout, step: Step, states: Sequence[State]) -> Iterator[_Found]:
    """Deal one card to every place that it may come to."""
    mask, closing = layout.mask, step.closing
    numbered = list(enumerate(states))
    for player, shift, one, met in step.takers:
        unmet = layout.unmet[player]
        moves = [
            (i, to)
            for i, state in numbered
            if (room := state >> shift & mask)
            and not (to := state - one & ~met) & closing
            # A player without room must have met all their branches.
            and (room > 1 or not to & unmet)
        ]
        yield player, moves, ()
    if step.need:
        hides = ~(step.need | step.hides)
        moves = [
            (i, to)
            for i, state in numbered
            if state & step.need and not (to := state & hides) & closing
        ]
        yield layout.envelope, moves, ()
    for player, met in step.settlers:
        yield player, [(i, to) for i, state in numbered if not (to := state & ~met) & closing], ()
    if closing:
        numbered = [(i, state) for i, state in numbered if not state & closing]
    fresh, one, pool = step.fresh, 1 << layout.width, mask << layout.width
    if fresh:
        yield FRESH, [(i, state + 1) for i, state in numbered if state & mask < fresh], ()
    yield RESTING, [(i, state - one) for i, state in numbered if state & pool], ()
    if step.loose:
        yield LOOSE, numbered, [len(step.loose)] * len(numbered)
