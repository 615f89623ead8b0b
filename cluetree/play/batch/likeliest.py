"""Players who ask for what is most likely in the envelope."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluetree.deduction import bits
from cluetree.play.batch.masks import Masks, settled, sizes
from cluetree.play.batch.policies import Chances
from cluetree.play.batch.views import View


@dataclass(frozen=True)
class LikeliestPolicy:
    """In each category one of the cards likeliest to be hidden, the likelier the more often.

    How likely a card is to be hidden is estimated, card by card: each player's open cards are as
    likely as each other to be theirs, more so if they showed one of a few.
    """

    sharpness: float = 20.0
    """A card twice as likely to be hidden is named 2 to this power times as often."""

    def choose(self, view: View, rng: np.random.Generator) -> Masks:
        """Return one suggestion a game, as sets of three cards."""
        shares = self._shares(view)
        found = np.zeros(shares.shape[1], dtype=np.uint64)
        for cards in _numbers(view):
            ends = np.cumsum(shares[cards.start : cards.stop], axis=0)
            # What is drawn is below 1, and so, rounded too, below the last end.
            chosen = (rng.random(len(found)) * ends[-1] >= ends).sum(axis=0)
            found |= np.uint64(1) << (cards.start + chosen).astype(np.uint64)
        return found

    def shares(self, view: View, guess: int) -> Chances:
        """Return the chance that it names each card of this suggestion."""
        named: Chances = self._shares(view)[list(bits(guess))]
        return named

    def _shares(self, view: View) -> NDArray[np.float64]:
        """Return how often each card is named. Axes: card, game."""
        weights = hidden_chances(view) ** self.sharpness
        for cards in _numbers(view):
            weights[cards] /= weights[cards].sum(axis=0)
        return weights


def hidden_chances(view: View) -> NDArray[np.float64]:
    """Estimate how likely each card is to be in the envelope, to a seat. Axes: card, game."""
    known = settled(view.can)
    chances = np.zeros((view.layout.deck.bit_length(), view.can.shape[1]))
    theirs = _player_chances(view, known)
    for category, cards in zip(view.layout.categories, _numbers(view), strict=True):
        may = view.can[-1] & np.uint64(category)
        share = 1 / np.maximum(sizes(may), 1)
        for card in cards:
            is_possible = (may >> np.uint64(card) & np.uint64(1)).astype(np.bool_)
            chances[card] = np.where(is_possible, share / (share + theirs[card]), 0)
    return chances


def _player_chances(view: View, known: Masks) -> NDArray[np.float64]:
    """Estimate for each card in how many players' hands it is, a sum of chances."""
    layout, games = view.layout, view.can.shape[1]
    bits = np.uint64(1) << np.arange(layout.deck.bit_length(), dtype=np.uint64)
    shows = view.shows.unmet(view.can)
    chances = np.zeros((len(bits), games))
    for seat in layout.left_of(view.seat):
        may = view.can[seat] & ~known
        room = layout.hand_sizes[seat] - sizes(view.can[seat] & known).astype(np.float64)
        density = np.clip(room / np.maximum(sizes(may), 1), 0, 1)
        mine = shows.places == seat
        rows, cards = shows.rows[mine], shows.cards[mine]
        # Given that one of n cards is there, each is likelier by 1 / (1 - (1 - density) ** n).
        gain = -np.log1p(-((1 - density[rows]) ** sizes(cards)))
        for number, bit in enumerate(bits):
            named = (cards & bit) != 0
            more = np.exp(np.bincount(rows[named], weights=gain[named], minlength=games))
            chances[number] += np.where((may & bit) != 0, np.minimum(density * more, 1), 0)
    return chances


def _numbers(view: View) -> list[range]:
    """Return the numbers of each category's cards."""
    return [
        range((category & -category).bit_length() - 1, category.bit_length())
        for category in view.layout.categories
    ]
