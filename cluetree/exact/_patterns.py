"""Count the deals by the places of three asked cards, for every three that may be asked for.

Of interchangeable cards one, the candidate, stands for all that may be asked for. The others are
dealt first, then the candidates by halves: to leave out each card of one half, all cards of the
other half are dealt once, and the same again within the half. So with n candidates most work is
done about log n times instead of n times. The three asked cards come last, and they fill all hands.
So every player is distinguished from the first card to the last.

If only one card of each category may be asked for, these three come first, and players join a pool
as in `cluetree.exact._counter`. That takes a small part of the time and the memory of a single
choice by halves. A pass forward finds the states that their places lead to, and a pass back counts
the ways to complete each, by the hidden cards.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from cluetree.exact._counter import Plan
from cluetree.exact._dealer import POOL, CardStage, Dealer, JoinStage, State, Weights
from cluetree.exact._labels import Labels
from cluetree.exact._problem import CATEGORIES, Group, Problem
from cluetree.limit import check_time

Asked: TypeAlias = tuple[int | None, ...]
"""For each category the candidate that is asked for; `None` if there is none."""
Patterns: TypeAlias = dict[int, int]
"""Packed numbers of deals by the places of the asked cards, `SHIFT` bits for each category."""
SHIFT: Final = 8
"""The number of bits of a place."""


class PatternCounter:
    """Counts the deals of a problem by the places of asked cards."""

    def __init__(self, problem: Problem, labels: Labels):
        players = (1 << problem.envelope) - 1
        # Of the cards of a label, only the first is hidden.
        cards = [
            card if number in labels.shift else card._replace(places=card.places & players)
            for number, card in enumerate(problem.cards)
        ]
        problem = replace(problem, cards=tuple(cards))
        self._dealer = Dealer(problem, labels)

    def patterns(
        self, groups: Sequence[Group], asked: Sequence[Sequence[int]]
    ) -> Iterator[tuple[Asked, Patterns]]:
        """Count the deals for every choice of one of the asked candidates in each category."""
        if all(len(candidates) <= 1 for candidates in asked):
            chosen = _only(asked)
            yield chosen, self._count_first(chosen)
            return
        others = [card for each in groups for card in each.others]
        ahead = sum(1 << card for cards in (others, *asked) for card in cards)
        yield from self._halve(*self._deal({self._dealer.start: 1}, others, ahead), asked)

    def _deal(self, weights: Weights, cards: Sequence[int], ahead: int) -> tuple[Weights, int]:
        """Deal some of the cards ahead; return the states and the cards still ahead."""
        for card in cards:
            ahead &= ~(1 << card)
            weights = self._dealer.deal(weights, CardStage(card, ahead))
        return weights, ahead

    def _halve(
        self, weights: Weights, ahead: int, asked: Sequence[Sequence[int]]
    ) -> Iterator[tuple[Asked, Patterns]]:
        category = max(range(CATEGORIES), key=lambda c: len(asked[c]))
        cards = asked[category]
        if len(cards) <= 1:
            chosen = _only(asked)
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
        check_time()
        # For each choice of places: the state that it completes without its quotas, the shows that
        # it leaves unmet, what it adds to counts, how far hiding shifts the labels, and the
        # places. No number exceeds its field.
        ways = [(dealer.full, ~0, 0, 0, 0)]
        for category, card in enumerate(asked):
            if card is not None:
                takers = [*dealer.takers(card)]
                ways = [
                    (
                        state + taker.one + taker.added,
                        left & taker.kept,
                        added + taker.added,
                        shifted + (shift[card] if taker.place == envelope else 0),
                        places | taker.place << SHIFT * category,
                    )
                    for state, left, added, shifted, places in ways
                    for taker in takers
                    if not taker.one + taker.added or ~state & taker.free
                ]
        states: dict[State, list[tuple[State, int]]] = {}
        for state, weight in weights.items():
            quotas = state & dealer.quotas
            states.setdefault(state - quotas, []).append((quotas, weight))
        patterns: Patterns = {}
        for state, left, added, shifted, places in ways:
            if state in states:
                weight = sum([w for q, w in states[state] if dealer.is_met((q & left) + added)])
                if weight:
                    patterns[places] = weight << shifted
        return patterns

    def _count_first(self, asked: Asked) -> Patterns:
        """Deal the asked cards first, and count the ways to complete each choice of places."""
        dealer, shift = self._dealer, self._dealer.labels.shift
        envelope = dealer.problem.envelope
        # For each choice of places: the state after it, how far hiding shifts the labels, and the
        # places.
        ways = [(dealer.start, 0, 0)]
        for category, card in enumerate(asked):
            if card is not None:
                takers = [*dealer.takers(card)]
                ways = [
                    (
                        (state - taker.one) & taker.kept,
                        shifted + (shift[card] if taker.place == envelope else 0),
                        places | taker.place << SHIFT * category,
                    )
                    for state, shifted, places in ways
                    for taker in takers
                    if state & taker.free
                ]
        after = self._complete({state for state, *_ in ways}, {*asked})
        return {
            places: after[state] << shifted for state, shifted, places in ways if state in after
        }

    def _complete(self, states: Iterable[State], asked: Container[int | None]) -> Weights:
        """Count the ways to deal all other cards after each state."""
        dealer, plan = self._dealer, Plan(self._dealer.problem, apart=asked)
        weights, stages = dict.fromkeys(states, 0), [*plan.stages()]
        for stage in stages:
            if isinstance(stage, JoinStage):
                stage.moves = [*dealer.join(weights, stage)]
                weights = dict.fromkeys((to for _, to, *_ in stage.moves), 0)
            else:
                stage.weights = weights
                weights = dealer.deal(weights, stage)
        after = self._ends(weights, plan)
        for stage in reversed(stages):
            after = stage.back(after) if isinstance(stage, JoinStage) else self._back(stage, after)
        return after

    def _ends(self, states: Iterable[State], plan: Plan) -> Weights:
        """Count the ways to deal the plain cards after each state, by the hidden ones."""
        dealer = self._dealer
        found: Weights = {}
        for state in states:
            if not dealer.is_met(state):
                continue
            needed = dealer.needed(state)
            ways = plan.spread(len(plan.plain) - len(needed), dealer.capacity(state, POOL))
            for category in needed:
                ways = sum(dealer.labels.hide(ways, card) for card in plan.hideable[category])
            if ways:
                found[state] = ways
        return found

    def _back(self, stage: CardStage, after: Weights) -> Weights:
        """Count the ways to complete each state before a card is dealt."""
        dealer, after = self._dealer, stage.back(after)
        before: Weights = {}
        for place, free, one, _, kept, _ in dealer.takers(stage.card, stage.pooled):
            check_time()
            hidden = place == dealer.problem.envelope
            for state in stage.weights:
                ways = after.get((state - one) & kept) if state & free else None
                if ways:
                    added = dealer.labels.hide(ways, stage.card) if hidden else ways
                    before[state] = before[state] + added if state in before else added
            dealer.check_memory(before)
        return before


def _only(asked: Sequence[Sequence[int]]) -> Asked:
    """Return the only candidate of each category, if any."""
    return tuple(candidates[0] if candidates else None for candidates in asked)
