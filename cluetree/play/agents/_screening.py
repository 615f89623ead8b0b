"""The choice of finalists among many suggestions, after a few playouts of each."""

from collections.abc import Hashable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cluetree.deduction import bits

_NOISE: Final = 0.22
"""The variance of one game's outcome, won or not."""
_OF_A_CARD: Final = 0.004
"""The variance of the worth of suggestions from one card in them."""
_OF_KINDS: Final = 0.004
"""The variance from the kinds of their cards together."""
_OF_ITSELF: Final = 0.001
"""The remaining variance."""


def promising(
    actions: Sequence[int],
    kinds: Sequence[Hashable],
    means: NDArray[np.float64],
    tries: int,
    number: int,
) -> list[int]:
    """Return the numbers of the most promising suggestions, best first.

    The worth of a suggestion is mostly the sum of the worths of its cards and of the kinds of
    cards that it combines (an own one and two unknown, say). So suggestions that share a card
    inform each other: a least-squares fit, shrunk by the variances above, plus the shrunk rest of
    each suggestion.

    Args:
        actions: The suggestions, as sets of three cards.
        kinds: The kinds of cards that each names.
        means: The mean outcome of each, from 0 to 1.
        tries: The number of tries of each.
        number: The maximum to return.
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
    """Return features of suggestions (axes: suggestion, feature), and their variances."""
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
