"""Deals: drawn for new games, and changed by chance to get more that fit."""

from typing import NamedTuple

from cluetree.play.engine.chance import begin_stream, below, drawn
from cluetree.play.engine.compiling import Row, Rows, compilable, size
from cluetree.play.engine.views import CAN, CATEGORIES, SEAT, hand, hand_size, take_hand


class Constraints(NamedTuple):
    """The constraints on deals."""

    can: Row
    """For each place, the envelope last, the cards it can have."""
    places: Rows
    """For each quota its places, the number of places for none."""
    cards: Rows
    """For each quota its cards at each of these places."""
    least: Row
    """For each quota, how many of its cards must be at their place."""
    most: Row
    """For each quota, how many may be."""


def mix_deals(  # noqa: PLR0917 -- called by `run`, by position
    categories: Row, constraints: Constraints, deals: Rows, rounds: int, seed: Row, order: Row
) -> None:
    """Change deals by chance, each within the constraints; see `simulation.mix`.

    `order` is memory for the state of the generator, and has a number for each two places: those
    of places `a < b` are `b * places + a`.
    """
    can, places = constraints.can, len(constraints.can)
    for number in range(len(deals)):
        begin_stream(order, seed, number)
        for _ in range(rounds):
            for at in range(len(order) - 1, 2, -1):
                to = 2 + below(order, at - 1)
                order[at], order[to] = order[to], order[at]
            for at in range(2, len(order)):
                other, one = order[at] // places, order[at] % places
                both = can[one] & can[other]
                if other != places - 1:
                    _swap(constraints, deals[number], one, other, both, order)
                    continue
                for cards in categories:  # the envelope keeps one of each
                    _swap(constraints, deals[number], one, other, both & cards, order)


@compilable
def _swap(  # noqa: PLR0917 -- a swap
    constraints: Constraints, deal: Row, one: int, other: int, both: int, chance: Row
) -> None:
    """Swap a card of two places, each pair of cards equally likely, if the deal still fits."""
    given, taken = drawn(deal[one] & both, chance), drawn(deal[other] & both, chance)
    if not given or not taken:
        return
    deal[one] ^= given | taken
    deal[other] ^= given | taken
    if not fits(constraints, deal):
        deal[one] ^= given | taken
        deal[other] ^= given | taken


@compilable
def fits(constraints: Constraints, deal: Row) -> bool:
    """Return whether a deal fits the quotas."""
    for quota in range(len(constraints.places)):
        there = 0
        for at in range(len(constraints.places[quota])):
            place = constraints.places[quota][at]
            if place < len(deal):
                there += size(deal[place] & constraints.cards[quota][at])
        if there < constraints.least[quota] or there > constraints.most[quota]:
            return False
    return True


@compilable
def deal_hands(views: Rows, chance: Row) -> None:
    """Deal all hands, every deal equally likely, and let every seat look at its cards."""
    dealt = rest = 0
    for category in range(CATEGORIES, CAN):
        dealt |= drawn(views[0][category], chance)
        rest |= views[0][category]
    rest &= ~dealt
    for view in views:
        cards = 0
        for _ in range(hand_size(view, view[SEAT])):
            card = drawn(rest, chance)
            cards |= card
            rest &= ~card
        view[CAN + view[SEAT]] = cards
        dealt |= cards
    for view in views:
        take_hand(view, hand(view), dealt)
