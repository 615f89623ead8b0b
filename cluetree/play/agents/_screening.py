"""Which of many suggestions deserve a closer look, after a short look at each."""

from collections.abc import Hashable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cluetree.deduction import bits

_NOISE: Final = 0.22
"""The variance of one game's outcome, won or not."""
_OF_A_CARD: Final = 0.004
"""How much the worth of suggestions varies with one card in them: a variance."""
_OF_KINDS: Final = 0.004
"""How much it varies with the kinds of their cards together."""
_OF_ITSELF: Final = 0.001
"""How much it varies beyond."""


def promising(
    actions: Sequence[int],
    kinds: Sequence[Hashable],
    means: NDArray[np.float64],
    tries: int,
    number: int,
) -> list[int]:
    """Return the numbers of the most promising suggestions, best first.

    What a suggestion is worth is for the most part the sum of what its cards are worth, and of
    what it is to name cards of such kinds together (an own one and two unknown, say). So what
    was seen of suggestions that share a card is counted in: a least-squares fit, shrunk as the
    variances above say, to which the rest that is the suggestion's own is added.

    Args:
        actions: The suggestions, as sets of three cards.
        kinds: What kinds of cards each names.
        means: The mean outcome of each, from 0 to 1.
        tries: How often each was tried.
        number: How many to return at most.
    """
    features, variances = _features(actions, kinds)
    weight = tries / _NOISE
    normal = weight * features.T @ features + np.diag(1 / variances)
    fit = features @ np.linalg.solve(normal, weight * features.T @ means)
    own = _OF_ITSELF / (_OF_ITSELF + 1 / weight)
    worth = fit + own * (means - fit)
    return [int(at) for at in np.argsort(-worth, kind="stable")[:number]]


def _features(
    actions: Sequence[int], kinds: Sequence[Hashable]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what suggestions have in common (axes: suggestion, feature), and its variances."""
    column = {kind: at for at, kind in enumerate(dict.fromkeys(kinds))}
    cards = sorted({card for action in actions for card in bits(action)})
    number = {card: 1 + len(column) + at for at, card in enumerate(cards)}
    features = np.zeros((len(actions), 1 + len(column) + len(cards)))
    features[:, 0] = 1
    for row, (action, kind) in enumerate(zip(actions, kinds, strict=True)):
        features[row, 1 + column[kind]] = 1
        for card in bits(action):
            features[row, number[card]] = 1
    variances = [1e3, *[_OF_KINDS] * len(column), *[_OF_A_CARD] * len(cards)]
    return features, np.array(variances)
