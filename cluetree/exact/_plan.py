"""The order in which open cards are dealt, and the span in which each player is tracked.

A card is special to a player who may not get it or has an open branch on it. Before the first
and after the last card special to them, a player need not be distinguished: cards
go to a common pool, and whose they are is settled by counting when the player's first special
card comes (the fresh pool), or was settled when the last one had gone (the resting pool). Cards
special to nobody come last and are counted in one formula. So what the counter has to remember
at a time is the room of few players, where dealing card by card would keep that of all.

How many states an order meets can be said without meeting them: how many there are after some
cards depends on which cards these are and not on their order. So each set of dealt cards has a
width, an order costs the widths of the sets that it goes through, and the search is one for a
cheap way from no card to all (a beam search over sets).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nsmallest
from typing import Final, TypeAlias

from cluetree.deduction import bits, union
from cluetree.exact._problem import Problem
from cluetree.limit import Meter


@dataclass(frozen=True, slots=True)
class Plan:
    """The order of the work."""

    order: tuple[int, ...]
    """The special cards, in the order they are dealt."""
    plain: tuple[int, ...]
    """The cards special to nobody."""
    first: dict[int, int]
    """For each player of known room with special cards: the step of the first."""
    last: dict[int, int]
    """The step of the last."""


ROOM: Final = 0.62
FRESH: Final = 0.88
RESTING: Final = 0.13
BRANCH: Final = 1.6
CATEGORY: Final = 1.3
"""How much wider the work gets by each thing that a state remembers; see `Widths`."""


def plan(problem: Problem, meter: Meter | None = None) -> Plan:
    """Choose an order in which few states are met.

    Raises:
        LimitReached: If there is a meter, and its time is over.
    """
    deck = (1 << len(problem.cards)) - 1
    may = problem.may()
    scopes, branches = _scopes(problem, [deck & ~cards for cards in may])
    groups, plain = _alike(deck, dict.fromkeys((*scopes, *branches)))
    if len(groups) > 1:
        widths = Widths(problem, may, scopes, branches)
        groups = _order(groups, widths, meter or Meter())
    order = [card for group in groups for card in bits(group)]
    step = {card: i for i, card in enumerate(order)}
    spans = {
        player: [step[card] for card in bits(scope)]
        for player, scope in enumerate(scopes)
        if scope and problem.room[player] is not None
    }
    return Plan(
        tuple(order),
        tuple(bits(plain)),
        {player: min(steps) for player, steps in spans.items()},
        {player: max(steps) for player, steps in spans.items()},
    )


def _scopes(problem: Problem, special: list[int]) -> tuple[list[int], list[int]]:
    """Return the cards special to each player, and those that each branch names.

    `special` has the cards that each place may not get.
    """
    for branch in problem.branches:
        for place, cards in branch:
            special[place] |= cards
    named = [union(cards for _, cards in branch) for branch in problem.branches]
    return special[: problem.envelope], named


def _alike(deck: int, scopes: Iterable[int]) -> tuple[list[int], int]:
    """Part the cards into groups that no scope tells apart, and those in no scope."""
    groups: list[int] = []
    plain = deck
    for scope in scopes:
        groups = [part for group in groups for part in (group & scope, group & ~scope) if part]
        if plain & scope:
            groups.append(plain & scope)
            plain &= ~scope
    return groups, plain


class Widths(dict[int, float]):
    """Estimates how many states there are when a set of cards has been dealt.

    It is a table of the sets met so far. A state has a field for each thing that may have come
    out differently by then, and the estimate is the product of their ranges, each to a power
    below one, for not every combination of values comes about:

    - the room of each tracked player, from the least to the most that it can be (as many of
      the dealt cards as they may get are theirs, or as few as the cards to come allow), to the
      power `ROOM`;
    - the cards in the fresh pool, to the power `FRESH`;
    - the room gone from the resting pool, to the power `RESTING`;
    - a branch of which some cards are dealt and some are not, met or not, for `BRANCH`;
    - a category of which a card may have been hidden, for `CATEGORY`.

    These numbers led to the fewest states in games played for that purpose.
    """

    def __init__(
        self,
        problem: Problem,
        may: Sequence[int],
        scopes: Sequence[int],
        branches: Sequence[int],
    ):
        """Prepare a problem; `may` and `scopes` are sets of cards by place."""
        self._deck = (1 << len(problem.cards)) - 1
        self._players: list[tuple[int, int, int, Sequence[float]]] = []
        self._resting = 0
        for scope, cards, room in zip(scopes, may, problem.room, strict=False):
            if room is not None and scope:
                ranges = _ranges(room, cards.bit_count())
                self._players.append((scope, room, cards, ranges))
            elif room is not None:
                self._resting += room
        self._branches = branches
        self._hideable = [
            union(1 << card for card in problem.hideable(category))
            for category, needed in enumerate(problem.needs)
            if needed
        ]

    def __missing__(self, dealt: int) -> float:
        left = self._deck & ~dealt
        width, fresh, resting = 1.0, 0, self._resting
        for scope, room, may, ranges in self._players:
            if not scope & dealt:
                fresh += room
            elif scope & left:
                width *= ranges[(may & dealt).bit_count()]
            else:
                resting += room
        for cards in self._branches:
            if cards & dealt and cards & left:
                width *= BRANCH
        for cards in self._hideable:
            if cards & dealt:
                width *= CATEGORY
        number = dealt.bit_count()
        width *= math.pow(1 + min(fresh, number), FRESH)
        width *= math.pow(1 + min(resting, number), RESTING)
        self[dealt] = width
        return width


@lru_cache(maxsize=1024)
def _ranges(room: int, cards: int) -> tuple[float, ...]:
    """By how many of a player's possible cards are dealt, how much wider their room makes it."""
    return tuple(
        math.pow(1 + max(0, min(dealt, room) - max(0, room - (cards - dealt))), ROOM)
        for dealt in range(cards + 1)
    )


_Way: TypeAlias = tuple[float, int, tuple[int, ...]]
"""The cost of a way, the set of cards that it leads to, the groups that it takes."""

_WIDER: Final = ((5, 4), (20, 16))
"""Costs, in squares of the number of groups, from which on a wider beam is tried.

To estimate a set takes as long as a few moves, so it pays only if there are many.
"""


def _order(groups: Sequence[int], widths: Widths, meter: Meter) -> list[int]:
    """Find a cheap order of the groups; the harder the problem, the longer the search."""
    best = _search(groups, widths, 1, meter)
    for cost, beam in _WIDER:
        if best[0] > cost * len(groups) ** 2:
            best = min(best, _search(groups, widths, beam, meter))
    return list(best[2])


def _search(groups: Sequence[int], widths: Widths, beam: int, meter: Meter) -> _Way:
    """Go from no card to all, group by group, keeping the cheapest `beam` ways."""
    front: list[_Way] = [(0.0, 0, ())]
    for _ in groups:
        meter.check()
        then: dict[int, _Way] = {}
        for cost, dealt, taken in front:
            for group in groups:
                if not dealt & group:
                    now = dealt | group
                    more = cost + widths[now] * group.bit_count()
                    if now not in then or more < then[now][0]:
                        then[now] = more, now, (*taken, group)
        front = nsmallest(beam, then.values())
    return front[0]
