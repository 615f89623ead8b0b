"""The knowledge that every seat would have by now in given deals: a replay of the game so far."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from cluetree.events import Suggestion
from cluetree.play.batch.layout import BatchLayout
from cluetree.play.batch.masks import Masks
from cluetree.play.batch.views import Answers, BatchDeduction, ShowRules, Views, shown_by
from cluetree.table import Table


@dataclass(frozen=True)
class Asked:
    """One suggestion as one seat saw it, in the layout's numbers and sets."""

    asker: int
    guess: int
    passed: frozenset[int]
    shown: Mapping[int, int] = field(default_factory=dict[int, int])
    """The seats that showed a card, each with the card if it was seen, else 0."""

    @classmethod
    def of(cls, event: Suggestion, table: Table, layout: BatchLayout) -> "Asked":
        """Return a suggestion of this table."""
        event = event.at(table)
        seat = {name: number for number, name in enumerate(table.names)}
        return cls(
            seat[event.by],
            layout.mask(event.guess),
            frozenset(seat[name] for name in event.passes(table)),
            {
                seat[show.by]: 0 if show.card is None else layout.mask((show.card,))
                for show in event.shows
                if show.by is not None
            },
        )


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
        views.learn(_answers(hands, asked, show, rng))
    return views


def _answers(hands: Masks, asked: Asked, show: ShowRules, rng: np.random.Generator) -> Answers:
    guesses = np.full(hands.shape[1], asked.guess, dtype=np.uint64)
    passed = np.zeros(hands.shape, dtype=np.bool_)
    passed[list(asked.passed)] = True
    shown = np.zeros_like(hands)
    for seat, card in asked.shown.items():
        shown[seat] = card or shown_by(show, seat, hands[seat] & guesses, rng)
    return Answers(asked.asker, guesses, passed, shown)
