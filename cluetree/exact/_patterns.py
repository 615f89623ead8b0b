"""Count the deals by the places of three asked cards, for every three that may be asked for.

Of interchangeable cards one, the candidate, stands for all that may be asked for. The others are
dealt first, then the candidates by halves: to leave out each card of one half, all cards of the
other half are dealt once, and the same again within the half. So with n candidates most work is
done about log n times instead of n times. The three asked cards come last, and they fill all hands.
So every player is distinguished from the first card to the last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from cluetree.exact._dealer import Dealer, State, Weights
from cluetree.exact._labels import Labels
from cluetree.exact._problem import CATEGORIES, Group, Problem
from cluetree.limit import Meter

Asked: TypeAlias = tuple[int | None, ...]
"""For each category the candidate that is asked for; `None` if there is none."""
Patterns: TypeAlias = dict[int, int]
"""Packed numbers of deals by the places of the asked cards, `SHIFT` bits for each category."""
SHIFT: Final = 8
"""The number of bits of a place."""


class PatternCounter:
    """Counts the deals of a problem by the places of asked cards."""

    def __init__(self, problem: Problem, labels: Labels, meter: Meter):
        players = (1 << problem.envelope) - 1
        # Of the cards of a label, only the first is hidden.
        cards = [
            card if number in labels.shift else card._replace(places=card.places & players)
            for number, card in enumerate(problem.cards)
        ]
        problem = replace(problem, cards=tuple(cards))
        self._dealer = Dealer(problem, labels, meter)

    def patterns(
        self, groups: Sequence[Group], asked: Sequence[Sequence[int]]
    ) -> Iterator[tuple[Asked, Patterns]]:
        """Count the deals for every choice of one of the asked candidates in each category."""
        plain = [card for each in groups if each.is_plain for card in each.others]
        special = [card for each in groups if not each.is_plain for card in each.others]
        ahead = sum(1 << card for cards in (special, *asked) for card in cards)
        weights = self._dealer.deal_alike(plain, ahead)
        yield from self._halve(*self._deal(weights, special, ahead), asked)

    def _deal(self, weights: Weights, cards: Sequence[int], ahead: int) -> tuple[Weights, int]:
        """Deal some of the cards ahead; return the states and the cards still ahead."""
        for card in cards:
            ahead &= ~(1 << card)
            weights = self._dealer.deal(weights, card, ahead)
        return weights, ahead

    def _halve(
        self, weights: Weights, ahead: int, asked: Sequence[Sequence[int]]
    ) -> Iterator[tuple[Asked, Patterns]]:
        category = max(range(CATEGORIES), key=lambda c: len(asked[c]))
        cards = asked[category]
        if len(cards) <= 1:
            chosen = tuple(candidates[0] if candidates else None for candidates in asked)
            yield chosen, self._place(weights, chosen)
            return
        middle = len(cards) // 2
        first, second = cards[:middle], cards[middle:]
        for kept, dealt in ((first, second), (second, first)):
            narrowed = [kept if c == category else asked[c] for c in range(CATEGORIES)]
            yield from self._halve(*self._deal(weights, dealt, ahead), narrowed)

    def _place(self, weights: Weights, asked: Asked) -> Patterns:
        """Deal the asked cards; return the weights by their places."""
        dealer, shift = self._dealer, self._dealer.labels.shift
        envelope = dealer.problem.envelope
        dealer.meter.check()
        # For each choice of places: the state that it completes, the branches that it leaves
        # unmet, how far hiding shifts the labels, and the places.
        ways = [(dealer.full, ~0, 0, 0)]
        for category, card in enumerate(asked):
            if card is not None:
                takers = [
                    (one, kept, shift[card] if at == envelope else 0, at << SHIFT * category)
                    for at, _, one, kept, _ in dealer.takers(card)
                ]
                ways = [
                    (state + one, left & kept, shifted + further, places | place)
                    for state, left, shifted, places in ways
                    for one, kept, further, place in takers
                ]
        states: dict[State, list[tuple[State, int]]] = {}
        for state, weight in weights.items():
            unmet = state & dealer.branches
            states.setdefault(state - unmet, []).append((unmet, weight))
        patterns: Patterns = {}
        for state, left, shifted, places in ways:
            if state in states:
                weight = sum([weight for unmet, weight in states[state] if not unmet & left])
                if weight:
                    patterns[places] = weight << shifted
        return patterns
