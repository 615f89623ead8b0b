"""What suggestions tell about hands: deals weighed by how likely others made theirs in them.

A player who asks for cards for a reason gives their own hand away. How each of the others
chooses is not known, so several models are held against what they asked; in each deal a model
says how likely each of a player's suggestions was, from what that player would have known. The
deal's weight is the product, over the players, of the mean over the models. A model that
explains a player badly loses its share, by Bayes' rule and for each player apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cluetree.errors import ContradictionError
from cluetree.exact import count
from cluetree.play.agents._deals import draw_hands
from cluetree.play.batch import (
    AnyPolicy,
    Asked,
    BluffPolicy,
    Games,
    HeuristicPolicy,
    Layout,
    LikeliestPolicy,
    Masks,
    Policy,
    RandomStatefulPolicy,
    RandomStatelessPolicy,
    ShowRule,
    Views,
    WenselPolicy,
    replay,
)
from cluetree.play.batch.masks import lowest, sizes
from cluetree.play.knowledge import Knowledge

_SLIP: Final = 0.03
"""The share of suggestions that any model takes to be made at random."""
_FIRST: Final = 0.5
"""How likely it is, to begin with, that a player shows suspect before weapon before room."""


@dataclass(frozen=True)
class Model:
    """One way in which others may choose what to ask for."""

    policy: Policy
    prior: float
    """Its share to begin with, from 0 to 1."""
    playing: Policy
    """How such a player is taken to play on."""


MODELS: Final[Mapping[str, Model]] = {
    "heuristic": Model(HeuristicPolicy("random"), 0.3, HeuristicPolicy("random")),
    "heuristic, first": Model(HeuristicPolicy("first"), 0.05, HeuristicPolicy("first")),
    "likeliest": Model(LikeliestPolicy(), 0.1, HeuristicPolicy("random")),
    "wensel": Model(WenselPolicy(), 0.1, WenselPolicy()),
    "random": Model(RandomStatefulPolicy(), 0.15, RandomStatefulPolicy()),
    "not its own": Model(RandomStatelessPolicy(), 0.05, HeuristicPolicy("random")),
    "bluffing": Model(BluffPolicy(), 0.1, HeuristicPolicy("random")),
    "anything": Model(AnyPolicy(), 0.15, HeuristicPolicy("random")),
}


class _Draw(NamedTuple):
    """One part of the candidates: deals drawn under an assumption."""

    known: Knowledge
    lack: Mapping[int, int]
    """For some of the others, cards that they are taken not to have."""
    deals: int
    """How many deals fit."""


class Reading:
    """Draws deals by what the others' suggestions and shows say of them."""

    def __init__(self, layout: Layout, seat: int, rng: Random, generator: np.random.Generator):
        self._layout = layout
        self._seat = seat
        self._rng = rng
        self._generator = generator
        self._models = tuple(MODELS.values())
        self._others = layout.left_of(seat)
        self._priors = np.array([model.prior for model in self._models])
        self.shares = dict.fromkeys(self._others, self._priors)
        """For each other seat, how likely each model is of it by now."""
        self.first = dict.fromkeys(self._others, _FIRST)
        """For each other seat, how likely it shows suspect before weapon before room."""

    def worlds(
        self, known: Knowledge, history: Sequence[Asked], candidates: int, number: int
    ) -> Games:
        """Draw so many deals by weight, out of several times as many candidates."""
        hands, log_weights = self._candidates(known, history, candidates)
        for other in self._others:
            log_weights += self._read_shows(hands[other], other, history, log_weights)
        dealt = np.full(hands.shape[1], known.dealt, dtype=np.uint64)
        logs = {
            other: np.repeat(np.log(self._priors)[:, None], hands.shape[1], axis=1)
            for other in self._others
        }

        def watch(asked: Asked, views: Views) -> None:
            if asked.asker != self._seat:
                logs[asked.asker] += self._log_chances(asked, views)

        views = replay(
            self._layout, hands, dealt, history, show=self.shows(), rng=self._generator, watch=watch
        )
        for other in self._others:
            log_weights += np.logaddexp.reduce(logs[other], axis=0)
        weights = _normal(log_weights)
        self._learn(logs, weights)
        drawn = self._drawn(weights, number)
        return Games(self._layout, hands[:, drawn], views.drawn(drawn))

    def _learn(self, logs: Mapping[int, NDArray[np.float64]], weights: NDArray[np.float64]) -> None:
        """Note how likely each model is of each player, over all deals."""
        for other, by_model in logs.items():
            in_each = np.exp(by_model - np.logaddexp.reduce(by_model, axis=0))
            self.shares[other] = in_each @ weights

    def policies(self) -> list[Policy]:
        """Return how each seat is taken to play on: in the way that is likeliest by now."""
        policies: list[Policy] = [HeuristicPolicy("random")] * self._layout.players
        for other, shares in self.shares.items():
            by_playing: dict[Policy, float] = {}
            for model, share in zip(self._models, shares, strict=True):
                by_playing[model.playing] = by_playing.get(model.playing, 0.0) + float(share)
            policies[other] = max(by_playing, key=lambda playing: by_playing[playing])
        return policies

    def shows(self) -> tuple[ShowRule, ...]:
        """Return how each seat is taken to show: in the way that is likeliest by now."""
        seats = range(self._layout.players)
        return tuple("first" if self.first.get(seat, 0) > _FIRST else "uniform" for seat in seats)

    def _read_shows(
        self,
        hand: Masks,
        seat: int,
        history: Sequence[Asked],
        log_weights: NDArray[np.float64],
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

    def _log_chances(self, asked: Asked, views: Views) -> NDArray[np.float64]:
        """Return the log of how likely a suggestion was. Axes: model, deal."""
        view = views.of(asked.asker)
        slip = _SLIP / len(self._layout.guesses)
        rows = [model.policy.chances(view, asked.guess) for model in self._models]
        logs: NDArray[np.float64] = np.log((1 - _SLIP) * np.array(rows) + slip)
        return logs

    def _drawn(self, weights: NDArray[np.float64], number: int) -> NDArray[np.intp]:
        """Draw deals by weight, each as often as its weight says, to within one."""
        marks = (np.arange(number) + self._generator.random()) / number
        drawn = np.minimum(np.cumsum(weights).searchsorted(marks), len(weights) - 1)
        self._generator.shuffle(drawn)
        return drawn

    # Where to look for deals

    def _candidates(
        self, known: Knowledge, history: Sequence[Asked], number: int
    ) -> tuple[Masks, NDArray[np.float64]]:
        """Draw deals, and the log of the weights that make up for how they were drawn.

        Part of them is drawn as if some or all others never asked for a card of their own,
        which is where most of the weight tends to lie. A deal's weight is one over the chance
        that it had by all these draws together (multiple importance sampling).
        """
        draws = list(self._draws(known, history))
        each = max(1, number // len(draws))
        hands = np.concatenate(
            [
                draw_hands(self._layout, assumed, each, self._rng, self._generator)
                for assumed, _, _ in draws
            ],
            axis=1,
        )
        density = np.zeros(hands.shape[1])
        for _, lack, deals in draws:
            fits = np.ones(hands.shape[1], dtype=np.bool_)
            for seat, cards in lack.items():
                fits &= (hands[seat] & np.uint64(cards)) == 0
            density += fits / float(deals)
        return hands, -np.log(density)

    def _draws(self, known: Knowledge, history: Sequence[Asked]) -> Iterator[_Draw]:
        """Yield what can be assumed of the others without contradiction."""
        for lack in self._assumptions(known, history):
            assumed = known.copy()
            try:
                for seat, cards in lack.items():
                    assumed.lack(seat, cards)
                assumed.settle()
            except ContradictionError:
                continue
            deals = count(assumed.evidence()).deals
            if deals:
                yield _Draw(assumed, lack, deals)

    def _assumptions(
        self, known: Knowledge, history: Sequence[Asked]
    ) -> Iterator[Mapping[int, int]]:
        """Yield what others may lack: nothing, what one of them asked for, what each did."""
        asked = dict.fromkeys(self._others, 0)
        for one in history:
            if one.asker in asked:
                asked[one.asker] |= one.guess & ~known.held[one.asker]
        lacks = {seat: cards for seat, cards in asked.items() if cards & known.may[seat]}
        yield {}
        if len(lacks) > 1:
            for seat, cards in lacks.items():
                yield {seat: cards}
        if lacks:
            yield lacks


def _normal(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights with these logs, scaled to sum to 1."""
    weights = np.exp(logs - logs.max())
    scaled: NDArray[np.float64] = weights / weights.sum()
    return scaled
