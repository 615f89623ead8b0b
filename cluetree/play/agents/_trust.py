"""How far what is read of the others can be trusted: by what it has foretold so far.

Each answer that somebody gives is a test: what did the deals say of it that were weighed by what
this player had asked for, and what did the same deals say without? Whoever bluffs makes the first
worse than the second, by whatever habit; then the weights are tempered for this player.
"""

from collections.abc import Iterable, Mapping
from math import exp, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cluetree.play.batch import Asked, Masks
from cluetree.play.batch.masks import Flags

_PRIOR: Final = 0.9
"""How likely it is, to begin with, that what is read of a player is worth something."""
_SURE: Final = 0.97
"""Nothing is foretold with a higher chance than this: deals are drawn, and draws are few."""
_LEAST: Final = 1e-9
"""No deal is taken to be less likely than by this factor, so that some always remain."""
_FAILURES: Final = 3
"""So many answers are taken to have been due to come out otherwise than believed, and to have."""


class Trust:
    """What one seat's reading of the others has foretold, and how it came out.

    Attributes:
        due: How many answers should have come out the unlikelier way, for all that was believed.
        failures: How many did.
    """

    def __init__(self, others: Iterable[int]):
        self._log_odds = dict.fromkeys(others, log(_PRIOR / (1 - _PRIOR)))
        self._hands: Masks | None = None
        self._base: NDArray[np.float64] = np.zeros(0)
        self._read: Mapping[int, NDArray[np.float64]] = {}
        self.due = 0.0
        self.failures = 0

    def of(self, seat: int) -> float:
        """Return how likely it is that what is read of a seat is worth something."""
        return 1 / (1 + exp(-self._log_odds[seat]))

    def sober(self, chance: float) -> float:
        """Return what is left of a chance if as much is wrong with it as with those so far.

        What it leaves to all else is as many times as large as failures were more often than
        due; a few of each are taken for granted, so that one failure at first says little.
        """
        times = (self.failures + _FAILURES) / (self.due + _FAILURES)
        return max(0.0, 1 - max(1.0, times) * (1 - chance))

    def weights(
        self,
        hands: Masks,
        base: NDArray[np.float64],
        read: Mapping[int, NDArray[np.float64]],
    ) -> NDArray[np.float64]:
        """Return the weights of deals, tempered; they are what the next answers test.

        Args:
            hands: The deals. Axes: seat, deal.
            base: Their weights as far as nothing is read.
            read: For each other seat how well they explain what it asked for.
        """
        base = base / base.sum()
        self._hands, self._base = hands, base
        self._read = {
            seat: np.maximum(chance / (base @ chance), _LEAST) for seat, chance in read.items()
        }
        return self._tempered()

    def _tempered(self, but: int | None = None) -> NDArray[np.float64]:
        """Return the weights; without what is read of one seat, if one is named."""
        weights = self._base.copy()
        for seat, chance in self._read.items():
            if seat != but:
                weights *= 1 + self.of(seat) * (chance - 1)
        scaled: NDArray[np.float64] = weights / weights.sum()
        return scaled

    def hear(self, asked: Asked) -> None:
        """Test what was foretold by the answers to a suggestion."""
        answers = {**dict.fromkeys(asked.passed, 0), **asked.shown}
        for seat, card in answers.items():
            if self._hands is not None and seat in self._read:
                cards = np.uint64(card or asked.guess)
                has = (self._hands[seat] & cards) != 0
                self._test(seat, has if seat in asked.shown else ~has)

    def _test(self, seat: int, came_out: Flags) -> None:
        """Take in that an answer came out as it did in some of the deals."""
        if not self._base @ came_out:
            self._hands = None  # nothing is left to test the next by
            return
        plain = self._tempered(but=seat)
        foretold = {
            name: float(np.clip(weights @ came_out / weights.sum(), 1 - _SURE, _SURE))
            for name, weights in (
                ("plain", plain),
                ("read", plain * self._read[seat]),
                ("believed", self._tempered()),
            )
        }
        self._log_odds[seat] += log(foretold["read"] / foretold["plain"])
        believed = foretold["believed"]
        if 1 - _SURE < believed < _SURE:
            self.due += min(believed, 1 - believed)
            self.failures += believed < 1 / 2
        self._base = self._base * came_out
