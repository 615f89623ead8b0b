"""How seats choose what to suggest, for many games at a time.

Each policy is the same as the agent of its name in `cluetree.play.agents`: it draws from the
same choices with the same chances. The other way round, it says how likely it is to make a
suggestion that somebody has heard.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.cards import Category
from cluetree.play.batch.layout import BatchLayout
from cluetree.play.batch.masks import Masks, Rows, in_doubt, lowest, pick_within, sizes
from cluetree.play.batch.views import View

Tie: TypeAlias = Literal["first", "random"]
"""Which of several equally good cards: the first in the edition's order, or any."""
Chances: TypeAlias = NDArray[np.float64]
"""Chances from 0 to 1; the last axis is the game."""


class Policy(Protocol):
    """Chooses suggestions from what a seat knows."""

    def choose(self, view: View, rng: np.random.Generator) -> Masks:
        """Return one suggestion a game, as sets of three cards."""
        ...

    def shares(self, view: View, guess: int) -> Chances:
        """Return the chance that it names each card of this suggestion. Axes: category, game.

        Their product is the chance of the suggestion: each is given the cards before it.
        """
        ...


class _Independent:
    """Draws the three cards independently, each from some of its category."""

    def choose(self, view: View, rng: np.random.Generator) -> Masks:
        """Return one suggestion a game, as sets of three cards."""
        among = self._among(view)
        found = np.zeros_like(among)
        for category in view.layout.categories:
            found |= pick_within(among & np.uint64(category), category, rng)
        return found

    def shares(self, view: View, guess: int) -> Chances:
        """Return the chance that it names each card of this suggestion."""
        cards: Masks = self._among(view) & view.layout.category_masks[:, None]
        return _shares(cards, guess)

    def _among(self, view: View) -> Masks:
        """Return the cards that it draws from, by game."""
        raise NotImplementedError


@dataclass(frozen=True)
class AnyPolicy(_Independent):
    """Any card of each category, own ones too."""

    def _among(self, view: View) -> Masks:
        games: int = view.can.shape[1]
        return np.full(games, view.layout.deck, dtype=np.uint64)


@dataclass(frozen=True)
class RandomStatelessPolicy(_Independent):
    """Any card of each category that it does not hold and that is not face-up."""

    remembers: bool = False
    """Whether it wins by all that it has seen, or by naming what nobody can answer alone."""

    def _among(self, view: View) -> Masks:
        others: Masks = np.bitwise_or.reduce(view.can, axis=0) & ~view.hand
        return others


@dataclass(frozen=True)
class RandomStatefulPolicy(_Independent):
    """Any card of each category that it does not know to be with a player."""

    def _among(self, view: View) -> Masks:
        return unlocated(view.can)


@dataclass(frozen=True)
class HeuristicPolicy(_Independent):
    """The card of each category that fewest players can have, none known to be with one."""

    tie: Tie = "first"

    def _among(self, view: View) -> Masks:
        best = _fewest_holders(view)
        if self.tie == "random":
            return best
        first = np.zeros_like(best)
        for category in view.layout.categories:
            first |= lowest(best & np.uint64(category))
        return first


@dataclass(frozen=True)
class BluffPolicy:
    """In each category now an own card, by a fixed chance, now one as the heuristic does."""

    bluff: tuple[float, ...] = (1 / 3,) * len(Category)
    """How often an own card is named where there is one, from 0 to 1, by category."""

    def choose(self, view: View, rng: np.random.Generator) -> Masks:
        """Return one suggestion a game, as sets of three cards."""
        own, others = view.hand, _fewest_holders(view)
        found = np.zeros_like(own)
        for bluff, category in zip(self.bluff, view.layout.categories, strict=True):
            cards = own & np.uint64(category)
            is_bluff = (rng.random(len(own)) < bluff) & (cards != 0)
            among = np.where(is_bluff, cards, others & np.uint64(category))
            found |= pick_within(among, category, rng)
        return found

    def shares(self, view: View, guess: int) -> Chances:
        """Return the chance that it names each card of this suggestion."""
        categories = view.layout.category_masks[:, None]
        own, others = view.hand & categories, _fewest_holders(view) & categories
        bluff = np.where(own != 0, np.array(self.bluff)[:, None], 0.0)
        shares: Chances = bluff * _shares(own, guess) + (1 - bluff) * _shares(others, guess)
        return shares


@dataclass(frozen=True)
class MixedPolicy:
    """Now one policy, now another, each suggestion anew."""

    parts: tuple[tuple[float, Policy], ...]
    """Policies, each with its share; the shares sum to 1."""

    def choose(self, view: View, rng: np.random.Generator) -> Masks:
        """Return one suggestion a game, as sets of three cards."""
        shares = [share for share, _ in self.parts]
        games: int = view.can.shape[1]
        by: Rows = rng.choice(len(shares), games, p=shares)
        chosen = [policy.choose(view, rng) for _, policy in self.parts]
        mixed: Masks = np.choose(by, chosen)
        return mixed

    def shares(self, view: View, guess: int) -> Chances:
        """Return the chance that it names each card of this suggestion."""
        mixed = [share * chances(policy, view, guess) for share, policy in self.parts]
        return at_once(np.add.reduce(mixed), view.layout)


def chances(policy: Policy, view: View, guess: int) -> Chances:
    """Return in each game the chance that a policy makes this suggestion."""
    product: Chances = np.multiply.reduce(policy.shares(view, guess), axis=0)
    return product


def at_once(chance: Chances, layout: BatchLayout) -> Chances:
    """Return the shares of a suggestion whose cards are not chosen one by one."""
    shares = np.ones((len(layout.categories), len(chance)))
    shares[0] = chance
    return shares


def _shares(cards: Masks, guess: int) -> Chances:
    """Return the chance that the guess's card is drawn from these, 0 if it is not among them."""
    is_among = (cards & np.uint64(guess)) != 0
    shares: Chances = is_among / np.maximum(sizes(cards), 1)
    return shares


def unlocated(can: Masks) -> Masks:
    """Return the cards not known to be with a player or face-up. Axes: those left of `can`."""
    found: Masks = in_doubt(can) | can[-1]
    return found


def _fewest_holders(view: View) -> Masks:
    """Return of each category the cards that fewest players can have, of those not located."""
    among = unlocated(view.can)
    best = np.zeros_like(among)
    few = list(_at_most(view.can[:-1]))
    for category in view.layout.categories:
        cards = among & np.uint64(category)
        chosen = cards
        for most in reversed(few):
            fewer = cards & most
            chosen = np.where(fewer != 0, fewer, chosen)
        best |= chosen
    return best


def _at_most(players: Masks) -> Iterator[Masks]:
    """Yield the cards that no player can have, that at most one can, and so on."""
    more = [players[0]]  # the cards that more than 0, 1, 2 ... players can have
    for cards in players[1:]:
        grown = [more[-1] & cards]
        for fewer, several in zip(more[-2::-1], more[:0:-1], strict=True):
            grown.append(several | fewer & cards)
        more = [more[0] | cards, *reversed(grown)]
    yield from (~cards for cards in more)
