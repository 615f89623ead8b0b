"""Count with three cards left out, for every three that may be asked for at once.

Of interchangeable cards one, the candidate, stands for all that may be asked for. The others are
dealt first, then the candidates by halves: to leave out each card of one half, all cards of the
other half are dealt once, and the same again within the half. So with n candidates most work is
done about log n times instead of n times. The room left in the hands at the end is that of the
asked cards: it says who may hold them. So every player is tracked from the first card to the
last.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import comb
from typing import Final, TypeAlias

from cluetree.exact._diagram import State, StateLayout, deal, tell_apart
from cluetree.exact._labels import Labels
from cluetree.exact._plan import Plan
from cluetree.exact._problem import CATEGORIES, Group, Problem
from cluetree.limit import Meter

Weights: TypeAlias = Mapping[State, int]
"""Packed numbers of ways by state."""
Asked: TypeAlias = tuple[int | None, ...]
"""For each category the candidate that is asked for; `None` where there is none."""
Patterns: TypeAlias = dict[int, int]
"""Packed numbers of deals by where the asked cards lie: for each category the place's number."""
SHIFT: Final = 8
"""How many bits a place has in a pattern."""
_LAYERS: Final = 4
"""About how many layers of states are kept at a time, from one half to the next."""
_KILOBYTE: Final = 1024
_QUICKER: Final = 3
"""How many states take as long as one of a count, which is charged as one unit."""


def leave_out(
    dealer: "Dealer", groups: Sequence[Group], asked: Sequence[Sequence[int]]
) -> Iterator[tuple[Asked, Patterns]]:
    """For every choice of one of the asked candidates in each category, find where they may lie."""
    plain = [card for each in groups if each.is_plain for card in each.others]
    special = [card for each in groups if not each.is_plain for card in each.others]
    ahead = sum(1 << card for cards in (special, *asked) for card in cards)
    states = dealer.start(plain, ahead)
    for card in special:
        ahead &= ~(1 << card)
        states = dealer.deal(states, card, ahead)
    yield from _halve(dealer, states, asked, ahead)


def _halve(
    dealer: "Dealer", states: Weights, asked: Sequence[Sequence[int]], ahead: int
) -> Iterator[tuple[Asked, Patterns]]:
    category = max(range(CATEGORIES), key=lambda c: len(asked[c]))
    cards = asked[category]
    if len(cards) <= 1:
        chosen = tuple(some[0] if some else None for some in asked)
        yield chosen, dealer.place(states, chosen)
        return
    middle = len(cards) // 2
    first, second = cards[:middle], cards[middle:]
    for kept, dealt in ((first, second), (second, first)):
        then, left = states, ahead
        for card in dealt:
            left &= ~(1 << card)
            then = dealer.deal(then, card, left)
        narrowed = [kept if c == category else asked[c] for c in range(CATEGORIES)]
        yield from _halve(dealer, then, narrowed, left)


class Dealer:
    """Deals the cards of one problem; see `leave_out`.

    The envelope is tracked like a player, and what it still needs is part of the label.
    """

    def __init__(self, problem: Problem, labels: Labels, meter: Meter):
        self._problem = problem
        self._labels = labels
        self._meter = meter
        self._bytes = labels.size * _LAYERS
        # A large sum takes longer than a small one.
        self._charge = 1 + labels.size // _KILOBYTE
        self._open = [labels.first(c) if needed else 0 for c, needed in enumerate(problem.needs)]
        # Of a label's cards only the first is hidden.
        self._hideable = [
            sum(1 << card for card in labels.shift if problem.cards[card].category == category)
            for category in range(CATEGORIES)
        ]
        players = (1 << problem.envelope) - 1
        cards = [
            card if number in labels.shift else card._replace(places=card.places & players)
            for number, card in enumerate(problem.cards)
        ]
        self._players = [p for p, room in enumerate(problem.room) if room is not None]
        self._tracked = (*self._players, problem.envelope)
        # The envelope takes nothing of the fresh pool.
        span = {**dict.fromkeys(self._players, 0), problem.envelope: -1}
        self._layout = StateLayout(
            replace(
                problem,
                cards=tuple(cards),
                room=(*problem.room, sum(problem.needs)),
                needs=(False,) * CATEGORIES,
            ),
            Plan((), (), span, span),
        )

    def start(self, cards: Sequence[int], ahead: int) -> Weights:
        """Deal the plain cards by formula: any may be hidden, one of each category at most."""
        layout = self._layout
        shift, _ = layout.fields[self._problem.envelope]
        weights: dict[State, int] = {}
        for number, weight in self._hide_some(cards, ahead).items():
            left = len(cards) - number
            needed = sum(self._problem.needs) - number << shift
            # Players of known room share the fresh pool; the others take any number.
            for pool in range(left + 1) if layout.loose else (left,):
                ways = comb(left, pool) * len(layout.loose) ** (left - pool)
                weights[layout.branches | needed | pool << layout.fresh_at] = weight * ways
        for player in self._players:
            (_, moves, times) = tell_apart(layout, player, [*weights])
            now, weights = [*weights.values()], {}
            for (before, state), ways in zip(moves, times, strict=True):
                weights[state] = weights.get(state, 0) + now[before] * ways
            self._meter.hold(len(weights) * self._bytes)
            self._meter.check()
        return self._fitting(weights, ahead)

    def _hide_some(self, cards: Sequence[int], ahead: int) -> dict[int, int]:
        """For every number of these cards that may be hidden, pack the choices."""
        found = {0: 1}
        for category, hideable in enumerate(self._hideable):
            hidden = sum(1 << self._labels.shift[c] for c in cards if hideable >> c & 1)
            then: dict[int, int] = {}
            for number, weight in found.items():
                if not self._is_last(category, ahead):
                    then[number] = then.get(number, 0) + weight
                if hidden:
                    then[number + 1] = then.get(number + 1, 0) + weight * hidden
            found = then
        return found

    def _is_last(self, category: int, ahead: int) -> bool:
        """Say whether the envelope takes a card of the category, and none of those to come."""
        return self._problem.needs[category] and not self._hideable[category] & ahead

    def _fitting(self, weights: dict[State, int], ahead: int) -> Weights:
        states = [*weights]
        kept = self._layout.fitting(states, self._tracked, ahead)
        self._meter.spend(len(kept) * self._charge // _QUICKER)
        if len(kept) == len(states):
            return weights
        return {state: weights[state] for state in kept}

    def deal(self, weights: Weights, card: int, ahead: int) -> Weights:
        """Give a card to every place that may get it."""
        category = self._problem.cards[card].category
        is_open = self._open[category]
        settled = weights
        if self._is_last(category, ahead):
            settled = {state: rest for state, w in weights.items() if (rest := w & ~is_open)}
        layout = self._layout
        step = layout.step(card, ahead, self._tracked)
        closed, then = step.closed, dict[State, int]()
        # `deal` in one loop: a list of moves would take longer than adding up their weights.
        for place, room, one, met in step.takers:
            unmet, kept = layout.unmet[place], ~met
            items = settled.items()
            if place == self._problem.envelope:
                by = self._labels.shift[card]
                items = {
                    state: part << by for state, w in weights.items() if (part := w & is_open)
                }.items()
            for state, weight in items:
                if (
                    state & room
                    and not (to := state - one & kept) & closed
                    and (not to & unmet or to & room)
                ):
                    if to in then:
                        then[to] += weight
                    else:
                        then[to] = weight
            self._meter.hold(len(then) * self._bytes)
            self._meter.check()
        for _, met in step.loose:
            for state, weight in settled.items():
                if not (to := state & ~met) & closed:
                    then[to] = then.get(to, 0) + weight
        return self._fitting(then, ahead)

    def place(self, weights: Weights, asked: Asked) -> Patterns:
        """Return where the asked cards may lie, for the last states."""
        self._meter.check()
        found = [((weight, 0), state) for state, weight in weights.items()]
        ahead = sum(1 << card for card in asked if card is not None)
        for category, card in enumerate(asked):
            if card is None:
                continue
            ahead ^= 1 << card
            is_open = self._open[category]
            step = self._layout.step(card, ahead, self._tracked)
            then: list[tuple[tuple[int, int], State]] = []
            for place, moves in deal(self._layout, step, found):
                here = place << SHIFT * category
                is_hidden = place == self._problem.envelope
                shift, kept = (self._labels.shift[card], is_open) if is_hidden else (0, ~is_open)
                then += [
                    ((part << shift, where | here), to)
                    for (weight, where), to in moves
                    if (part := weight & kept)
                ]
            found = then
        patterns: Patterns = {}
        for (weight, where), state in found:
            if not state:
                patterns[where] = patterns.get(where, 0) + weight
        return patterns
