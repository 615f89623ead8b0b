"""Count and draw the deals of a problem in plain Python.

A card is *special* to a player who may not get it or who has a quota on it. After the last card
special to them, a player joins a *pool*: only its total capacity matters, and how its places are
divided among its players is chosen when a player joins. Cards special to no player are *plain*.
They come last, and a formula counts the ways to deal them.

A pass forward over the cards finds the states and adds up the ways that lead to each. A pass back
adds up the ways to complete each. The number of deals in which a card comes to a place is the sum
of the products of both. To draw a deal, another pass forward chooses a place for each card, by the
ways to complete the state that follows.
"""

from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from math import comb, prod
from random import Random
from typing import Final, NamedTuple

from cluetree.evidence import bits, union
from cluetree.exact._dealer import (
    POOL,
    STATE_BYTES,
    CardStage,
    Dealer,
    JoinStage,
    Stage,
    State,
    Weights,
)
from cluetree.exact._labels import Labels, split
from cluetree.exact._problem import CATEGORIES, Label, Problem, Tally, most_ways
from cluetree.limit import check_memory, check_time

_TRIPLE_BYTES: Final = 400
"""The memory of a triple with its number of deals."""


class Plan:
    """The order of the stages of a problem, in which some cards are not dealt.

    Attributes:
        order: The special cards, in an order in which players join the pool early.
        plain: The plain cards, which come last.
        hideable: For each category the plain cards that may be hidden.
        loose: The players of unknown hand size, who never join the pool.
    """

    def __init__(self, problem: Problem, apart: Container[int | None] = ()):
        """Order the cards that are not apart."""
        self._problem = problem
        self._special = _special_cards(problem)
        special = union(self._special)
        cards = [card for card in range(len(problem.cards)) if card not in apart]
        self.order = [card for card in _order_cards(problem, self._special) if card not in apart]
        self.plain = [card for card in cards if not (special >> card) & 1]
        self.hideable = [problem.hideable(category, self.plain) for category in range(CATEGORIES)]
        self.loose = [p for p, capacity in enumerate(problem.capacity) if capacity is None]

    def stages(self) -> Iterator[Stage]:
        """Yield the stages; a player joins the pool after the last card special to them."""
        ahead, pooled = sum(1 << card for card in (*self.order, *self.plain)), 0
        players = [*self._problem.sized]
        for card in (*self.order, None):
            for player in players:
                if not (pooled >> player) & 1 and not self._special[player] & ahead:
                    yield JoinStage(player, ahead.bit_count())
                    pooled |= 1 << player
            if card is not None:
                ahead &= ~(1 << card)
                yield CardStage(card, ahead, pooled)

    def spread(self, rest: int, pool: int) -> int:
        """Count the ways to deal plain cards to the pool and to players of unknown hand size."""
        return comb(rest, pool) * len(self.loose) ** (rest - pool) if 0 <= pool <= rest else 0


class _End(NamedTuple):
    """A last state, in which only the plain cards are left."""

    hidden: list[list[int]]
    """For each category that is still needed, the cards of which one is hidden."""
    rest: int
    """The number of cards that are not hidden."""
    pool: int
    """How many of these the pool gets; players of unknown hand size get the others."""


class Counter:
    """Counts and draws the deals of one problem, as if no accusation had failed.

    The digits of a weight are the ways to a state; then for each player the *share* of the pool,
    the number of these ways in which a given place of the pool is the player's; then the labels.

    Without `places` there are no shares, and only `envelopes` can be asked for.
    """

    def __init__(self, problem: Problem, *, places: bool = True):
        self._problem = problem
        self._plan = Plan(problem)
        self._places = places
        self._labels = self._label(sorted(self._plan.order))
        self._digit = self._labels.width * 8
        self._ones = (1 << self._digit) - 1
        self._dealer = Dealer(problem, self._labels)
        self._stages: list[Stage] = []
        self._last = self._forward()
        self._ends = {state: self._end(state) for state in self._last}

    def _label(self, special: list[int]) -> Labels:
        """Label each special card that may be hidden, and all plain ones of a category together."""
        problem = self._problem
        classes = [
            [*([card] for card in problem.hideable(category, special)), *([plain] if plain else [])]
            for category, plain in enumerate(self._plan.hideable)
        ]
        check_memory(prod(sum(map(len, alike)) or 1 for alike in classes) * _TRIPLE_BYTES)
        sharers = len(problem.capacity) if self._places else 0
        return Labels(classes, most_ways(problem), others=1 + sharers)

    def _forward(self) -> Weights:
        """Find the stages; return the last states."""
        others, held = self._labels.others, 0
        weights = {self._dealer.start: 1 | 1 << self._labels.start}
        for stage in self._plan.stages():
            if isinstance(stage, JoinStage):
                stage.moves = [*self._dealer.join(weights, stage)]
                weights = self._join(weights, stage)
            else:
                if self._places:
                    stage.weights = {state: weight & others for state, weight in weights.items()}
                    held += len(weights)
                    check_memory(held * STATE_BYTES)
                weights = self._dealer.deal(weights, stage)
            if self._places:
                self._stages.append(stage)
        return weights

    def _join(self, weights: Weights, stage: JoinStage) -> Weights:
        then: Weights = {}
        for state, to, ways, with_place in stage.moves:
            weight = weights[state]
            joined = weight * ways
            if self._places:
                shares = (weight & self._labels.others) >> self._digit << self._digit
                share = (weight & self._ones) << self._digit * (stage.player + 1)
                joined += (share - shares) * with_place
            then[to] = then.get(to, 0) + joined
        return then

    def _end(self, state: State) -> _End:
        plan = self._plan
        hidden = [plan.hideable[category] for category in self._dealer.needed(state)]
        return _End(hidden, len(plan.plain) - len(hidden), self._dealer.capacity(state, POOL))

    def tally(self) -> Tally:
        """Count the deals, those with each card at each place, and those behind each envelope."""
        players = self._problem.envelope
        rows, after = self._plain_rows(), self._last_ways()
        for stage in reversed(self._stages):
            after, row = self._back(stage, after)
            if isinstance(stage, CardStage):
                rows[stage.card] = row
            check_time()
        deals = after.get(self._dealer.start, 0)
        where = [split(rows[c] >> self._digit, players, self._labels.width) for c in sorted(rows)]
        rows_with_envelope = tuple([(*row, deals - sum(row)) for row in where])
        return Tally(deals, rows_with_envelope, self.envelopes())

    def envelopes(self) -> dict[Label, int]:
        """Count the deals behind each choice of hidden cards that some deal allows."""
        labels = self._labels
        packed = sum(
            (self._last[state] >> labels.start) * self._plan.spread(end.rest, end.pool)
            << sum(labels.shift[cards[0]] for cards in end.hidden)
            for state, end in self._ends.items()
        )
        return labels.named(packed)

    def _plain_rows(self) -> dict[int, int]:
        """For each plain card, pack the numbers of deals in which each player gets it."""
        rows: dict[int, int] = {}
        plan = self._plan
        others = [*set(plan.plain).difference(*plan.hideable)]
        for alike in filter(None, (*plan.hideable, others)):
            row = 0
            for state, (hidden, rest, pool) in self._ends.items():
                # A given card is not hidden, but comes to the pool or to a loose player.
                ways = prod(len(cards) - (alike[0] in cards) for cards in hidden)
                weight = (self._last[state] & self._labels.others) * ways
                row += weight * plan.spread(rest - 1, pool - 1)
                each = (weight & self._ones) * plan.spread(rest - 1, pool)
                row += sum(each << self._digit * (player + 1) for player in plan.loose)
            rows.update(dict.fromkeys(alike, row))
        return rows

    def _last_ways(self) -> Weights:
        """Count the ways to complete each last state."""
        ends, spread = self._ends.items(), self._plan.spread
        return {s: spread(end.rest, end.pool) * prod(map(len, end.hidden)) for s, end in ends}

    def _back(self, stage: Stage, after: Weights) -> tuple[Weights, int]:
        """Count the ways to complete each state before a stage.

        If a card is dealt, also pack the numbers of deals in which each player gets it.
        """
        if isinstance(stage, JoinStage):
            return stage.back(after), 0
        after = stage.back(after)
        before: Weights = {}
        row = 0
        for place, free, one, _, kept, _ in self._dealer.takers(stage.card, stage.pooled):
            deals = 0
            for state, weight in stage.weights.items():
                ways = after.get((state - one) & kept) if state & free else None
                if ways:
                    before[state] = before.get(state, 0) + ways
                    deals += weight * ways
            if place == POOL:
                row += deals
            elif place != self._problem.envelope:
                row += (deals & self._ones) << self._digit * (place + 1)
        return before, row

    def draw(self, number: int, seed: int) -> list[list[int]]:
        """Draw deals uniformly: for each card its place. At least one deal must fit."""
        rng = Random(seed)
        return [self._draw(rng) for _ in range(number)]

    @cached_property
    def _after(self) -> list[Weights]:
        """For each stage, the ways to complete the states after it."""
        found = [self._last_ways()]
        for stage in reversed(self._stages):
            found.append(self._back(stage, found[-1])[0])
        return found[-2::-1]

    def _draw(self, rng: Random) -> list[int]:
        """Draw one deal; one that hides a failed accusation is drawn again."""
        while True:
            check_time()
            places = self._draw_any(rng)
            hidden = sum(1 << c for c, at in enumerate(places) if at == self._problem.envelope)
            if not any(triple & hidden == triple for triple in self._problem.failed_accusations):
                return places

    def _draw_any(self, rng: Random) -> list[int]:
        places = [0] * len(self._problem.cards)
        state, pool = self._dealer.start, list[int]()
        for stage, after in zip(self._stages, self._after, strict=True):
            if isinstance(stage, JoinStage):
                # All of the pool's places are equally likely to get the next card.
                pool += [stage.player] * self._dealer.capacity(state, stage.player)
                [(_, state, *_)] = self._dealer.join([state], stage)
                continue
            takers = self._dealer.takers(stage.card, stage.pooled)
            dealt = [(t.place, (state - t.one) & t.kept) for t in takers if state & t.free]
            moves = [(at, stage.decided.get(to, to)) for at, to in dealt]
            place, state = moves[_choose([after.get(to, 0) for _, to in moves], rng)]
            places[stage.card] = _pop(pool, rng) if place == POOL else place
        self._draw_plain(self._ends[state], places, pool, rng)
        return places

    def _draw_plain(self, end: _End, places: list[int], pool: list[int], rng: Random) -> None:
        """Deal the plain cards, those of the pool to its places."""
        left = list(self._plan.plain)
        for cards in end.hidden:
            card = rng.choice(cards)
            places[card] = self._problem.envelope
            left.remove(card)
        rng.shuffle(left)
        for i, card in enumerate(left):
            places[card] = _pop(pool, rng) if i < end.pool else rng.choice(self._plan.loose)


def _choose(weights: list[int], rng: Random) -> int:
    """Choose an index by weights that may exceed a float."""
    at = rng.randrange(sum(weights))
    for index, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return index
    raise AssertionError


def _pop(items: list[int], rng: Random) -> int:
    """Remove a random item."""
    at = rng.randrange(len(items))
    items[at], items[-1] = items[-1], items[at]
    return items.pop()


def _special_cards(problem: Problem) -> list[int]:
    """Return for each place the cards special to it; the envelope's are those of its quotas."""
    deck = (1 << len(problem.cards)) - 1
    special = [*(deck & ~cards for cards in problem.may()[:-1]), 0]
    for quota in problem.quotas:
        for place, cards in quota.options:
            special[place] |= cards
    return special


def _order_cards(problem: Problem, special: Sequence[int]) -> list[int]:
    """Order the special cards so that players join the pool early.

    The card that comes next is special to a player with the fewest such cards to come. Among
    these, few quotas are partly dealt, and cards with few places come first.
    """
    named = [union(cards for _, cards in quota.options) for quota in problem.quotas]
    left, order = union(special), list[int]()

    def cost(card: int) -> tuple[int, int, int]:
        places, then = problem.cards[card].places, left & ~(1 << card)
        partly = sum(1 for cards in named if cards & then and cards & ~then)
        return partly, places.bit_count(), card

    while left:
        coming = [cards for p in problem.sized if (cards := special[p] & left)] or [left]
        least = min(map(int.bit_count, coming))
        among = union(cards for cards in coming if cards.bit_count() == least)
        order.append(min(bits(among), key=cost))
        left &= ~(1 << order[-1])
    return order
