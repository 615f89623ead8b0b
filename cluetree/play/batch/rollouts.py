"""The parts of full-game rollouts: more deals, weighed replays, and playouts.

Each has a version in the compiled core, which is used where it can be; see `_native`.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.play.batch import _native
from cluetree.play.batch.layout import BatchLayout, Constraints
from cluetree.play.batch.loop import BatchRules, Games, Opening, Outcomes, play_on
from cluetree.play.batch.masks import Masks, Rows, pick
from cluetree.play.batch.policies import Policy
from cluetree.play.batch.views import Asked, BatchDeduction, ShowRules, Views

_AT_ONCE: Final = 1 << 14
"""Games played side by side: few enough for the processor's cache."""


def mixed(constraints: Constraints, places: Masks, rounds: int, rng: np.random.Generator) -> Masks:
    """Return one deal that fits for each deal given, changed by chance.

    In each round every two places swap a card, in deals where that fits. A swap and its reverse
    are equally likely (a Metropolis walk), so uniform deals stay uniform; but two that came from
    the same one are alike after few rounds.

    Args:
        constraints: The constraints on the deals.
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


Watch: TypeAlias = Callable[[Asked, Views], None]
"""Is called with each suggestion, and the knowledge of every seat before it."""


def replay(
    layout: BatchLayout,
    hands: Masks,
    dealt: Masks,
    history: Sequence[Asked],
    *,
    show: ShowRules,
    rng: np.random.Generator,
    deduction: BatchDeduction = "propagation",
    watch: Watch | None = None,
) -> Views:
    """Return the knowledge of every seat after these suggestions, for many deals at a time.

    Args:
        layout: Deck and seats.
        hands: Deals that fit the suggestions. Axes: seat, deal.
        dealt: The cards that do not lie face-up, by deal.
        history: The suggestions, as one seat saw them.
        show: How the cards are drawn that this seat did not see.
        rng: All chance.
        deduction: How much the seats deduce.
        watch: Is called before each suggestion.
    """
    views = Views.at_start(layout, hands, dealt, deduction)
    for asked in history:
        if watch is not None:
            watch(asked, views)
        views.learn(asked.answers(hands, show, rng))
    return views


def weigh(
    layout: BatchLayout,
    hands: Masks,
    dealt: Masks,
    history: Sequence[Asked],
    policies: Sequence[Policy],
    *,
    askers: Collection[int],
    show: ShowRules,
    rng: np.random.Generator,
) -> tuple[Views, NDArray[np.float64]]:
    """Replay a game so far, and compare the suggestions of some seats with policies.

    Returns:
        The knowledge of every seat by now, and each policy's shares (axes: suggestion of these
        seats, policy, category, deal), from what the asker would have known before.
    """
    found = _native.replay(
        layout, hands, dealt, history, policies, askers=askers, show=show, rng=rng
    )
    if found is not None:
        return found
    rows: list[NDArray[np.float64]] = []

    def watch(asked: Asked, views: Views) -> None:
        if asked.asker in askers:
            view = views.of(asked.asker)
            rows.extend(policy.shares(view, asked.guess) for policy in policies)

    views = replay(layout, hands, dealt, history, show=show, rng=rng, watch=watch)
    weighed = sum(asked.asker in askers for asked in history)
    shape = (weighed, len(policies), len(layout.categories), len(dealt))
    return views, np.array(rows, dtype=np.float64).reshape(shape)


def playouts(
    worlds: Games,
    deals: Rows,
    policies: Sequence[Policy],
    rng: np.random.Generator,
    rules: BatchRules,
    *,
    opening: Opening | None = None,
    unfinished: float = 0.0,
) -> Outcomes:
    """Play on from deals, with repeats; the worlds are unchanged.

    Args:
        worlds: Deals, the knowledge of every seat in each, and the current player.
        deals: The deal that each playout begins from, by number.
        policies: One a seat.
        rng: All chance.
        rules: The rules of the games.
        opening: The first suggestions, if given.
        unfinished: The share of games, from 0 to 1, that need not be played to their ends.
    """
    found = _native.play_on(worlds, deals, opening, policies, rules, rng)
    if found is not None:
        return Outcomes(*found)
    parts: list[Outcomes] = []
    for part in (slice(at, at + _AT_ONCE) for at in range(0, len(deals), _AT_ONCE)):
        rows = deals[part]
        games = replace(worlds, hands=worlds.hands[:, rows], views=worlds.views.drawn(rows))
        first = None if opening is None else opening.part(part).answers(games, rules, rng)
        parts.append(play_on(games, policies, rng, rules, first=first, unfinished=unfinished))
    return Outcomes.joined(parts)
