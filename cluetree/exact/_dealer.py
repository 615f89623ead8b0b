"""Count with three cards left out, for every three that may be asked for at once.

Of interchangeable cards one, the candidate, stands for all that may be asked for. The others are
dealt first, then the candidates by halves: to leave out each card of one half, all cards of the
other half are dealt once, and the same again within the half. So with n candidates most work is
done about log n times instead of n times. The room left in the hands at the end is that of the
asked cards: it says who may hold them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import factorial
from typing import Final, TypeAlias

from more_itertools import chunked

from cluetree.exact._fields import Ahead, Check, FieldLayout, Taker
from cluetree.exact._labels import Group, Labels
from cluetree.exact._problem import CATEGORIES, Problem
from cluetree.limit import MOST_BYTES, Meter

States: TypeAlias = dict[int, int]
"""Packed weights by state."""
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
_HIDDEN: Final = 1 << SHIFT * CATEGORIES
"""Marks in a pattern that the suspect is hidden; the next bits the others."""


def leave_out(
    dealer: "Dealer", groups: Sequence[Group], asked: Sequence[Sequence[int]]
) -> Iterator[tuple[Asked, Patterns]]:
    """For every choice of a candidate in each category, find where the chosen may lie.

    Args:
        dealer: Deals the cards.
        groups: All cards.
        asked: For each category the candidates, every one there is; may be none.
    """
    plain = [card for each in groups if each.is_plain for card in each.others]
    special = [card for each in groups if not each.is_plain for card in each.others]
    ahead = sum(1 << card for cards in (special, *asked) for card in cards)
    states = dealer.start(plain, ahead)
    for card in special:
        ahead &= ~(1 << card)
        states = dealer.deal(states, card, ahead)
    yield from _halve(dealer, states, asked, ahead)


def _halve(
    dealer: "Dealer", states: States, asked: Sequence[Sequence[int]], ahead: int
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

    The places that may need a card (too few cards to come, or a branch to meet) are checked first:
    if one place needs it, it must get the card; if two do, the state is dropped.
    """

    def __init__(self, problem: Problem, labels: Labels, meter: Meter):
        self._problem = problem
        self._labels = labels
        self._meter = meter
        self._layout = FieldLayout(problem, labels.shift)
        self._bytes = labels.size * _LAYERS
        # A large sum takes longer than a small one.
        self._charge = 1 + labels.size // _KILOBYTE
        self._piece = max(MOST_BYTES // (self._bytes * 8), 1)
        self._ahead = Ahead(problem, self._layout)
        self._hideable = [
            sum(1 << card for card in labels.shift if problem.cards[card].category == category)
            for category in range(CATEGORIES)
        ]

    def start(self, cards: Sequence[int], ahead: int) -> States:
        """Deal the plain cards by formula.

        Any may be hidden, one a category at most; the others fall to the players in any numbers
        that their rooms allow.
        """
        layout = self._layout
        states: States = {}
        for number, weight in self._hide_some(cards, ahead).items():
            needed = sum(self._problem.needs) - number << layout.fields[-1].shift
            for some in chunked(self._spread(len(cards) - number), self._piece):
                for rooms, ways in some:
                    state = layout.done | layout.unmet | needed | rooms
                    states[state] = states.get(state, 0) + weight * ways
                self._meter.hold(len(states) * self._bytes)
                self._meter.check()
        for place in range(len(layout.fields)):
            check = self._ahead.check(place, ahead)
            if check is not None:
                states, _ = _sift(states, check)
        self._meter.spend(len(states) * self._charge // _QUICKER)
        return states

    def _hide_some(self, cards: Sequence[int], ahead: int) -> dict[int, int]:
        """For every number of these cards that may be hidden, pack the choices."""
        found = {0: 1}
        for category in range(CATEGORIES):
            hidden = sum(
                1 << shift
                for card, shift in self._labels.shift.items()
                if card in cards and self._hideable[category] >> card & 1
            )
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

    def _spread(self, cards: int) -> Iterator[tuple[int, int]]:
        """Yield the rooms that these cards may leave, and the number of ways for each."""
        loose = len(self._layout.loose)
        sized = [(p, room) for p, room in enumerate(self._problem.room) if room is not None]
        found = iter([(0, factorial(cards), cards)])
        for at, (player, room) in enumerate(sized):
            # Later players must be able to take the rest, unless a player takes any number.
            later = cards if loose else sum(room for _, room in sized[at + 1 :])
            found = _taken(found, room, self._layout.fields[player].shift, later)
        for state, ways, left in found:
            if not left or loose:
                yield state, ways // factorial(left) * loose**left

    def deal(self, states: States, card: int, ahead: int) -> States:
        """Give a card to every place that may get it."""
        out: States = {}
        parts: Iterable[States] = (states,)
        if len(states) > self._piece:
            parts = map(dict, chunked(states.items(), self._piece))
        for part in parts:
            self._deal(part, card, ahead, out)
            self._meter.hold(len(out) * self._bytes)
            self._meter.check()
        self._meter.spend(len(out) * self._charge // _QUICKER)
        return out

    def _deal(self, states: States, card: int, ahead: int, out: States) -> None:
        takers = self._layout.takers[card]
        checks = [self._ahead.check(taker.place, ahead) for taker in takers]
        free, stuck = states, dict[int, States]()
        for taker, check in zip(takers, checks, strict=True):
            if check is not None and self._ahead.is_touched(taker.place, card, ahead):
                free, stuck = _sort(free, stuck, taker.place, check)
        category = self._problem.cards[card].category
        is_open = self._labels.open[category]
        for taker, check in zip(takers, checks, strict=True):
            items = chain(free.items(), stuck.get(taker.place, {}).items())
            if taker.place < self._problem.envelope:
                _take(out, items, taker, check)
                continue
            shift = self._labels.shift[card]
            _take(out, _hide(items, taker.room, is_open, shift), taker, check)
            if self._is_last(category, ahead):
                free = _settled(free, is_open)
                stuck = {place: _settled(some, is_open) for place, some in stuck.items()}

    def place(self, states: States, asked: Asked) -> Patterns:
        """Return where the asked cards may lie, for the last states."""
        self._meter.check()
        found = self._hide_asked(states, asked)
        for category, card in enumerate(asked):
            if card is None:
                continue
            hidden = _HIDDEN << category
            placed = [each for each in found if each[2] & hidden]
            held = [each for each in found if not each[2] & hidden]
            for place, room, one, kept in self._layout.takers[card]:
                if place < self._problem.envelope:
                    here = place << SHIFT * category
                    placed += [(s - one & kept, w, at | here) for s, w, at in held if s & room]
            found = placed
        patterns: Patterns = {}
        for state, weight, where in found:
            if state == self._layout.done:
                at = where & _HIDDEN - 1
                patterns[at] = patterns.get(at, 0) + weight
        return patterns

    def _hide_asked(self, states: States, asked: Asked) -> list[tuple[int, int, int]]:
        """Hide asked cards where their category is open, and only there; mark which are."""
        found = [(state, weight, 0) for state, weight in states.items()]
        for category, card in enumerate(asked):
            if card not in self._labels.shift:
                continue
            place, room, one, kept = self._layout.takers[card][0]
            shift, is_open = self._labels.shift[card], self._labels.open[category]
            here = place << SHIFT * category | _HIDDEN << category
            settled = [
                (state, rest, where)
                for state, weight, where in found
                if (rest := weight & ~is_open if state & room else weight)
            ]
            hidden = [
                (state - one & kept, part << shift, where | here)
                for state, weight, where in found
                if state & room and (part := weight & is_open)
            ]
            found = settled + hidden
        return found


def _taken(
    found: Iterable[tuple[int, int, int]], room: int, shift: int, later: int
) -> Iterator[tuple[int, int, int]]:
    """Let one player take some of the cards that are left, in every number there is room for."""
    for state, ways, left in found:
        for taken in range(max(0, left - later), min(left, room) + 1):
            yield state + (room - taken << shift), ways // factorial(taken), left - taken


def _sort(
    free: States, stuck: dict[int, States], place: int, check: Check
) -> tuple[States, dict[int, States]]:
    """Single out the states in which a place must have the card.

    Args:
        free: The states in which none must, as far as was looked.
        stuck: Those in which one must, by place.
        place: The place to look at.
        check: Its check.
    """
    passing, failing = _sift(free, check)
    stuck = {other: _sift(some, check)[0] for other, some in stuck.items()}
    return passing, {**stuck, place: failing} if failing else stuck


def _sift(states: States, check: Check) -> tuple[States, States]:
    """Tell the states that pass a check from those that do not."""
    shift, mask, hopes = check
    passing = {state: w for state, w in states.items() if hopes[state >> shift & mask]}
    if len(passing) == len(states):
        return states, {}
    return passing, {state: w for state, w in states.items() if state not in passing}


def _settled(states: States, is_open: int) -> States:
    """Drop the labels that leave something open."""
    return {state: rest for state, weight in states.items() if (rest := weight & ~is_open)}


def _hide(
    items: Iterable[tuple[int, int]], room: int, is_open: int, shift: int
) -> list[tuple[int, int]]:
    """Move what leaves a category open to the label of a card that is hidden."""
    return [
        (state, part << shift)
        for state, weight in items
        if state & room and (part := weight & is_open)
    ]


def _take(out: States, items: Iterable[tuple[int, int]], taker: Taker, check: Check | None) -> None:
    """Add the states that come of giving the card to one place."""
    _, room, one, kept = taker
    if check is None:
        for state, weight in items:
            if state & room:
                then = state - one & kept
                if then in out:
                    out[then] += weight
                else:
                    out[then] = weight
        return
    shift, mask, hopes = check
    for state, weight in items:
        if state & room:
            then = state - one & kept
            if hopes[then >> shift & mask]:
                if then in out:
                    out[then] += weight
                else:
                    out[then] = weight
