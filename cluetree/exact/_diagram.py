"""Every state of the count and every move between them, stage by stage.

The cards are dealt in the order of the plan. A *stage* tells a player apart, deals a card, or
lets a player's room join the resting pool. The diagram records where each stage leads from each
state; passes over it count deals and draw them: see `cluetree.exact._passes`.

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

A state is one int of small fields, laid out for one problem and plan. Once Bob is tracked
separately, the one state reads, from the highest bit:

    0      01    1       1 0 0  1
    fresh  rest  branch  needs  Bob

The resting pool takes one card, which is Cid's, one branch is unmet, the envelope needs a room, and
Bob, tracked separately, takes one card.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from cluetree.deduction import bits, union
from cluetree.exact._plan import Plan, plan
from cluetree.exact._problem import CATEGORIES, Problem
from cluetree.limit import Meter

State: TypeAlias = int


class Field(NamedTuple):
    """Where a number lies in a state."""

    shift: int
    mask: int
    """The bits of the number, before it is shifted."""


class Step(NamedTuple):
    """All that dealing one card may do to a state."""

    card: int
    need: int
    """The bit that must be set for the envelope to take the card; 0 if it never may."""
    hides: int
    """The branch bits that are met if the envelope takes it."""
    takers: tuple[tuple[int, int, int, int], ...]
    """Each tracked player who may get it: player, bits of the room, one card, bits met."""
    loose: tuple[tuple[int, int], ...]
    """Each player of unknown hand size who may get it: player, bits met."""
    closed: int
    """Bits that must be clear afterwards: no card to come clears them."""
    fresh: int
    """Room of all players in the fresh pool while the card is dealt."""
    tracked: tuple[int, ...]
    """The players tracked separately."""
    ahead: int
    """The cards still to come."""


class StateLayout:
    """Where the fields of a state lie, and what dealing a card does to them.

    From the lowest bit: each player's room while tracked separately, the needs, the branches, the
    number of cards that the resting pool still takes, the number of cards in the fresh pool.
    """

    def __init__(self, problem: Problem, plan: Plan):
        self.problem = problem
        self.plan = plan
        self.envelope = len(problem.room)
        self.fields: dict[int, Field] = {}
        """The room of each player who is tracked separately."""
        at = 0
        for player in plan.first:
            width = self.room(player).bit_length()
            self.fields[player] = Field(at, (1 << width) - 1)
            at += width
        self._needs_at, self._branches_at = at, at + CATEGORIES
        at = self._branches_at + len(problem.branches)
        width = sum(room or 0 for room in problem.room).bit_length()
        self.rest = Field(at, (1 << width) - 1)
        """The number of cards that the resting pool still takes."""
        self.fresh_at = at + width
        """Where the number of cards in the fresh pool begins; nothing lies above it."""
        self.loose = tuple(p for p, room in enumerate(problem.room) if room is None)
        self.resting = tuple(
            p for p, room in enumerate(problem.room) if room is not None and p not in plan.first
        )
        self.hideable = [
            problem.hideable(category, plan.plain) if needed else []
            for category, needed in enumerate(problem.needs)
        ]
        """For each category the plain cards that may be hidden."""
        self.unmet = [0] * (self.envelope + 1)
        """For each place, the bits of the branches that must be met there."""
        self.branches = (1 << len(problem.branches)) - 1 << self._branches_at
        """The bits of all branches."""
        self._may = problem.may()
        self._met: list[dict[int, int]] = [{} for _ in problem.cards]
        # For each bit of the needs and the branches, the cards that may clear it.
        self._clearing = [
            (self.need(category), union(1 << card for card in problem.hideable(category)))
            for category in range(CATEGORIES)
        ]
        for i, branch in enumerate(problem.branches):
            bit = 1 << self._branches_at + i
            if len(branch) == 1:
                self.unmet[branch[0][0]] |= bit
            for place, cards in branch:
                for card in bits(cards):
                    self._met[card][place] = self._met[card].get(place, 0) | bit
            self._clearing.append((bit, union(cards for _, cards in branch)))

    def need(self, category: int) -> int:
        """Return the bit that says the envelope still takes a card of the category."""
        return 1 << self._needs_at + category

    def room(self, player: int) -> int:
        """Return how many cards a player takes in all; 0 for any number."""
        return self.problem.room[player] or 0

    def fresh_after(self, player: int) -> int:
        """Return the room of all who are in the fresh pool when a player has left it."""
        told = self.plan.first[player], player
        return sum(self.room(p) for p, first in self.plan.first.items() if (first, p) > told)

    def start(self) -> int:
        """Return the first state."""
        needs = sum(self.need(c) for c, needed in enumerate(self.problem.needs) if needed)
        return needs | self.branches | sum(map(self.room, self.resting)) << self.rest.shift

    def closed(self, ahead: int) -> int:
        """Return the bits of needs and branches that no card to come can clear."""
        return sum([bit for bit, cards in self._clearing if not cards & ahead])

    def steps(self) -> Iterator[Step]:
        """Yield the steps of the plan."""
        plan = self.plan
        ahead = (1 << len(self.problem.cards)) - 1
        for index, card in enumerate(plan.order):
            ahead &= ~(1 << card)
            tracked = [p for p in plan.first if plan.first[p] <= index <= plan.last[p]]
            fresh = sum(self.room(p) for p, first in plan.first.items() if first > index)
            yield self.step(card, ahead, tracked, fresh)

    def step(self, number: int, ahead: int, tracked: Iterable[int], fresh: int = 0) -> Step:
        """Return what dealing a card does when certain cards are still to come."""
        card, met = self.problem.cards[number], self._met[number]
        may_hide = card.places >> self.envelope & 1 and self.problem.needs[card.category]
        return Step(
            card=number,
            need=self.need(card.category) if may_hide else 0,
            hides=met.get(self.envelope, 0),
            takers=tuple(
                [
                    (p, mask << shift, 1 << shift, met.get(p, 0))
                    for p in tracked
                    if card.places >> p & 1
                    for shift, mask in [self.fields[p]]
                ]
            ),
            loose=tuple([(p, met.get(p, 0)) for p in self.loose if card.places >> p & 1]),
            closed=self.closed(ahead),
            fresh=fresh,
            tracked=tuple(tracked),
            ahead=ahead,
        )

    def fitting(self, states: list[State], tracked: Iterable[int], ahead: int) -> list[State]:
        """Drop states in which a player cannot get enough cards, or not meet all branches."""
        for player in tracked:
            shift, mask = self.fields[player]
            most = (ahead & self._may[player]).bit_count()
            if most < self.room(player):
                states = [state for state in states if state >> shift & mask <= most]
            # `closed` sees to a single branch.
            if self.unmet[player].bit_count() > 1:
                field = self.unmet[player] | mask << shift
                good = {
                    part
                    for part in {state & field for state in states}
                    if self._can_meet(player, part, ahead)
                }
                states = [state for state in states if state & field in good]
        return states

    def _can_meet(self, player: int, state: State, ahead: int) -> bool:
        """Say whether a player's room suffices to meet all their branches by cards to come."""
        shift, mask = self.fields[player]
        unmet, room = state & self.unmet[player], state >> shift & mask
        # A card for each will do, and each has one: `closed` sees to that.
        return unmet.bit_count() <= room or self._search(unmet, room, ahead)

    def _search(self, unmet: int, room: int, ahead: int) -> bool:
        if not unmet or not room:
            return not unmet
        first = (unmet & -unmet).bit_length() - 1 - self._branches_at
        place, cards = self.problem.branches[first][0]
        return any(
            self._search(unmet & ~self._met[card][place], room - 1, ahead)
            for card in bits(cards & ahead)
        )


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
