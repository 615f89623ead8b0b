"""Deals in the order in which a constraint solver comes upon them."""

from collections.abc import Iterator

from cluetree.deduction import bits
from cluetree.errors import ContradictionError
from cluetree.play.knowledge import Knowledge


def deals_in_order(known: Knowledge) -> Iterator[list[int]]:
    """Yield the deals that fit what is known, as the cards of each place, one after another.

    This is plain search with propagation, as constraint solvers do it: place by place from the
    envelope on, card by card in the edition's order, "there" before "not there". Deals that
    come one after another are neighbours: they differ in what was decided last, and the first
    many share their envelope.
    """
    place, card = _first_open(known)
    if not card:
        yield known.held[:]
        return
    for mark in (Knowledge.hold, Knowledge.lack):
        branch = known.copy()
        mark(branch, place, card)
        try:
            branch.settle()
        except ContradictionError:
            continue
        yield from deals_in_order(branch)


def _first_open(known: Knowledge) -> tuple[int, int]:
    """Return the first place and card not decided yet; no card if all are."""
    envelope = len(known.may) - 1
    for place in (envelope, *range(envelope)):
        for card in bits(known.may[place] & ~known.held[place]):
            return place, 1 << card
    return envelope, 0
