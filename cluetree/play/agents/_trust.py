"""How far the models of the opponents can be trusted: every answer tests their predictions."""

from collections.abc import Iterable, Mapping
from math import exp, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cluetree.play.engine.arrays import Reals, Sets
from cluetree.play.engine.layout import Asked

_PRIOR: Final = 0.9
"""The prior chance that the models of a player are worth something."""
_SURE: Final = 0.97
"""The highest chance of a prediction: deals are drawn, and draws are few."""
_FLOOR: Final = 1e-9
"""No deal is taken to be less likely than by this factor, so that some always remain."""
_FAILURES: Final = 3
"""The number of predictions taken to have been due to fail, and to have failed, at the start."""


class Trust:
    """The record of predictions by the models of the others.

    Attributes:
        due: How many predictions should have failed, by their own chances.
        failures: How many did.
    """

    def __init__(self, others: Iterable[int]):
        self._log_odds = dict.fromkeys(others, log(_PRIOR / (1 - _PRIOR)))
        self._hands: Sets | None = None
        self._base: Reals = np.zeros(0)
        self._read: Mapping[int, Reals] = {}
        self.due: float = 0.0
        self.failures: int = 0

    def of(self, seat: int) -> float:
        """Return how likely it is that the models of a seat are worth something."""
        return 1 / (1 + exp(-self._log_odds[seat]))

    def corrected(self, chance: float, answers: int) -> float:
        """Return the chance of the likeliest of some answers, corrected by past failures.

        The chance of all others is multiplied by how much more often predictions failed than
        was due; a few of each are taken for granted, so that one failure at first says little.
        The likeliest of k answers is never less likely than 1/k.
        """
        times = (self.failures + _FAILURES) / (self.due + _FAILURES)
        return max(1 / answers, 1 - max(1.0, times) * (1 - chance))

    def weights(self, hands: Sets, base: Reals, read: Mapping[int, Reals]) -> Reals:
        """Return the tempered weights of deals; the next answers will test them.

        `base` are weights without the models, `read` says how well each deal explains a seat.
        """
        base = base / base.sum()
        self._hands, self._base = hands, base
        self._read = {
            seat: np.maximum(chance / (base @ chance), _FLOOR) for seat, chance in read.items()
        }
        return self._tempered()

    def _tempered(self, but: int | None = None) -> Reals:
        """Return the weights; without the models of one seat, if one is named."""
        weights = self._base.copy()
        for seat, chance in self._read.items():
            if seat != but:
                weights *= 1 + self.of(seat) * (chance - 1)
        scaled: Reals = weights / weights.sum()
        return scaled

    def test(self, asked: Asked) -> None:
        """Test the predictions by the answers to a suggestion."""
        answers = {**dict.fromkeys(asked.passed, 0), **asked.shown}
        for seat, card in answers.items():
            if self._hands is not None and seat in self._read:
                cards = np.uint64(card or asked.guess)
                has = (self._hands[seat] & cards) != 0
                self._test(seat, has if seat in asked.shown else ~has)

    def _test(self, seat: int, came_out: NDArray[np.bool_]) -> None:
        """Compare the predictions of an answer, given in which deals it comes out so."""
        if not self._base @ came_out:
            self._hands = None  # nothing is left to test the next by
            return
        plain = self._tempered(but=seat)
        predicted = {
            name: float(np.clip(weights @ came_out / weights.sum(), 1 - _SURE, _SURE))
            for name, weights in (
                ("plain", plain),
                ("read", plain * self._read[seat]),
                ("believed", self._tempered()),
            )
        }
        self._log_odds[seat] += log(predicted["read"] / predicted["plain"])
        believed = predicted["believed"]
        if 1 - _SURE < believed < _SURE:
            self.due += min(believed, 1 - believed)
            self.failures += believed < 1 / 2
        self._base = self._base * came_out
