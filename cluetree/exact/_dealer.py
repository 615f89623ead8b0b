"""Deal the cards of a problem one after another, and count the ways to each state.

Two partial deals can be completed in the same ways if every player has the same capacity left, the
envelope needs the same categories, and the quotas stand alike. They form one *state*, an int
of small fields. From the lowest bit:

- the capacity left to each player of known hand size,
- one bit for each category, set while the envelope needs a card of it,
- one bit for each show, set while it is unmet,
- one bit that is always set, the capacity of players of unknown hand size,
- the capacity left to the pool, which players can join,
- for each other quota, how many of its cards are there; one too many sets the field's highest bit.

Each state has a *weight*: one or several numbers of ways, packed into one int (see
`cluetree.exact._labels`).

Three rooms are open; Bob, Cid and the envelope each take one, and Bob has the first or the second,
because he showed one of them. After the first room is dealt, Bob has it, Cid has it, or the
envelope:

>>> from cluetree.evidence import Bounds
>>> from cluetree.exact._problem import OpenCard
>>> room = OpenCard(category=2, places=0b111)
>>> bob_showed = Bounds.any_of((0, 0b011))
>>> problem = Problem((room,) * 3, (1, 1), (False, False, True), (bob_showed,), frozenset())
>>> dealer = Dealer(problem, Labels([[], [], [[0], [1], [2]]], most=6))
>>> weights = dealer.deal({dealer.start: 1}, CardStage(card=0, ahead=0b110))
>>> for state in weights:
...     print(dealer.capacity(state, 0), dealer.capacity(state, 1), dealer.needed(state))
0 1 [2]
1 0 [2]
1 1 []
"""

from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, field
from math import comb
from typing import Final, NamedTuple, TypeAlias

from cluetree.evidence import Bounds, bits, union
from cluetree.exact._labels import Labels
from cluetree.exact._problem import CATEGORIES, Problem
from cluetree.limit import check_memory, check_time

State: TypeAlias = int
Weights: TypeAlias = dict[State, int]
"""The weight of each state."""
Joined: TypeAlias = tuple[State, State, int, int]
"""A state before and after a player joins the pool, the ways to choose the player's places among
those of the pool, and the number of these ways in which a given place is the player's."""
POOL: Final = -1
"""The pool as a place."""
STATE_BYTES: Final = 150
"""The memory of a state with a small weight."""


class _Field(NamedTuple):
    """The position of a number in a state."""

    shift: int
    mask: int
    """The bits of the number, before it is shifted."""

    @classmethod
    def for_numbers(cls, most: int, at: int) -> "_Field":
        """Return a field for numbers up to `most`, from a bit on."""
        return cls(at, (1 << most.bit_length()) - 1)

    @property
    def end(self) -> int:
        """The first bit after it."""
        return self.shift + self.mask.bit_length()

    def read(self, state: State) -> int:
        return (state >> self.shift) & self.mask


class _Counted(NamedTuple):
    """The count of a quota's cards that are there."""

    field: _Field
    least: int
    """The least number that must be in the field at the end."""
    cards: int


class Taker(NamedTuple):
    """A place that may get a card, and what that does to a state."""

    place: int
    free: int
    """The bits of the place's capacity; it is full if none is set."""
    one: int
    """One card, less the counts of the quotas that it is one of there."""
    added: int
    """The counts to which the card adds there."""
    kept: int
    """All bits except those of the shows that the card meets there."""
    unmet: int
    """The shows that only this player can meet; 0 for the other places."""


@dataclass(slots=True)
class CardStage:
    """A stage in which a card is dealt."""

    card: int
    ahead: int
    """The cards that come later."""
    pooled: int = 0
    """The set of the players in the pool."""
    weights: Weights = field(default_factory=dict[State, int])
    """The states before, with weights without labels."""
    decided: dict[State, State] = field(default_factory=dict[State, State])
    """The states after, each with the state in which decided counts of quotas are forgotten."""

    def back(self, after: Weights) -> Weights:
        """Return the ways to complete each state after, before counts are forgotten."""
        if not self.decided:
            return after
        return {state: after[to] for state, to in self.decided.items() if to in after}


@dataclass(slots=True)
class JoinStage:
    """A stage in which a player joins the pool."""

    player: int
    coming: int
    """The number of cards that come later."""
    moves: list[Joined] = field(default_factory=list[Joined])

    def back(self, after: Weights) -> Weights:
        """Count the ways to complete each state before."""
        joins = ((state, times, after.get(to)) for state, to, times, _ in self.moves)
        return {state: times * ways for state, times, ways in joins if ways}


Stage: TypeAlias = CardStage | JoinStage


def _is_show(quota: Bounds) -> bool:
    return (quota.least, quota.spare) == (1, 0)


class Dealer:
    """Deals the cards of one problem, from the state `start` before the first card to `full`.

    The bits `quotas` of a state say which shows are unmet, and the counts of the other quotas.
    """

    def __init__(self, problem: Problem, labels: Labels):
        self.problem = problem
        self.labels = labels
        self._bytes = STATE_BYTES + labels.size
        """The memory of a state with labels."""
        self._may = problem.may()
        self._fields: dict[int, _Field] = {}
        end = self.start = 0
        self._capacities = problem.sized
        for player, capacity in self._capacities.items():
            own = self._fields[player] = _Field.for_numbers(capacity, end)
            self.start |= capacity << end
            end = own.end
        self._needs = _Field(end, (1 << CATEGORIES) - 1)
        self.start |= sum(self._need(c) for c, needed in enumerate(problem.needs) if needed)
        self._shows = [quota for quota in problem.quotas if _is_show(quota)]
        self._open = ((1 << len(self._shows)) - 1) << self._needs.end
        """The bits that are set when a show is unmet, or another quota has too many cards."""
        end = self._needs.end + len(self._shows) + 1
        self.full = self._loose = 1 << (end - 1)
        self.start |= self._open | self._loose
        self._pool = _Field.for_numbers(sum(self._capacities.values()), end)
        self._counted: list[_Counted] = []
        self._over = 0
        self._counts: list[dict[int, int]] = [{} for _ in problem.cards]
        """For each card the counts of quotas to which it adds, by place."""
        end = self._count_from(self._pool.end)
        self.quotas: State = self._open | (1 << end) - (1 << self._pool.end)
        self._open |= self._over
        self._clearing = [
            (self._need(category), union(1 << card for card in problem.hideable(category)))
            for category in range(CATEGORIES)
        ]
        """For each bit of the needs and shows, the cards that can clear it."""
        self._met: list[dict[int, int]] = [{} for _ in problem.cards]
        """For each card the bits of the needs and shows that it clears, by place."""
        for category in range(CATEGORIES):
            for card in problem.hideable(category):
                self._met[card][problem.envelope] = self._need(category)
        self._unmet = dict.fromkeys(self._fields, 0)
        """The bits of the shows that only this player can meet."""
        for number, (options, *_) in enumerate(self._shows):
            bit = 1 << (self._needs.end + number)
            self._clearing.append((bit, union(cards for _, cards in options)))
            if len(options) == 1 and options[0][0] in self._unmet:
                self._unmet[options[0][0]] |= bit
            for place, cards in options:
                for card in bits(cards):
                    self._met[card][place] = self._met[card].get(place, 0) | bit

    def _count_from(self, end: int) -> int:
        """Lay out the counts of the quotas that are no shows; return the first bit after them."""
        for quota in self.problem.quotas:
            if _is_show(quota):
                continue
            options, least, _ = quota
            # Three cards too many set the highest bit, too: they do not carry over it.
            count = _Field.for_numbers(max(quota.most, CATEGORIES), end)
            none = count.mask - quota.most  # the count starts there, so that one too many overflows
            self.start |= none << end
            self._over |= 1 << count.end
            cards = union(cards for _, cards in options)
            self._counted.append(_Counted(count, none + least, cards))
            for place, those in options:
                for card in bits(those):
                    self._counts[card][place] = self._counts[card].get(place, 0) + (1 << end)
            end = count.end + 1
        return end

    def _need(self, category: int) -> State:
        """Return the bit that is set while the envelope needs a card of a category."""
        return 1 << (self._needs.shift + category)

    def needed(self, state: State) -> list[int]:
        """Return the categories of which the envelope needs a card."""
        return [*bits(self._needs.read(state))]

    def capacity(self, state: State, player: int) -> int:
        """Return the capacity left to a player of known hand size, or to the pool."""
        return (self._pool if player == POOL else self._fields[player]).read(state)

    def takers(self, card: int, pooled: int = 0) -> Iterator[Taker]:
        """Yield the places that may get a card, the pool first if any player is in it."""
        if pooled:
            yield Taker(POOL, self._pool.mask << self._pool.shift, 1 << self._pool.shift, 0, ~0, 0)
        category, places = self.problem.cards[card]
        for place in bits(places & ~pooled):
            if place in self._fields:
                shift, mask = self._fields[place]
                free, one = mask << shift, 1 << shift
            elif place == self.problem.envelope:
                free = one = self._need(category)
            else:
                free, one = self._loose, 0
            added, met = self._counts[card].get(place, 0), self._met[card].get(place, 0)
            yield Taker(place, free, one - added, added, ~met, self._unmet.get(place, 0))

    def is_met(self, state: State) -> bool:
        """Return whether a state meets every quota after the last card."""
        return not state & self._open and all(
            (state >> shift) & mask >= least for (shift, mask), least, _ in self._counted
        )

    def check_memory(self, weights: Sized) -> None:
        """Raise `LimitReached` if these weights with labels exceed the limit's memory."""
        check_memory(len(weights) * self._bytes)

    def deal(self, weights: Weights, stage: CardStage) -> Weights:
        """Give a card to each place that may get it; drop what the cards ahead cannot complete."""
        then = dict[State, int]()
        hide = self.labels.hide
        dead = self._dead(stage.ahead)
        for place, free, one, _, kept, unmet in self.takers(stage.card, stage.pooled):
            check_time()
            hidden = place == self.problem.envelope
            for state, weight in weights.items():
                if not state & free:
                    continue
                to = (state - one) & kept
                # A player without capacity must have met all their shows.
                if to & dead or (to & unmet and not to & free):
                    continue
                added = hide(weight, stage.card) if hidden else weight
                # Adding a large int to 0 would copy it.
                then[to] = then[to] + added if to in then else added
            self.check_memory(then)
        then = self._possible(then, stage.ahead, stage.pooled)
        stage.decided = self._decided(then, stage)
        if not stage.decided:
            return then
        weights = {}
        for state, to in stage.decided.items():
            weights[to] = weights.get(to, 0) + then[state]
        return weights

    def _dead(self, ahead: int) -> State:
        """Return the bits of needs and shows that no card to come can clear, and of overflows."""
        return self._over | union(bit for bit, cards in self._clearing if not cards & ahead)

    def _possible(self, weights: Weights, ahead: int, pooled: int) -> Weights:
        """Drop states in which a player cannot fill their hand or not meet all their shows.

        Also drop those in which too few cards of another quota are to come.
        """
        for (shift, mask), least, cards in self._counted:
            coming = (cards & ahead).bit_count()
            weights = {s: w for s, w in weights.items() if ((s >> shift) & mask) + coming >= least}
        for player, (shift, mask) in self._fields.items():
            if (pooled >> player) & 1:
                continue
            most = (self._may[player] & ahead).bit_count()
            if most < self._capacities[player]:
                weights = {s: w for s, w in weights.items() if (s >> shift) & mask <= most}
            unmet = self._unmet[player]
            # Each show alone can be met: its bit is not dead.
            if unmet & (unmet - 1):
                own = unmet | (mask << shift)
                parts = {state & own for state in weights}
                bad = {
                    part
                    for part in parts
                    if not self._can_meet(player, part & unmet, self.capacity(part, player), ahead)
                }
                if bad:
                    weights = {s: w for s, w in weights.items() if s & own not in bad}
        return weights

    def _can_meet(self, player: int, unmet: int, capacity: int, ahead: int) -> bool:
        """Return whether a number of cards to come suffices to meet a player's shows."""
        if unmet.bit_count() <= capacity or not capacity:
            return not unmet or capacity > 0
        first = (unmet & -unmet).bit_length() - 1 - self._needs.end
        ((_, cards),), *_ = self._shows[first]
        met = (self._met[card][player] for card in bits(cards & ahead))
        return any(self._can_meet(player, unmet & ~each, capacity - 1, ahead) for each in met)

    def _decided(self, states: Iterable[State], stage: CardStage) -> dict[State, State]:
        """Forget counts that no card ahead can make too low or too high, once a card is dealt.

        For each state, return the state without them; nothing if no count has the card.
        """
        counted = [
            (*each.field, each.least, (each.cards & stage.ahead).bit_count())
            for each in self._counted
            if (each.cards >> stage.card) & 1
        ]
        found: dict[State, State] = {}
        for state in states if counted else ():
            to = state
            for shift, mask, least, coming in counted:
                there = (to >> shift) & mask
                if least <= there <= mask - coming:
                    to -= (there - least) << shift
            found[state] = to
        return found

    def join(self, states: Iterable[State], stage: JoinStage) -> Iterator[Joined]:
        """Let a player join the pool in each state in which the cards to come fill the pool."""
        (at, mask), (pool_at, pool_mask) = self._fields[stage.player], self._pool
        change = (1 << pool_at) - (1 << at)
        for state in states:
            mine, pool = (state >> at) & mask, (state >> pool_at) & pool_mask
            both = mine + pool
            if both <= stage.coming:
                with_place = comb(both - 1, mine - 1) if mine else 0
                yield state, state + mine * change, comb(both, mine), with_place
