"""The states of the count: one int of small fields, laid out for one problem and plan.

In the example of `cluetree.exact._diagram` a field is 2 bits wide. Once Bob is told apart, the one
state reads, from the highest bit:

    1       1 0 0   00   01   01    00
    branch  needs   Cid  Bob  rest  fresh

One branch is unmet, the envelope needs a room, Bob, told apart, takes one card, and the resting
pool takes one, which is Cid's: his own field stays empty.
"""

from typing import NamedTuple, TypeAlias

from cluetree.deduction import bits
from cluetree.exact._plan import Plan
from cluetree.exact._problem import CATEGORIES, Problem

State: TypeAlias = int


class Step(NamedTuple):
    """All that dealing one card may do to a state."""

    card: int
    need: int
    """The bit that must be set for the envelope to take the card; 0 if it never may."""
    hides: int
    """The branch bits that are met if the envelope takes it."""
    takers: tuple[tuple[int, int, int, int], ...]
    """Each player told apart who may get it: player, field's shift, one card, bits met."""
    loose: tuple[int, ...]
    """The players of unknown hand size who may get it without meeting a branch."""
    settlers: tuple[tuple[int, int], ...]
    """Each player of unknown hand size who would meet a branch by it: player, bits met."""
    closing: int
    """Bits that must be clear afterwards: their last card has been dealt."""
    tight: tuple[tuple[int, int], ...]
    """Fields that must not exceed the cards still to come: shift, most."""
    crowded: tuple[int, ...]
    """Players told apart who have several branches to meet."""
    ahead: int
    """The cards still to come."""
    fresh: int
    """Room of all players in the fresh pool while the card is dealt."""


class StateLayout:
    """Where the fields of a state lie, and what each step does to them.

    From the lowest bit: the number of cards in the fresh pool, the number of cards that the
    resting pool still takes, each player's room while told apart, the needs, the branches.
    """

    def __init__(self, problem: Problem, plan: Plan):
        self.problem = problem
        self.plan = plan
        players = len(problem.room)
        self.width = max(
            len(problem.cards), sum(room or 0 for room in problem.room), 1
        ).bit_length()
        self.mask = (1 << self.width) - 1
        self._needs_at = (2 + players) * self.width
        self._branches_at = self._needs_at + CATEGORIES
        self.loose = tuple(p for p, room in enumerate(problem.room) if room is None)
        self.resting = tuple(
            p for p, room in enumerate(problem.room) if room is not None and p not in plan.first
        )
        self.envelope = players
        self.hideable = [
            problem.hideable(category, plan.plain) if needed else []
            for category, needed in enumerate(problem.needs)
        ]
        """For each category the plain cards that may be hidden."""
        self.unmet = [0] * (players + 1)
        """For each place, the bits of the branches that must be met there."""
        self._met: list[dict[int, int]] = [{} for _ in problem.cards]
        for i, branch in enumerate(problem.branches):
            bit = 1 << self._branches_at + i
            if len(branch) == 1:
                self.unmet[branch[0][0]] |= bit
            for place, cards in branch:
                for card in bits(cards):
                    self._met[card][place] = self._met[card].get(place, 0) | bit
        self.steps = self._steps()

    def field(self, player: int) -> int:
        """Return the shift of a player's room."""
        return (2 + player) * self.width

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
        unmet = (1 << len(self.problem.branches)) - 1 << self._branches_at
        return needs | unmet | sum(map(self.room, self.resting)) << self.width

    def fitting(self, states: list[State], step: Step) -> list[State]:
        """Drop states in which a player cannot get enough cards, or not meet all branches."""
        mask = self.mask
        for shift, most in step.tight:
            states = [state for state in states if state >> shift & mask <= most]
        for player in step.crowded:
            field = self.unmet[player] | mask << self.field(player)
            good = {
                part
                for part in {state & field for state in states}
                if self._can_meet(player, part, step.ahead)
            }
            states = [state for state in states if state & field in good]
        return states

    def _steps(self) -> tuple[Step, ...]:
        """Look from the last card back: what each step may do depends on what is to come."""
        problem, plan = self.problem, self.plan
        coming = [0] * len(problem.room)
        branches = (1 << len(problem.branches)) - 1 << self._branches_at
        closed = branches | sum(self.need(c) for c in range(CATEGORIES))
        for number in plan.plain:
            closed = self._see(number, coming, closed)
        fresh, ahead = 0, sum(1 << number for number in plan.plain)
        steps: list[Step] = []
        for index in range(len(plan.order) - 1, -1, -1):
            number = plan.order[index]
            closing = closed
            most = list(coming)
            closed = self._see(number, coming, closed)
            told_apart = [p for p in plan.first if plan.first[p] <= index <= plan.last[p]]
            steps.append(self._step(number, told_apart, most, closing & ~closed, ahead, fresh))
            ahead |= 1 << number
            for player, first in plan.first.items():
                if first == index:
                    fresh += self.room(player)
        return tuple(reversed(steps))

    def _see(self, number: int, coming: list[int], closed: int) -> int:
        """Count a card among those to come; return the bits that none of them can clear."""
        card = self.problem.cards[number]
        for player in range(len(coming)):
            coming[player] += card.places >> player & 1
        if card.places >> self.envelope & 1:
            closed &= ~self.need(card.category)
        for met in self._met[number].values():
            closed &= ~met
        return closed

    def _step(  # noqa: PLR0917 -- what one sweep knows at a card
        self,
        number: int,
        told_apart: list[int],
        most: list[int],
        closing: int,
        ahead: int,
        fresh: int,
    ) -> Step:
        card, met = self.problem.cards[number], self._met[number]
        room = self.problem.room
        loose = [p for p in self.loose if card.places >> p & 1]
        may_hide = card.places >> self.envelope & 1 and self.problem.needs[card.category]
        return Step(
            card=number,
            need=self.need(card.category) if may_hide else 0,
            hides=met.get(self.envelope, 0),
            takers=tuple(
                (p, self.field(p), 1 << self.field(p), met.get(p, 0))
                for p in told_apart
                if card.places >> p & 1
            ),
            loose=tuple(p for p in loose if p not in met),
            settlers=tuple((p, met[p]) for p in loose if p in met),
            closing=closing,
            tight=tuple((self.field(p), most[p]) for p in told_apart if most[p] < (room[p] or 0)),
            crowded=tuple(p for p in told_apart if self.unmet[p].bit_count() > 1),
            ahead=ahead,
            fresh=fresh,
        )

    def _can_meet(self, player: int, state: State, ahead: int) -> bool:
        """Say whether a player's room suffices to meet all their branches by cards to come."""
        unmet, room = state & self.unmet[player], state >> self.field(player) & self.mask
        # A card for each will do, and each has one: `closing` sees to that.
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
