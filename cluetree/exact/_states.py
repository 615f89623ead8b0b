"""The states of the count: one int of small fields, laid out for one problem and plan.

In the example of `cluetree.exact._diagram`, once Bob is tracked separately, the one state reads,
from the highest bit:

    0      01    1       1 0 0  1
    fresh  rest  branch  needs  Bob

The resting pool takes one card, which is Cid's, one branch is unmet, the envelope needs a room, and
Bob, tracked separately, takes one card.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from cluetree.deduction import bits, union
from cluetree.exact._plan import Plan
from cluetree.exact._problem import CATEGORIES, Problem

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
