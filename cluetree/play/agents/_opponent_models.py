"""Models of the opponents: deals weighed by how likely the others made their suggestions in them.

A player who asks for cards for a reason gives their own hand away. How each of the others
chooses is not known, so several models are compared with their suggestions; in each deal a model
gives the chance of each suggestion, from what that player would have known. The deal's weight is
the product, over the players, of the mean over the models. A model that explains a player badly
loses its share, by Bayes' rule and for each player separately.

Most models look at one suggestion at a time. The learnt ones look at a player's earlier
suggestions too: a player who asks for the same card again and again does what no single
suggestion reveals.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from random import Random
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.deduction import bits, union
from cluetree.play.agents._deals import draw_candidates
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
from cluetree.play.batch.masks import Flags, lowest, sizes
from cluetree.play.knowledge import Knowledge

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
        self._hands: Masks | None = None
        self._base: NDArray[np.float64] = np.zeros(0)
        self._read: Mapping[int, NDArray[np.float64]] = {}
        self.due = 0.0
        self.failures = 0

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

    def weights(
        self,
        hands: Masks,
        base: NDArray[np.float64],
        read: Mapping[int, NDArray[np.float64]],
    ) -> NDArray[np.float64]:
        """Return the tempered weights of deals; the next answers will test them.

        Args:
            hands: The deals. Axes: seat, deal.
            base: Their weights without the models.
            read: For each other seat how well they explain its suggestions.
        """
        base = base / base.sum()
        self._hands, self._base = hands, base
        self._read = {
            seat: np.maximum(chance / (base @ chance), _FLOOR) for seat, chance in read.items()
        }
        return self._tempered()

    def _tempered(self, but: int | None = None) -> NDArray[np.float64]:
        """Return the weights; without the models of one seat, if one is named."""
        weights = self._base.copy()
        for seat, chance in self._read.items():
            if seat != but:
                weights *= 1 + self.of(seat) * (chance - 1)
        scaled: NDArray[np.float64] = weights / weights.sum()
        return scaled

    def test(self, asked: Asked) -> None:
        """Test the predictions by the answers to a suggestion."""
        answers = {**dict.fromkeys(asked.passed, 0), **asked.shown}
        for seat, card in answers.items():
            if self._hands is not None and seat in self._read:
                cards = np.uint64(card or asked.guess)
                has = (self._hands[seat] & cards) != 0
                self._test(seat, has if seat in asked.shown else ~has)

    def _test(self, seat: int, came_out: Flags) -> None:
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


Weights: TypeAlias = NDArray[np.float64]
"""Weights, chances or logs of them; the last axis is the deal."""

_SLIP: Final = 0.03
"""The share of suggestions that any model takes to be made at random."""
_FIRST: Final = 0.5
"""The prior chance that a player shows suspect before weapon before room."""
_LEAST: Final = 0.05
"""A model with a smaller share, relative to the largest, has no part in how a player plays on."""


@dataclass(frozen=True)
class Model:
    """One way in which others may choose their suggestions."""

    policy: Policy
    """How such a player is taken to play on."""
    prior: float
    """Its share before the game, from 0 to 1."""


SINGLE: Final[Mapping[str, Model]] = {
    "heuristic": Model(HeuristicPolicy("random"), 0.27),
    "heuristic, first": Model(HeuristicPolicy("first"), 0.045),
    "likeliest": Model(LikeliestPolicy(), 0.09),
    "wensel": Model(WenselPolicy(), 0.09),
    "random": Model(RandomStatefulPolicy(), 0.135),
    "not its own": Model(RandomStatelessPolicy(remembers=True), 0.045),
}
"""The models that look at one suggestion at a time: the chance is that of the policy."""
LEARNT: Final[Mapping[str, Model]] = {
    "sticky": Model(RandomStatefulPolicy(), 0.1),
    "bluffing": Model(BluffPolicy(), 0.09),
    "anything": Model(AnyPolicy(), 0.135),
}
"""The models that learn from earlier suggestions, in the order of `_learnt_chances`."""
MODELS: Final[Mapping[str, Model]] = {**SINGLE, **LEARNT}


class OpponentModels:
    """Draws deals by what the others' suggestions and shows reveal of them.

    Attributes:
        trust: How far the models can be trusted, for each other seat.
        shares: For each other seat, how likely each model is by now.
        bluffs: For each other seat, how often it names an own card of each category, if it bluffs.
        first: For each other seat, how likely it shows suspect before weapon before room.
    """

    def __init__(self, layout: BatchLayout, seat: int, rng: Random, generator: np.random.Generator):
        self._layout = layout
        self._seat = seat
        self._rng = rng
        self._generator = generator
        self._others = layout.left_of(seat)
        self._priors = np.array([model.prior for model in MODELS.values()])
        self.trust = Trust(self._others)
        self.shares = dict.fromkeys(self._others, self._priors)
        self.bluffs = dict.fromkeys(self._others, BluffPolicy().bluff)
        self.first = dict.fromkeys(self._others, _FIRST)

    def worlds(
        self, known: Knowledge, history: Sequence[Asked], candidates: int, number: int
    ) -> Games:
        """Draw `number` deals by weight, out of more candidates."""
        layout, generator = self._layout, self._generator
        hands, log_base = draw_candidates(layout, known, history, candidates, self._rng, generator)
        for other in self._others:
            log_base += self._read_shows(hands[other], other, history, log_base)
        dealt: Masks = np.full(hands.shape[1:], known.dealt, dtype=np.uint64)
        views, shares = weigh(
            layout,
            hands,
            dealt,
            history,
            [model.policy for model in SINGLE.values()],
            askers=self._others,
            show=self.shows(),
            rng=generator,
        )
        asked = {o: [one.guess for one in history if one.asker == o] for o in self._others}
        askers = np.array([one.asker for one in history if one.asker in asked], dtype=np.intp)
        logs = {
            other: self._model_logs(hands[other], guesses, shares[askers == other])
            for other, guesses in asked.items()
        }
        likelihood: dict[int, Weights] = {}
        for other, by_model in logs.items():
            together = np.logaddexp.reduce(by_model, axis=0)
            likelihood[other] = np.exp(together - together.max())
        weights = self.trust.weights(hands, _normal(log_base), likelihood)
        for other, by_model in logs.items():
            in_each = np.exp(by_model - np.logaddexp.reduce(by_model, axis=0))
            self.shares[other] = in_each @ weights
            rates = bluff_rates(hands[other], asked[other], layout.categories)
            self.bluffs[other] = tuple((rates @ weights).tolist())
        drawn = self._drawn(weights, number)
        return Games(layout, hands[:, drawn], views.drawn(drawn))

    def _model_logs(self, hand: Masks, guesses: Sequence[int], shares: Weights) -> Weights:
        """Return the log of each model's prior times the chance of the suggestions.

        Axes: model, deal. The shares have the axes suggestion, model, category, deal.
        """
        learnt = _learnt_chances(hand, guesses, shares, self._layout.categories)
        chances = np.concatenate([shares.prod(axis=2), learnt], axis=1)
        logs = np.log((1 - _SLIP) * chances + _SLIP / len(self._layout.guesses))
        found: Weights = np.log(self._priors)[:, None] + logs.sum(axis=0)
        return found

    def policies(self) -> list[Policy]:
        """Return how each seat is taken to play on: by the models that explain it by now."""
        policies: list[Policy] = [HeuristicPolicy("random")] * self._layout.players
        for other, shares in self.shares.items():
            kept = np.where(shares < _LEAST * shares.max(), 0, shares)
            models = (
                BluffPolicy(self.bluffs[other]) if name == "bluffing" else model.policy
                for name, model in MODELS.items()
            )
            parts = zip((kept / kept.sum()).tolist(), models, strict=True)
            policies[other] = MixedPolicy(tuple(part for part in parts if part[0]))
        return policies

    def shows(self) -> tuple[ShowRule, ...]:
        """Return the likeliest rule by which each seat shows."""
        seats = range(self._layout.players)
        return tuple("first" if self.first.get(seat, 0) > _FIRST else "uniform" for seat in seats)

    def _read_shows(
        self, hand: Masks, seat: int, history: Sequence[Asked], log_weights: Weights
    ) -> Weights:
        """Return the log of how likely a seat showed this one the cards that it did, by deal."""
        first = np.full(len(hand), np.log(_FIRST))
        any_card = np.full(len(hand), np.log(1 - _FIRST))
        for asked in history:
            card = asked.shown.get(seat, 0)
            if asked.asker == self._seat and card:
                options = hand & np.uint64(asked.guess)
                share = 1 / sizes(options)
                is_first = lowest(options) == np.uint64(card)
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


def _normal(logs: Weights) -> Weights:
    weights = np.exp(logs - logs.max())
    scaled: Weights = weights / weights.sum()
    return scaled


# Models of earlier suggestions; the axes of shares are suggestion, category, deal.

_BLUFFS: Final = 1 / 3
"""The prior rate of own cards."""
_COUNTS: Final = (0.3, 0.3, 0.2, 0.2)
"""The prior chance of none, one, two and three own cards in a suggestion."""
_FADES: Final = 0.8
"""How much less a suggestion says of the next one than the suggestion after it does."""
_ALIKE: Final = 3
"""The weight, in cards of a category, of the bluffs in all categories together."""
_WEIGHT: Final = 1.5
"""The weight, in cards named, of the priors."""


def _learnt_chances(
    hand: Masks, guesses: Sequence[int], shares: Weights, categories: Sequence[int]
) -> Weights:
    """Return the chance of each suggestion by the learnt models. Axes: suggestion, model, deal."""
    names = [*SINGLE]
    random, heuristic = (shares[:, names.index(name)] for name in ("random", "heuristic"))
    habits = np.broadcast_to(habit_shares(guesses, categories), random.shape)
    learnt = (
        sticky_shares(random, guesses, categories),
        bluff_shares(hand, guesses, (heuristic + random) / 2, categories),
        habits,
    )
    chances: Weights = np.stack(learnt, axis=1).prod(axis=2)
    return chances


def habit_shares(guesses: Sequence[int], categories: Sequence[int]) -> Weights:
    """Return the shares of a player who asks for anything, often for what they asked for before.

    They are the same in every deal: this model says nothing of hands. The last axis has one
    entry.
    """
    named = Counter[int]()
    shares = np.empty((len(guesses), len(categories), 1))
    for number, guess in enumerate(guesses):
        for at, cards in enumerate(categories):
            fresh = _WEIGHT / cards.bit_count()
            shares[number, at] = (named[cards & guess] + fresh) / (number + _WEIGHT)
        named.update(cards & guess for cards in categories)
    return shares


def sticky_shares(random: Weights, guesses: Sequence[int], categories: Sequence[int]) -> Weights:
    """Return the shares of a player who asks for the same card again until it is located.

    The rate of repetition is learnt. Whether a card that was not repeated could have been is not
    looked up in each deal, so a change counts half.

    Args:
        random: The shares of a player who names any card that is not located.
        guesses: The player's suggestions, in order.
        categories: The cards of each category.
    """
    shares = random.copy()
    repeats, changes = 1.0, 1.0
    for number, (before, guess) in enumerate(pairwise(guesses), start=1):
        rate = repeats / (repeats + changes)
        for at, cards in enumerate(categories):
            open_share = random[number, at]
            if before & guess & cards:
                again = rate + (1 - rate) * open_share
                shares[number, at] = np.where(open_share > 0, again, 0)
                repeats += 1
            else:
                shares[number, at] = (1 - rate / 2) * open_share
                changes += 1 / 2
    return shares


def bluff_shares(
    hand: Masks, guesses: Sequence[int], honest: Weights, categories: Sequence[int]
) -> Weights:
    """Return the shares of a player who names own cards now and then.

    How many, of which categories, and which, is learnt from earlier suggestions.

    Args:
        hand: The player's cards, by deal.
        guesses: The player's suggestions, in order.
        honest: The shares of the cards where it is not an own one.
        categories: The cards of each category.
    """
    named = Counter[int]()
    owned = np.array([sizes(hand & np.uint64(cards)) for cards in categories], dtype=np.float64)
    bluffs = np.zeros_like(owned)
    counts = np.tile(_WEIGHT * np.array(_COUNTS)[:, None], len(hand))
    shares = np.empty((len(guesses), *owned.shape))
    for number, guess in enumerate(guesses):
        is_own = _own_named(hand, guess, categories)
        again = np.array([named[cards & guess] for cards in categories])[:, None]
        this_one = (again + 1 / np.maximum(owned, 1)) / (bluffs + 1)
        shares[number] = np.where(is_own, this_one, honest[number])
        shares[number, 0] *= _chance_of_these(is_own, owned > 0, bluffs + 1, counts)
        bluffs += is_own
        counts[is_own.sum(axis=0), np.arange(len(hand))] += 1
        named.update(1 << at for at in bits(guess))
    return shares


def _chance_of_these(is_own: Flags, can_be: Flags, weights: Weights, counts: Weights) -> Weights:
    """Return how likely it is that just these categories have own cards in a suggestion, by deal.

    The number of them follows from how often each number came, the categories from their weights.
    """
    ways = np.zeros_like(counts)  # for each number, the weights of all choices of that many
    ways[0] = 1
    for weight in weights * can_be:
        ways[1:] += ways[:-1] * weight
    these = np.where(is_own, weights, 1).prod(axis=0)
    at = is_own.sum(axis=0), np.arange(len(these))
    chance: Weights = counts[at] / (counts * (ways > 0)).sum(axis=0) * these / ways[at]
    return chance


def bluff_rates(hand: Masks, guesses: Sequence[int], categories: Sequence[int]) -> Weights:
    """Return how often an own card is named by now, where there is one. Axes: category, deal."""
    can_be = _own_named(hand, union(categories), categories)
    bluffs, chances = np.zeros(can_be.shape), np.zeros(can_be.shape)
    for guess in guesses:
        bluffs = bluffs * _FADES + _own_named(hand, guess, categories)
        chances = chances * _FADES + can_be
    # A category that says little is taken to be like all of them together.
    mean = (_BLUFFS * _WEIGHT + bluffs.sum(axis=0)) / (_WEIGHT + chances.sum(axis=0))
    rates: Weights = (mean * _ALIKE + bluffs) / (_ALIKE + chances)
    return rates


def _own_named(hand: Masks, guess: int, categories: Sequence[int]) -> Flags:
    return np.array([(hand & np.uint64(cards & guess)) != 0 for cards in categories])
