"""Deals: drawn for new games, and changed by chance to get more that fit."""

from typing import NamedTuple

from cluetree.play.engine import chance as chances
from cluetree.play.engine.chance import below, drawn
from cluetree.play.engine.compiling import Row, Rows, compilable
from cluetree.play.engine.views import Setup


class Constraints(NamedTuple):
    """The constraints on deals."""

    can: Row
    """For each place, the envelope last, the cards it can have."""
    places: Rows
    """For each branch its places, the number of places for none: a card of it is at one of them."""
    cards: Rows
    """For each branch its cards at each of these places."""
    failed_accusations: Row
    """Triples that are not the envelope."""


def mix(  # noqa: PLR0917 -- called by `run`, by position
    setup: Setup, constraints: Constraints, deals: Rows, rounds: int, seed: Row, chance: Row
) -> None:
    """Change deals by chance, each within the constraints.

    In each round every two places swap a card, in random order, where that fits. A swap and its
    reverse are equally likely (a Metropolis walk), so uniform deals stay uniform.

    Args:
        setup: Deck and seats.
        constraints: What the deals fit.
        deals: For each deal the cards of each place, the envelope last.
        rounds: The number of rounds.
        seed: The seed; each deal has a stream of its own.
        chance: The state of the generator, overwritten.
    """
    can, envelope = constraints.can, len(setup.sizes)
    pairs = [(one, other) for other in range(envelope + 1) for one in range(other)]
    for number in range(len(deals)):
        chances.begin(chance, seed, number)
        for _ in range(rounds):
            for at in range(len(pairs) - 1, 0, -1):
                to = below(chance, at + 1)
                pairs[at], pairs[to] = pairs[to], pairs[at]
            for one, other in pairs:
                both = can[one] & can[other]
                if other != envelope:
                    _swap(constraints, deals[number], one, other, both, chance)
                    continue
                for cards in setup.categories:
                    _swap(constraints, deals[number], one, other, both & cards, chance)


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
    """Return whether a deal fits the branches and the failed accusations."""
    for triple in constraints.failed_accusations:
        if not triple & ~deal[len(deal) - 1]:
            return False
    for branch in range(len(constraints.places)):
        is_met = False
        for at in range(len(constraints.places[branch])):
            place = constraints.places[branch][at]
            if place < len(deal) and deal[place] & constraints.cards[branch][at]:
                is_met = True
        if not is_met:
            return False
    return True


@compilable
def deal(setup: Setup, deck: int, hands: Row, chance: Row) -> int:
    """Deal all hands, every deal equally likely; return the cards that do not lie face-up."""
    dealt = 0
    for cards in setup.categories:
        dealt |= drawn(cards & deck, chance)
    for seat in range(len(hands)):
        hands[seat] = 0
        for _ in range(setup.sizes[seat]):
            card = drawn(deck & ~dealt, chance)
            hands[seat] |= card
            dealt |= card
    return dealt
