"""Wensel's agent as a policy for many games, as far as that goes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluetree.play.batch.masks import Flags, Masks, in_doubt, lowest, settled, where
from cluetree.play.batch.policies import Chances, at_once
from cluetree.play.batch.views import View


@dataclass(frozen=True)
class WenselPolicy:
    """Suggests by the scores of `cluetree.advice.wensel`.

    It knows all that a view tells, which is somewhat more than Wensel's own rules find; where
    these find less, the agent may choose differently.
    """

    def choose(self, view: View, rng: np.random.Generator) -> Masks:  # noqa: ARG002 -- he draws nothing
        """Return one suggestion a game, as sets of three cards."""
        scores = _scores(view)
        known = settled(view.can)
        open_cards = in_doubt(view.can)
        named: list[Masks] = []
        best: list[NDArray[np.int64]] = []
        is_open: list[Flags] = []
        for category in view.layout.categories:
            hidden = view.can[-1] & known & np.uint64(category)
            card, score = _best(open_cards & np.uint64(category), scores)
            is_open.append(hidden == 0)
            named.append(np.where(hidden == 0, card, _option(view, category, hidden)))
            best.append(score)
        suspects, weapons, _ = view.layout.categories
        all_open = np.logical_and.reduce(is_open)
        is_weapon_better = best[1] > best[0]
        named[0] = np.where(
            all_open & is_weapon_better, _option(view, suspects, named[0]), named[0]
        )
        named[1] = np.where(
            all_open & ~is_weapon_better, _option(view, weapons, named[1]), named[1]
        )
        return named[0] | named[1] | named[2]

    def shares(self, view: View, guess: int) -> Chances:
        """Return the chance that it names each card of this suggestion: 0 or 1."""
        is_his: Chances = (self.choose(view, np.random.default_rng(0)) == guess).astype(np.float64)
        return at_once(is_his, view.layout)


def _option(view: View, category: int, otherwise: Masks) -> Masks:
    """Return the first own card of a category; another card where there is none."""
    own = lowest(view.hand & np.uint64(category))
    return own | where(own == 0, otherwise)


def _scores(view: View) -> NDArray[np.int64]:
    """Return how many others lack a card, plus the unsolved shows it is in. Axes: card, game."""
    games = view.can.shape[1]
    others = view.layout.left_of(view.seat)
    shows = view.shows.unmet(view.can)
    scores = np.empty((view.layout.deck.bit_length(), games), dtype=np.int64)
    for number in range(len(scores)):
        card = np.uint64(1 << number)
        scores[number] = np.bincount(shows.rows[(shows.cards & card) != 0], minlength=games)
        for other in others:
            scores[number] += (view.can[other] & card) == 0
    return scores


def _best(among: Masks, scores: NDArray[np.int64]) -> tuple[Masks, NDArray[np.int64]]:
    """Return the card with the best score, the first of several, and that score."""
    best = np.full(len(among), -1, dtype=np.int64)
    card = np.zeros_like(among)
    for number, score in enumerate(scores):
        bit = np.uint64(1 << number)
        is_better = ((among & bit) != 0) & (score > best)
        card[is_better] = bit
        best[is_better] = score[is_better]
    return card, best
