"""More deals out of some: cards change places at random, and what is known stays true."""

import numpy as np

from cluetree.play.batch import _native
from cluetree.play.batch.deals import Constraints
from cluetree.play.batch.masks import Masks, pick


def mixed(constraints: Constraints, places: Masks, rounds: int, rng: np.random.Generator) -> Masks:
    """Return as many deals that fit, each changed by chance from one given.

    In each round any two places swap a card, in deals where that fits. A swap and its reverse
    are equally likely (a Metropolis walk), so if each deal given was drawn uniformly, so is
    each deal returned; but two that came from the same one are alike if there were few rounds.

    Args:
        constraints: What the deals fit.
        places: The cards of each place, the envelope last. Axes: place, deal.
        rounds: How often each pair of places that can swap does so.
        rng: All chance.
    """
    found = _native.mix(constraints, places, rounds, rng)
    if found is not None:
        return found
    places = places.copy()
    swaps = _swaps(constraints)
    for _ in range(rounds):
        order: list[int] = rng.permutation(len(swaps)).tolist()
        for number in order:
            _swap(constraints, places, swaps[number], rng)
    return places


def _swaps(constraints: Constraints) -> list[tuple[int, int, int]]:
    """List the pairs of places that can swap, and which cards: with the envelope, of a kind."""
    layout, can = constraints.layout, constraints.can
    envelope = layout.players
    pairs = [
        *((one, other, layout.deck) for other in range(envelope) for one in range(other)),
        *((one, envelope, cards) for one in range(envelope) for cards in layout.categories),
    ]
    return [
        (one, other, both)
        for one, other, cards in pairs
        if (both := can[one] & can[other] & cards) & (both - 1)
    ]


def _swap(
    constraints: Constraints, places: Masks, swap: tuple[int, int, int], rng: np.random.Generator
) -> None:
    """Swap a card of two places, each pair of cards equally likely, where the deal still fits."""
    one, other, both = swap
    given = pick(places[one] & np.uint64(both), rng)
    taken = pick(places[other] & np.uint64(both), rng)
    change = (given | taken) * ((given != 0) & (taken != 0))
    places[one] ^= change
    places[other] ^= change
    undone = change * ~constraints.hold(places)
    places[one] ^= undone
    places[other] ^= undone
