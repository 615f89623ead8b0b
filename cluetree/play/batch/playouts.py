"""Games played on from deals that may be true, each with what its seats would know."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from cluetree.play.batch import _native
from cluetree.play.batch.loop import BatchRules, Games, Outcomes, play_on
from cluetree.play.batch.masks import Masks, Rows
from cluetree.play.batch.policies import Policy
from cluetree.play.batch.views import Answers

_AT_ONCE: Final = 1 << 14
"""Games played side by side: few enough for the processor's cache."""


@dataclass(frozen=True)
class ShownFirst:
    """What a seat shows to the first suggestion."""

    seat: int
    cards: Masks
    """By playout."""


@dataclass(frozen=True)
class Opening:
    """The first suggestion of each playout."""

    guesses: Masks
    shown: ShownFirst | None = None
    """What is shown to it, if that is given; all else is answered by the rules."""

    def part(self, rows: "slice[int, int, None]") -> "Opening":
        """Return that of some of the playouts."""
        shown = self.shown
        if shown is not None:
            shown = ShownFirst(shown.seat, shown.cards[rows])
        return Opening(self.guesses[rows], shown)

    def answers(self, games: Games, rules: BatchRules, rng: np.random.Generator) -> Answers:
        """Return what the others answer."""
        answers = games.answer(self.guesses, rules.show, rng)
        if self.shown is not None:
            answers.shown[self.shown.seat] = self.shown.cards
        return answers


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
    """Play on from deals, with repeats; the worlds stay as they are.

    Args:
        worlds: Deals, what every seat would know in each, and whose turn it is.
        deals: The number of the deal that each playout begins from.
        policies: One a seat.
        rng: All chance.
        rules: What they are played by.
        opening: What is asked first, if that is given.
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
    return Outcomes(
        np.concatenate([part.turns for part in parts]),
        np.concatenate([part.winners for part in parts]),
    )
