"""What suggestions tell about hands: deals weighed by how likely others made theirs in them.

A player who asks for cards for a reason gives their own hand away. How each of the others
chooses is not known, so several models are held against what they asked; in each deal a model
says how likely each of a player's suggestions was, from what that player would have known. The
deal's weight is the product, over the players, of the mean over the models. A model that
explains a player badly loses its share, by Bayes' rule and for each player apart; and as far as
what was read of a player has foretold little, it counts for little.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cluetree.play.agents._candidates import draw_candidates
from cluetree.play.agents._habits import bluff_rates, bluff_shares, habit_shares
from cluetree.play.agents._trust import Trust
from cluetree.play.batch import (
    AnyPolicy,
    Asked,
    BatchLayout,
    BluffPolicy,
    Games,
    HeuristicPolicy,
    LikeliestPolicy,
    Masks,
    MixedPolicy,
    Policy,
    RandomStatefulPolicy,
    RandomStatelessPolicy,
    ShowRule,
    WenselPolicy,
    weigh,
)
from cluetree.play.batch.masks import lowest, sizes
from cluetree.play.knowledge import Knowledge

_SLIP: Final = 0.03
"""The share of suggestions that any model takes to be made at random."""
_FIRST: Final = 0.5
"""How likely it is, to begin with, that a player shows suspect before weapon before room."""
_LEAST: Final = 0.05
"""A model with a smaller share is left out of how a player is taken to play on."""


@dataclass(frozen=True)
class Model:
    """One way in which others may choose what to ask for."""

    policy: Policy
    prior: float
    """Its share to begin with, from 0 to 1."""


MODELS: Final[Mapping[str, Model]] = {
    "heuristic": Model(HeuristicPolicy("random"), 0.3),
    "heuristic, first": Model(HeuristicPolicy("first"), 0.05),
    "likeliest": Model(LikeliestPolicy(), 0.1),
    "wensel": Model(WenselPolicy(), 0.1),
    "random": Model(RandomStatefulPolicy(), 0.15),
    "not its own": Model(RandomStatelessPolicy(remembers=True), 0.05),
    "bluffing": Model(BluffPolicy(), 0.1),
    "anything": Model(AnyPolicy(), 0.15),
}
"""The last two are read with what a player did before: see `_habits`."""
_HABITS: Final = 2


class Reading:
    """Draws deals by what the others' suggestions and shows say of them."""

    def __init__(self, layout: BatchLayout, seat: int, rng: Random, generator: np.random.Generator):
        self._layout = layout
        self._seat = seat
        self._rng = rng
        self._generator = generator
        self._models = tuple(model.policy for model in MODELS.values())
        self._others = layout.left_of(seat)
        self._priors = np.array([model.prior for model in MODELS.values()])
        self.trust = Trust(self._others)
        self.shares = dict.fromkeys(self._others, self._priors)
        """For each other seat, how likely each model is of it by now."""
        self.bluffs = dict.fromkeys(self._others, BluffPolicy().bluff)
        """For each other seat, how often it names an own card of each category, if it bluffs."""
        self.first = dict.fromkeys(self._others, _FIRST)
        """For each other seat, how likely it shows suspect before weapon before room."""

    def worlds(
        self, known: Knowledge, history: Sequence[Asked], candidates: int, number: int
    ) -> Games:
        """Draw so many deals by weight, out of several times as many candidates."""
        layout, generator = self._layout, self._generator
        hands, log_base = draw_candidates(layout, known, history, candidates, self._rng, generator)
        for other in self._others:
            log_base += self._read_shows(hands[other], other, history, log_base)
        dealt = np.full(hands.shape[1], known.dealt, dtype=np.uint64)
        views, shares = weigh(
            layout,
            hands,
            dealt,
            history,
            self._models[:-_HABITS],
            askers=self._others,
            show=self.shows(),
            rng=generator,
        )
        logs = self._by_player(hands, history, shares)
        read = {
            other: np.exp(together - together.max())
            for other, together in (
                (other, np.logaddexp.reduce(logs[other], axis=0)) for other in self._others
            )
        }
        weights = self.trust.weights(hands, _normal(log_base), read)
        self._learn(logs, weights)
        for other in self._others:
            guesses = [one.guess for one in history if one.asker == other]
            rates = bluff_rates(hands[other], guesses, layout.categories)
            self.bluffs[other] = tuple((rates @ weights).tolist())
        drawn = self._drawn(weights, number)
        return Games(layout, hands[:, drawn], views.drawn(drawn))

    def _by_player(
        self, hands: Masks, history: Sequence[Asked], shares: NDArray[np.float64]
    ) -> dict[int, NDArray[np.float64]]:
        """Return the log of how likely each player's suggestions were. Axes: model, deal."""
        slip = _SLIP / len(self._layout.guesses)
        askers = np.array(
            [one.asker for one in history if one.asker in self._others], dtype=np.intp
        )
        found: dict[int, NDArray[np.float64]] = {}
        for other in self._others:
            guesses = [one.guess for one in history if one.asker == other]
            by_model = self._with_habits(hands[other], guesses, shares[askers == other])
            logs = np.log((1 - _SLIP) * by_model + slip)
            found[other] = np.log(self._priors)[:, None] + logs.sum(axis=0)
        return found

    def _with_habits(
        self, hand: Masks, guesses: Sequence[int], shares: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Add the models that learn what a player does; return the chance of each suggestion.

        Axes: suggestion, model, deal.
        """
        names, categories = [*MODELS], self._layout.categories
        honest = shares[:, [names.index("heuristic"), names.index("random")]].mean(axis=1)
        bluffs = bluff_shares(hand, guesses, honest, categories)
        habits = np.broadcast_to(habit_shares(guesses, categories), bluffs.shape)
        learnt = np.stack([bluffs, habits], axis=1)
        return np.concatenate([shares.prod(axis=2), learnt.prod(axis=2)], axis=1)

    def _learn(self, logs: Mapping[int, NDArray[np.float64]], weights: NDArray[np.float64]) -> None:
        """Note how likely each model is of each player, over all deals."""
        for other, by_model in logs.items():
            in_each = np.exp(by_model - np.logaddexp.reduce(by_model, axis=0))
            self.shares[other] = in_each @ weights

    def policies(self) -> list[Policy]:
        """Return how each seat is taken to play on: in the ways that explain it by now."""
        policies: list[Policy] = [HeuristicPolicy("random")] * self._layout.players
        for other, shares in self.shares.items():
            kept = np.where(shares < _LEAST * shares.max(), 0, shares)
            models = (
                BluffPolicy(self.bluffs[other]) if isinstance(model, BluffPolicy) else model
                for model in self._models
            )
            parts = zip((kept / kept.sum()).tolist(), models, strict=True)
            policies[other] = MixedPolicy(tuple(part for part in parts if part[0]))
        return policies

    def shows(self) -> tuple[ShowRule, ...]:
        """Return how each seat is taken to show: in the way that is likeliest by now."""
        seats = range(self._layout.players)
        return tuple("first" if self.first.get(seat, 0) > _FIRST else "uniform" for seat in seats)

    def _read_shows(
        self, hand: Masks, seat: int, history: Sequence[Asked], log_weights: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the log of how likely the cards were that a seat showed to this one, by deal."""
        first = np.full(len(hand), np.log(_FIRST))
        any_card = np.full(len(hand), np.log(1 - _FIRST))
        for asked in history:
            card = asked.shown.get(seat, 0)
            if asked.asker == self._seat and card:
                choice = hand & np.uint64(asked.guess)
                share = 1 / sizes(choice)
                is_first = lowest(choice) == np.uint64(card)
                first += np.log((1 - _SLIP) * is_first + _SLIP * share)
                any_card += np.log(share)
        together: NDArray[np.float64] = np.logaddexp(first, any_card)
        self.first[seat] = float(_normal(log_weights + together) @ np.exp(first - together))
        return together

    def _drawn(self, weights: NDArray[np.float64], number: int) -> NDArray[np.intp]:
        """Draw deals by weight, each as often as its weight says, to within one."""
        marks = (np.arange(number) + self._generator.random()) / number
        drawn = np.minimum(np.cumsum(weights).searchsorted(marks), len(weights) - 1)
        self._generator.shuffle(drawn)
        return drawn


def _normal(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights with these logs, scaled to sum to 1."""
    weights = np.exp(logs - logs.max())
    scaled: NDArray[np.float64] = weights / weights.sum()
    return scaled
