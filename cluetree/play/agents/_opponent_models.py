"""Models of the opponents: deals weighed by how likely the others made their suggestions in them.

A player who asks for cards for a reason gives their own hand away. How each of the others
chooses is not known. It is described by parameters: how much a player prefers cards likely to be
hidden, how often they repeat a card that they have not located, whether they name own cards, and
whether the cards matter at all. Each combination of values is a model. In each deal it gives the
chance of each suggestion, from what that player would have known. The deal's weight is the
product, over the players, of the mean over the models. A model that explains a player badly
loses its share, by Bayes' rule and for each player separately.
"""

from collections import Counter
from collections.abc import Sequence
from math import prod
from random import Random
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.deduction import bits, union
from cluetree.play.agents._deals import draw_candidates, seed_from
from cluetree.play.agents._trust import Trust
from cluetree.play.engine.arrays import Flags, Sets
from cluetree.play.engine.layout import Asked, Layout
from cluetree.play.engine.simulation import Habit, Rational, ShowRule, Worlds, replay
from cluetree.play.knowledge import Knowledge
from cluetree.play.policies import (
    Mixture,
    Policy,
    anything,
    bluff,
    fewest_holders,
    first_of_fewest_holders,
    likeliest,
    not_located,
    wensel,
)

Weights: TypeAlias = NDArray[np.float64]
"""Weights, chances or logs of them; the last axis is the deal."""

_SLIP: Final = 0.03
"""The share of suggestions that any model takes to be made at random."""
_FIRST: Final = 0.5
"""The prior chance that a player shows suspect before weapon before room."""
_LEAST: Final = 0.05
"""A policy with a smaller share, relative to the largest, has no part in how a player plays on."""

AIMS: Final[Sequence[tuple[Policy, float]]] = (
    (Policy(not_located), 0.22),
    (Policy(likeliest, (20.0,)), 0.2),
    (Policy(fewest_holders), 0.48),
    (Policy(first_of_fewest_holders), 0.1),
)
"""How much a player prefers cards likely to be hidden, from not at all to always; with priors."""
HABITS: Final = (
    (Habit(), 0.68),
    (Habit(own=0.5), 0.1),
    (Habit(own=0.9), 0.14),
    (Habit(heard=0.9), 0.08),
)
"""How often a player repeats a card that it has not located; with priors."""
RATIONAL: Final = tuple(
    Rational(*(steep * weight for weight in weights))
    for weights in ((1.0, 0.0, 0.0), (1.0, -0.5, 0.0), (0.0, 0.0, 1.0))
    for steep in (6.0, 20.0)
)
"""Players who choose by gain, by gain less leak, or by guaranteed gain, with more or less care."""
_CARES: Final = 0.15
"""The prior chance that a player chooses by the value of suggestions."""
_HONEST: Final = 0.85
"""The prior chance that a player names no own cards."""
NEW: Final = 0.2
"""The chance that a remembered player plays differently in the next game."""
_MENTIONED: Final = 0.05
"""The prior chance that a player asks for the cards mentioned most, beside an own one."""
_ANYTHING: Final = 0.1
"""The prior chance that a player asks for anything, often for what it asked for before."""


def _priors() -> Weights:
    """Return the prior chances: by own cards, habit and aim; rational ones; the other two."""
    habits, aims = (np.array([prior for _, prior in some]) for some in (HABITS, AIMS))
    grid = np.multiply.outer([_HONEST, 1 - _HONEST], np.multiply.outer(habits, aims))
    others = [*[_CARES / len(RATIONAL)] * len(RATIONAL), _MENTIONED, _ANYTHING]
    found: Weights = np.append((1 - sum(others)) * grid, others)
    return found


class LastAsked(NamedTuple):
    """A suggestion, and those before it whose cards it may repeat; 0 for none."""

    guess: int
    own: int
    """The last one of the same player."""
    heard: int
    """The last one of another player."""


class OpponentModels:
    """Draws deals by what the others' suggestions and shows reveal of them.

    Attributes:
        trust: How far the models can be trusted, for each other seat.
        shares: For each other seat, how likely each model is by now.
        bluffs: For each other seat, how often it names an own card of each category, if it does.
        first: For each other seat, how likely it shows suspect before weapon before room.
    """

    def __init__(self, layout: Layout, seat: int, rng: Random, generator: np.random.Generator):
        self._layout = layout
        self._seat = seat
        self._rng = rng
        self._generator = generator
        self._others = layout.left_of(seat)
        self._priors = dict.fromkeys(self._others, _priors())
        self.trust: Trust = Trust(self._others)
        self.shares: dict[int, Weights] = dict(self._priors)
        self.bluffs: dict[int, tuple[float, ...]] = dict.fromkeys(
            self._others, (_BLUFFS,) * len(layout.categories)
        )
        self.first: dict[int, float] = dict.fromkeys(self._others, _FIRST)

    def expect(self, seat: int, shares: Weights) -> None:
        """Expect a seat to play as a player did for whom the models had these shares."""
        self._priors[seat] = (1 - NEW) * shares + NEW * self._priors[seat]
        self.shares[seat] = self._priors[seat]

    def explained(self, seat: int) -> float:
        """Return how likely a seat asks for cards for a reason, and seldom for own ones."""
        return float(_grid(self.shares[seat])[0].sum() + self.shares[seat][-2])

    def worlds(
        self,
        known: Knowledge,
        history: Sequence[Asked],
        candidates: int,
        number: int,
        *,
        on_board: bool,
    ) -> Worlds:
        """Draw `number` deals by weight, out of more candidates.

        On a board the dice decide which rooms can be named, so each that a player has not located
        is taken to be equally likely.
        """
        layout, generator = self._layout, self._generator
        hands, log_base = draw_candidates(layout, known, history, candidates, self._rng, generator)
        for other in self._others:
            log_base += self._read_shows(hands[other], other, history, log_base)
        probed, weighed = _with_probes(history, self._seat)
        positions, shares = replay(
            layout,
            hands,
            known.dealt,
            probed,
            policies=[*(policy for policy, _ in AIMS), Policy(wensel)],
            rational=RATIONAL,
            weighed=weighed,
            show=self.shows(),
            seed=seed_from(generator),
        )
        asked = {other: last_asked(history, other) for other in self._others}
        askers = np.array([one.asker for one in probed if one.asker != self._seat], dtype=np.intp)
        if on_board:
            shares[2::3, : len(AIMS), -1] = shares[2::3, :1, -1]
            shares[0::3, 0, -1] = shares[1::3, 0, -1] = 0  # no room is named as a habit
        logs = {
            other: np.log(self._priors[other])[:, None]
            + self._model_logs(hands[other], suggestions, shares[askers == other])
            for other, suggestions in asked.items()
        }
        likelihood: dict[int, Weights] = {}
        for other, by_model in logs.items():
            together = np.logaddexp.reduce(by_model, axis=0)
            likelihood[other] = np.exp(together - together.max())
        weights = self.trust.weights(hands, _normal(log_base), likelihood)
        for other, by_model in logs.items():
            in_each = np.exp(by_model - np.logaddexp.reduce(by_model, axis=0))
            self.shares[other] = in_each @ weights
            guesses = [one.guess for one in asked[other]]
            rates = bluff_rates(hands[other], guesses, layout.categories)
            self.bluffs[other] = tuple((rates @ weights).tolist())
        return positions.take(self._drawn(weights, number))

    def _model_logs(self, hand: Sets, asked: Sequence[LastAsked], shares: Weights) -> Weights:
        """Return the log of the chance of all suggestions by each model.

        Axes: model, deal. The shares have the axes suggestion, policy, category, deal; each
        suggestion follows the cards that it may repeat, as they were then.
        """
        categories, possible = self._layout.categories, len(self._layout.guesses)
        guesses = [one.guess for one in asked]
        was_open = np.stack([shares[0::3, 0], shares[1::3, 0]], axis=1) > 0
        honest = repeating_shares(shares[2::3, : len(AIMS)], was_open, asked, categories)
        is_own, own = own_chances(hand, guesses, categories)
        honestly = honest.prod(axis=3)
        bluffing = np.where(is_own[:, None, None], 1, honest).prod(axis=3) * own[:, None, None]
        grid = np.stack([honestly, bluffing], axis=1)
        habits = habit_chances(asked, categories)
        models = 2 * len(HABITS) * len(AIMS)
        rational, mentions = shares[2::3, len(AIMS) + 1 :], shares[2::3, len(AIMS)]
        chances = np.concatenate(
            (
                grid.reshape(len(guesses), models, len(hand)),
                rational.prod(axis=2),
                mentions.prod(axis=1, keepdims=True),
                np.broadcast_to(habits[:, None, None], (len(guesses), 1, len(hand))),
            ),
            axis=1,
        )
        logs = np.log((1 - _SLIP) * chances + _SLIP / possible)
        found: Weights = logs.sum(axis=0)
        return found

    def policies(self) -> list[Mixture]:
        """Return how each seat is taken to play on: by the models that explain it by now."""
        policies = [Mixture(((1.0, Policy(fewest_holders)),))] * self._layout.players
        for other, shares in self.shares.items():
            honest, bluffing = _grid(shares).sum(axis=1)
            *rational, mentions, no_reason = shares[2 * len(HABITS) * len(AIMS) :]
            by_policy = np.array([*honest, bluffing.sum() + sum(rational), mentions, no_reason])
            kept = np.where(by_policy < _LEAST * by_policy.max(), 0, by_policy)
            others = Policy(bluff, self.bluffs[other]), Policy(wensel), Policy(anything)
            by = (*(policy for policy, _ in AIMS), *others)
            parts = zip((kept / kept.sum()).tolist(), by, strict=True)
            policies[other] = Mixture(tuple(part for part in parts if part[0]))
        return policies

    def habits(self) -> tuple[Habit, ...]:
        """Return how each seat is taken to repeat cards: the mean over its models."""
        rates = np.array([habit for habit, _ in HABITS])
        found = [Habit()] * self._layout.players
        for other, shares in self.shares.items():
            found[other] = Habit(*(_grid(shares).sum(axis=(0, 2)) @ rates).tolist())
        return tuple(found)

    def shows(self) -> tuple[ShowRule, ...]:
        """Return the likeliest rule by which each seat shows."""
        seats = range(self._layout.players)
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


def _grid(shares: Weights) -> Weights:
    """Return the shares of the models that are combinations. Axes: own cards, habit, aim."""
    axes = 2, len(HABITS), len(AIMS)
    return shares[: prod(axes)].reshape(axes)


def _normal(logs: Weights) -> Weights:
    weights = np.exp(logs - logs.max())
    scaled: Weights = weights / weights.sum()
    return scaled


# Learnt from earlier suggestions.

_BLUFFS: Final = 1 / 3
"""The prior rate of own cards."""
_COUNTS: Final = (0.3, 0.3, 0.2, 0.2)
"""The prior chance of none, one, two and three own cards in a suggestion."""
_COPIES: Final = 0.1
"""The prior rate at which a player who names anything names the card that was named last."""
_FADES: Final = 0.8
"""How much less a suggestion says of the next one than the suggestion after it does."""
_ALIKE: Final = 3
"""The weight, in cards of a category, of the bluffs in all categories together."""
_WEIGHT: Final = 1.5
"""The weight, in cards named, of the priors."""


def last_asked(history: Sequence[Asked], seat: int) -> list[LastAsked]:
    """Return the suggestions of a seat, each with those before it."""
    own = heard = 0
    found: list[LastAsked] = []
    for asked in history:
        if asked.asker == seat:
            found.append(LastAsked(asked.guess, own, heard))
            own = asked.guess
        else:
            heard = asked.guess
    return found


def _with_probes(history: Sequence[Asked], seat: int) -> tuple[list[Asked], list[int]]:
    """Precede each suggestion of the others by those that it may repeat, without answers.

    Return the suggestions, and how many policies are weighed for each. The shares of the first
    policy tell which of their cards are not located by then.
    """
    before = {other: iter(last_asked(history, other)) for other in {one.asker for one in history}}
    found: list[Asked] = []
    weighed: list[int] = []
    for asked in history:
        if asked.asker != seat:
            _, own, heard = next(before[asked.asker])
            for last in (own, heard):
                found.append(Asked(asked.asker, last or asked.guess, frozenset()))
                weighed.append(1)
        found.append(asked)
        weighed.append(0 if asked.asker == seat else len(AIMS) + 1 + len(RATIONAL))
    return found, weighed


def repeating_shares(
    shares: Weights, was_open: Flags, asked: Sequence[LastAsked], categories: Sequence[int]
) -> Weights:
    """Return the shares of players who repeat cards, now and then, until these are located.

    The axes are suggestion, habit, aim, category, deal. `shares` are those without repetition and
    habit; `was_open` says whether the player had not located its last card and the last that it
    heard, with the axes suggestion, which of the two, category, deal.
    """
    axes = len(asked), 3, 1, len(categories), 1
    cards = np.array([[last & c for last in one for c in categories] for one in asked])
    guess, *last = cards.reshape(axes).swapaxes(0, 1)
    by_habit: list[Weights] = []
    for habit, _ in HABITS:
        found = shares
        for which in (1, 0):  # the own one is repeated first
            repeats = habit[which] * (was_open[:, which, None] & (last[which] != 0))
            found = (1 - repeats) * found + repeats * (last[which] == guess)
        by_habit.append(found)
    return np.stack(by_habit, axis=1)


def habit_chances(asked: Sequence[LastAsked], categories: Sequence[int]) -> Weights:
    """Return the chances of a player who names cards without regard to what they know.

    Such a player names the card that another player named last, at a learnt rate, or else any,
    often one that they named before. The chances are the same in every deal: this model says
    nothing of hands. The only axis is the suggestion.
    """
    named = Counter[int]()
    found = np.ones(len(asked))
    copies, heard_before = _COPIES, 1.0
    for number, (guess, _, heard) in enumerate(asked):
        rate = copies / heard_before if heard else 0.0
        for cards in categories:
            fresh = _WEIGHT / cards.bit_count()
            usual = (named[cards & guess] + fresh) / (number + _WEIGHT)
            found[number] *= rate * bool(cards & guess & heard) + (1 - rate) * usual
        named.update(cards & guess for cards in categories)
        if heard:
            copies += (guess & heard).bit_count() / len(categories)
            heard_before += 1
    return found


def own_chances(
    hand: Sets, guesses: Sequence[int], categories: Sequence[int]
) -> tuple[Flags, Weights]:
    """Return which cards are own ones, and the chance that just these are named.

    The axes are suggestion, category, deal; and suggestion, deal. The model is a player who names
    own cards now and then. How many, of which categories, and which, is learnt from earlier
    suggestions.
    """
    named = Counter[int]()
    owned = np.array(
        [np.bitwise_count(hand & np.uint64(cards)) for cards in categories], dtype=np.float64
    )
    bluffs = np.zeros_like(owned)
    counts = np.tile(_WEIGHT * np.array(_COUNTS)[:, None], len(hand))
    last, repeats = np.zeros_like(hand), np.ones(len(hand))
    is_own = np.zeros((len(guesses), *owned.shape), dtype=np.bool_)
    chances = np.empty((len(guesses), len(hand)))
    for number, guess in enumerate(guesses):
        own = is_own[number] = _own_named(hand, guess, categories)
        again = np.array([named[cards & guess] for cards in categories])[:, None]
        this_one = (again + 1 / np.maximum(owned, 1)) / (bluffs + 1)
        chances[number] = np.where(own, this_one, 1).prod(axis=0)
        chances[number] *= _chance_of_these(own, owned > 0, bluffs + 1, counts)
        if number:
            is_same = hand & np.uint64(guess) == last
            rate = repeats / (number + 1)
            chances[number] = rate * is_same + (1 - rate) * chances[number]
            repeats += is_same
        last = hand & np.uint64(guess)
        bluffs += own
        counts[own.sum(axis=0), np.arange(len(hand))] += 1
        named.update(1 << at for at in bits(guess))
    return is_own, chances


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


def bluff_rates(hand: Sets, guesses: Sequence[int], categories: Sequence[int]) -> Weights:
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


def _own_named(hand: Sets, guess: int, categories: Sequence[int]) -> Flags:
    return np.array([(hand & np.uint64(cards & guess)) != 0 for cards in categories])
