"""In which order to deal the open cards, and from when to when each player is told apart.

A card is special to a player who may not get it or has an open branch on it. Before the first
and after the last card special to them, a player need not be told apart from the others: cards
go to a common pool, and whose they are is settled by counting when the player's first special
card comes (the fresh pool), or was settled when the last one had gone (the resting pool). Cards
special to nobody come last and are counted in one formula. So what the counter has to remember
at a time is the room of few players, where dealing card by card would keep that of all.
"""

from dataclasses import dataclass
from math import log

from cluetree.deduction import bits, union
from cluetree.exact._problem import Problem

# A live branch is met in about this many of the states that could have it met or not, so it
# widens the work by less than two.
_BRANCH_WEIGHT = log(1.6)


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


def plan(problem: Problem) -> Plan:
    """Choose an order in which few players and branches are open at a time."""
    scopes, weights = _scopes(problem)
    groups: dict[int, list[int]] = {}
    for card in range(len(problem.cards)):
        signature = sum(1 << i for i, scope in enumerate(scopes) if scope >> card & 1)
        groups.setdefault(signature, []).append(card)
    plain = groups.pop(0, [])
    left = [scope.bit_count() for scope in scopes]
    order: list[int] = []
    opened = 0
    while groups:
        best = min(groups, key=lambda sig: _cost(sig, opened, left, len(groups[sig]), weights))
        cards = groups.pop(best)
        order += cards
        opened |= best
        for scope in bits(best):
            left[scope] -= len(cards)
    step = {card: i for i, card in enumerate(order)}
    spans = {
        player: [step[card] for card in bits(scope)]
        for player, scope in zip(range(len(problem.room)), scopes, strict=False)
        if scope and problem.room[player] is not None
    }
    return Plan(
        tuple(order),
        tuple(plain),
        {player: min(steps) for player, steps in spans.items()},
        {player: max(steps) for player, steps in spans.items()},
    )


def _scopes(problem: Problem) -> tuple[list[int], list[float]]:
    """What must be told apart over which cards, and how much wider that makes the work.

    Each player's special cards come first, in order of the players, then each branch's cards.
    """
    scopes: list[int] = []
    weights: list[float] = []
    for player, room in enumerate(problem.room):
        barred = sum(
            1 << i for i, card in enumerate(problem.cards) if not card.places >> player & 1
        )
        for branch in problem.branches:
            barred |= dict(branch).get(player, 0)
        scopes.append(barred)
        weights.append(log(room + 1) if room is not None else 0.0)
    for branch in problem.branches:
        scopes.append(union(cards for _, cards in branch))
        weights.append(_BRANCH_WEIGHT)
    return scopes, weights


def _cost(
    signature: int, opened: int, left: list[int], size: int, weights: list[float]
) -> tuple[float, int]:
    """How much wider the work gets by taking a group of cards next; ties to the one that closes."""
    wider = 0.0
    for scope in bits(signature):
        if not opened >> scope & 1:
            wider += weights[scope]
        if left[scope] == size:
            wider -= weights[scope]
    return wider, -(signature & opened).bit_count()
