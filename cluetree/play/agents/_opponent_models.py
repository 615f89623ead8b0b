"""Models of the opponents: deals weighed by how likely the others made their suggestions in them.

A player who asks for cards for a reason gives their own hand away. How each of the others chooses
is not known, so `MODELS` lists some ways. In each deal a model gives the chance of each suggestion,
from what that player would have known. The deal's weight is the product, over the players, of the
mean over the models. A model that explains a player badly loses its share, by Bayes' rule and for
each player separately.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.play.agents._deals import draw_candidates, seed_from
from cluetree.play.agents._trust import Trust
from cluetree.play.engine.arrays import Sets
from cluetree.play.engine.layout import Asked, Layout
from cluetree.play.engine.policies import (
    Mixture,
    Policy,
    ShowRule,
    anything,
    fewest_holders,
    first_of_fewest_holders,
    not_located,
    wensel,
)
from cluetree.play.engine.simulation import GameRules, Rational, Worlds, replay
from cluetree.play.knowledge import Knowledge

Weights: TypeAlias = NDArray[np.float64]
"""Weights, chances or logs of them; the last axis is the deal."""


class Model(NamedTuple):
    """A way in which a player may choose suggestions."""

    asks_for: str
    weight: int
    """How likely it is before the player has suggested, in proportion."""
    choice: Policy | Rational


_LITTLE: Final = 6.0
"""How careful a careless player is: the log of how much likelier a bit makes a suggestion."""
_MUCH: Final = 20.0
"""The same of a careful player."""

MODELS: Final = (
    Model("any card that may be hidden", 12, Policy(not_located)),
    Model("cards that the fewest players can have", 12, Policy(fewest_holders)),
    Model("the first of these", 12, Policy(first_of_fewest_holders)),
    Model("cards mentioned most, by Wensel's scores", 12, Policy(wensel)),
    Model("anything", 12, Policy(anything)),
    Model("any that may be hidden, or 1 time in 4 an own card", 5, Policy(not_located, 1 / 4)),
    Model("those of the fewest, or 1 time in 3 an own card", 5, Policy(fewest_holders, 1 / 3)),
    Model("those of the fewest, or 2 times in 3 an own card", 5, Policy(fewest_holders, 2 / 3)),
    Model("gain, carelessly", 4, Rational(gain=_LITTLE)),
    Model("gain", 4, Rational(gain=_MUCH)),
    Model("gain less half of the leak, carelessly", 4, Rational(_LITTLE, leak=-_LITTLE / 2)),
    Model("gain less half of the leak", 4, Rational(_MUCH, leak=-_MUCH / 2)),
    Model("guaranteed gain, carelessly", 4, Rational(guaranteed=_LITTLE)),
    Model("guaranteed gain", 4, Rational(guaranteed=_MUCH)),
)
"""The models, policies first.

No weight is fitted to games. The five policies with a single rule have an equal weight, those with
own cards an equal and smaller one, and so have the players by value.
"""
_POLICIES: Final = [each.choice for each in MODELS if isinstance(each.choice, Policy)]
_PRIOR: Final = np.array([each.weight for each in MODELS]) / sum(each.weight for each in MODELS)
_IS_CAREFUL: Final = np.array([isinstance(c, Rational) and _MUCH in c for _, _, c in MODELS])

_SLIP: Final = 0.03
"""The share of suggestions that any model takes to be made at random."""
_ALIKE: Final = 5
"""How many equal deals are replayed; the unseen cards that were shown differ between them."""
_FIRST: Final = 0.5
"""The prior chance that a player shows suspect before weapon before room."""
_LEAST: Final = 0.05
"""A policy with a smaller share, relative to the largest, has no part in how a player plays on."""


class OpponentModels:
    """Draws deals by what the others' suggestions and shows reveal of them.

    Attributes:
        trust: How far the models can be trusted, for each other seat.
        shares: For each other seat, how likely each model is by now.
        first: For each other seat, how likely it shows suspect before weapon before room.
    """

    def __init__(self, layout: Layout, seat: int, rng: Random, generator: np.random.Generator):
        self._layout = layout
        self._seat = seat
        self._rng = rng
        self._generator = generator
        self._others = layout.left_of(seat)
        self.trust: Trust = Trust(self._others)
        self.shares: dict[int, Weights] = dict.fromkeys(self._others, _PRIOR)
        self.first: dict[int, float] = dict.fromkeys(self._others, _FIRST)

    def explained(self, seat: int) -> float:
        """Return how likely a seat plays much as it does in playouts: not carefully by value."""
        return 1 - float(self.shares[seat] @ _IS_CAREFUL)

    def worlds(
        self,
        known: Knowledge,
        history: Sequence[Asked],
        candidates: int,
        number: int,
        rules: GameRules,
    ) -> Worlds:
        """Draw `number` deals by weight, out of more candidates.

        The rules tell how cards were shown that this seat did not see, and whether there is a
        board.
        """
        layout, generator = self._layout, self._generator
        hands, log_base = _thinned(
            *draw_candidates(layout, known, history, candidates, self._rng, generator)
        )
        for other in self._others:
            log_base += self._read_shows(hands[other], other, history, log_base)
        worlds, chances = replay(
            layout,
            hands,
            history,
            seed=seed_from(generator),
            rules=replace(rules, show=self.shows()),
            models=[model.choice for model in MODELS],
            viewer=self._seat,
        )
        logs = np.log((1 - _SLIP) * chances + _SLIP / len(layout.guesses))
        askers = np.array([asked.asker for asked in history], dtype=np.intp)
        by_model = {
            other: np.log(_PRIOR)[:, None] + logs[askers == other].sum(axis=0)
            for other in self._others
        }
        together = {other: np.logaddexp.reduce(each, axis=0) for other, each in by_model.items()}
        likelihood = {other: np.exp(each - each.max()) for other, each in together.items()}
        weights = self.trust.weights(hands, _normal(log_base), likelihood)
        for other, each in by_model.items():
            self.shares[other] = np.exp(each - together[other]) @ weights
        return worlds.take(self._drawn(weights, number))

    def policies(self) -> list[Mixture]:
        """Return how each seat is taken to play on: by the policies that explain it by now.

        A player who chooses by value is taken to play by the policies most like it.
        """
        policies = [Mixture(((1.0, Policy(fewest_holders)),))] * len(self._layout.players)
        for other, shares in self.shares.items():
            by_policy = shares[: len(_POLICIES)]
            kept = np.where(by_policy < _LEAST * by_policy.max(), 0, by_policy)
            parts = zip((kept / kept.sum()).tolist(), _POLICIES, strict=True)
            policies[other] = Mixture(tuple(part for part in parts if part[0]))
        return policies

    def shows(self) -> tuple[ShowRule, ...]:
        """Return the likeliest rule by which each seat shows."""
        seats = range(len(self._layout.players))
        return tuple("first" if self.first.get(seat, 0) > _FIRST else "uniform" for seat in seats)

    def _read_shows(
        self, hand: Sets, seat: int, history: Sequence[Asked], log_weights: Weights
    ) -> Weights:
        """Return the log of how likely a seat showed this one the cards that it did, by deal."""
        first = np.full(len(hand), np.log(_FIRST))
        any_card = np.full(len(hand), np.log(1 - _FIRST))
        for asked in history:
            card = asked.shown.get(seat, 0)
            if asked.asker == self._seat and card:
                options = hand & np.uint64(asked.guess)
                share = 1 / np.bitwise_count(options)
                is_first = (options & (~options + np.uint64(1))) == np.uint64(card)
                first += np.log((1 - _SLIP) * is_first + _SLIP * share)
                any_card += np.log(share)
        together: Weights = np.logaddexp(first, any_card)
        self.first[seat] = float(_normal(log_weights + together) @ np.exp(first - together))
        return together

    def _drawn(self, weights: Weights, number: int) -> NDArray[np.intp]:
        """Draw deals by weight, each as often as its weight says, to within one."""
        marks = (np.arange(number) + self._generator.random()) / number
        drawn = np.minimum(np.cumsum(weights).searchsorted(marks), len(weights) - 1)
        self._generator.shuffle(drawn)
        return drawn


def _thinned(hands: Sets, log_weights: Weights) -> tuple[Sets, Weights]:
    """Keep some of equal deals, with the weight of all: late in a game few deals are left."""
    _, kinds, times = np.unique(hands, axis=1, return_inverse=True, return_counts=True)
    order = np.argsort(kinds, kind="stable")
    rank = np.arange(len(order)) - (np.cumsum(times) - times)[kinds[order]]
    kept = order[rank < _ALIKE]
    share = times / np.minimum(times, _ALIKE)
    return hands[:, kept], log_weights[kept] + np.log(share)[kinds[kept]]


def _normal(logs: Weights) -> Weights:
    weights = np.exp(logs - logs.max())
    scaled: Weights = weights / weights.sum()
    return scaled
