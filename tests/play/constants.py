"""Exact values for three random players without memory: no sampling, no floats.

Three players, the classic deck, six cards each; a turn is one suggestion. A player who holds `a`
suspects, `b` weapons and `c` rooms names each triple of other cards with the same chance, so it
hits the envelope with chance 1 / ((6 - a) (6 - b) (9 - c)), turn after turn.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial, prod
from typing import Final

DECK: Final = (6, 6, 9)
"""Suspects, weapons, rooms."""
HAND: Final = 6
PLAYERS: Final = 3

Hand = tuple[int, int, int]
"""How many suspects, weapons and rooms a player holds."""


def deals() -> int:
    """The number of deals: the envelopes, times the ways to deal the other cards out."""
    cards = sum(DECK) - len(DECK)
    return prod(DECK) * factorial(cards) // factorial(HAND) ** PLAYERS


def kinds_of_deal() -> Iterator[tuple[tuple[Hand, ...], int]]:
    """Yield how many cards of each category each seat holds, and in how many deals it does."""
    yield from _hands((), (5, 5, 8), prod(DECK))


def _hands(
    dealt: tuple[Hand, ...], left: Hand, ways: int
) -> Iterator[tuple[tuple[Hand, ...], int]]:
    if len(dealt) == PLAYERS:
        yield dealt, ways
        return
    for a in range(min(HAND, left[0]) + 1):
        for b in range(min(HAND - a, left[1]) + 1):
            c = HAND - a - b
            if c <= left[2]:
                rest = (left[0] - a, left[1] - b, left[2] - c)
                more = comb(left[0], a) * comb(left[1], b) * comb(left[2], c)
                yield from _hands((*dealt, (a, b, c)), rest, ways * more)


def triples_left(hand: Hand) -> int:
    """The number of suggestions that name no card of this hand."""
    return prod(size - held for size, held in zip(DECK, hand, strict=True))


def expected_turns() -> Fraction:
    """The mean number of suggestions until one names the envelope."""
    total = Fraction(0)
    for hands, ways in kinds_of_deal():
        misses = [1 - Fraction(1, triples_left(hand)) for hand in hands]
        round_long = sum(prod(misses[:seat]) for seat in range(PLAYERS))
        total += ways * Fraction(round_long) / (1 - prod(misses))
    return total / deals()


def seat_shares() -> tuple[Fraction, ...]:
    """The chance of each seat to be the one that names it."""
    totals = [Fraction(0)] * PLAYERS
    for hands, ways in kinds_of_deal():
        hits = [Fraction(1, triples_left(hand)) for hand in hands]
        misses = [1 - hit for hit in hits]
        for seat in range(PLAYERS):
            totals[seat] += ways * prod(misses[:seat]) * hits[seat] / (1 - prod(misses))
    return tuple(total / deals() for total in totals)
