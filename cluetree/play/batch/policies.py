"""How seats choose what to suggest, for many games at a time.

Each is a version of a policy of `cluetree.play.policies`; tests compare their chances. The compiled
core has a third version, which plays in place of these where `native` allows it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from cluetree.cards import Category
from cluetree.deduction import bits
from cluetree.play.batch.layout import BatchLayout
from cluetree.play.batch.masks import (
    Masks,
    Rows,
    in_doubt,
    lowest,
    pick_within,
    settled,
    sizes,
    where,
)
from cluetree.play.batch.views import View
from cluetree.play.policies import Tie

Native: TypeAlias = tuple[tuple[float, str, tuple[float, ...]], ...]
"""A version in the compiled core: its parts, each with its share, its name and its numbers."""
Chances: TypeAlias = NDArray[np.float64]
"""Chances from 0 to 1; the last axis is the game."""


class Policy(Protocol):
    """Chooses suggestions from what a seat knows."""

    @property
    def native(self) -> Native:
        """Its version in the compiled core; empty if only numpy can play it."""
        ...

    def choose(self, view: View, rng: np.random.Generator) -> Masks:
        """Return one suggestion a game, as sets of three cards."""
        ...

    def shares(self, view: View, guess: int) -> Chances:
        """Return the chance that it names each card of this suggestion. Axes: category, game.

        Their product is the chance of the suggestion: each is given the cards before it.
        """
        ...


def _core(name: str, *numbers: float) -> Native:
    return ((1.0, name, numbers),)


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
        raise NotImplementedError


@final
@dataclass(frozen=True)
class AnyPolicy(_Independent):
    """Any card of each category, own ones too."""

    native = _core("any")

    def _among(self, view: View) -> Masks:
        games: int = view.can.shape[1]
        return np.full(games, view.layout.deck, dtype=np.uint64)


@final
@dataclass(frozen=True)
class RandomStatelessPolicy(_Independent):
    """Any card of each category that it does not hold and that is not face-up."""

    remembers: bool = False
    """Whether it wins by all that it has seen, or only by naming what no player can answer."""

    @property
    def native(self) -> Native:
        """Its version in the compiled core, if there is one."""
        return _core("stateless") if self.remembers else ()

    def _among(self, view: View) -> Masks:
        others: Masks = np.bitwise_or.reduce(view.can, axis=0) & ~view.hand
        return others


@final
@dataclass(frozen=True)
class RandomStatefulPolicy(_Independent):
    """Any card of each category that it does not know to be with a player."""

    native = _core("stateful")

    def _among(self, view: View) -> Masks:
        return unlocated(view.can)


@final
@dataclass(frozen=True)
class HeuristicPolicy(_Independent):
    """The card of each category that fewest players can have, none known to be with one."""

    tie: Tie = "first"

    @property
    def native(self) -> Native:
        """Its version in the compiled core."""
        return _core("heuristic" if self.tie == "random" else "heuristic, first")

    def _among(self, view: View) -> Masks:
        best = _fewest_holders(view)
        if self.tie == "random":
            return best
        first = np.zeros_like(best)
        for category in view.layout.categories:
            first |= lowest(best & np.uint64(category))
        return first


@final
@dataclass(frozen=True)
class BluffPolicy:
    """In each category an own card, with a fixed chance, or else one as the heuristic does."""

    bluff: tuple[float, ...] = (1 / 3,) * len(Category)
    """How often an own card is named where there is one, from 0 to 1, by category."""

    @property
    def native(self) -> Native:
        """Its version in the compiled core."""
        return _core("bluff", *self.bluff)

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


@final
@dataclass(frozen=True)
class WenselPolicy:
    """Suggests by the scores of `cluetree.play.wensel`.

    It knows all of a view, which is somewhat more than Wensel's own rules deduce, so the agent may
    choose differently.
    """

    native = _core("wensel")

    def choose(self, view: View, rng: np.random.Generator) -> Masks:  # noqa: ARG002
        """Return one suggestion a game, as sets of three cards."""
        scores = _scores(view)
        hidden = view.can[-1] & settled(view.can) & view.layout.category_masks[:, None]
        open_cards = in_doubt(view.can)
        named: list[Masks] = []
        best: list[NDArray[np.int64]] = []
        for category, found in zip(view.layout.categories, hidden, strict=True):
            card, score = _best(open_cards & np.uint64(category), scores)
            named.append(np.where(found == 0, card, _option(view, category, found)))
            best.append(score)
        # Where all are open, an own card replaces the worse of the suspect and the weapon.
        all_open = (hidden == 0).all(axis=0)
        is_worse = best[1] > best[0], best[1] <= best[0]
        for at, category in enumerate(view.layout.categories[:2]):
            own = _option(view, category, named[at])
            named[at] = np.where(all_open & is_worse[at], own, named[at])
        return named[0] | named[1] | named[2]

    def shares(self, view: View, guess: int) -> Chances:
        """Return the chance that it names each card of this suggestion: 0 or 1."""
        is_his: Chances = (self.choose(view, np.random.default_rng(0)) == guess).astype(np.float64)
        return at_once(is_his, view.layout)


@final
@dataclass(frozen=True)
class LikeliestPolicy:
    """In each category a card likely to be hidden, the likelier the more often."""

    sharpness: float = 20.0
    """A card twice as likely to be hidden is named 2 to this power times as often."""

    @property
    def native(self) -> Native:
        """Its version in the compiled core."""
        return _core("likeliest", self.sharpness)

    def choose(self, view: View, rng: np.random.Generator) -> Masks:
        """Return one suggestion a game, as sets of three cards."""
        shares = self._shares(view)
        found = np.zeros(shares.shape[1], dtype=np.uint64)
        for cards in _numbers(view):
            ends = np.cumsum(shares[cards.start : cards.stop], axis=0)
            # A draw is below 1 and so, also after rounding, below the last end.
            chosen = (rng.random(len(found)) * ends[-1] >= ends).sum(axis=0)
            found |= np.uint64(1) << (cards.start + chosen).astype(np.uint64)
        return found

    def shares(self, view: View, guess: int) -> Chances:
        """Return the chance that it names each card of this suggestion."""
        named: Chances = self._shares(view)[list(bits(guess))]
        return named

    def _shares(self, view: View) -> NDArray[np.float64]:
        """Return how often each card is named. Axes: card, game."""
        weights = hidden_chances(view) ** self.sharpness
        for cards in _numbers(view):
            weights[cards] /= weights[cards].sum(axis=0)
        return weights


@final
@dataclass(frozen=True)
class MixedPolicy:
    """One of several policies, drawn by share for each suggestion."""

    parts: tuple[tuple[float, Policy], ...]
    """Policies, each with its share; the shares sum to 1."""

    @property
    def native(self) -> Native:
        """Its version in the compiled core, if all parts have one."""
        if not all(policy.native for _, policy in self.parts):
            return ()
        parts = ((share, part) for share, policy in self.parts for part in policy.native)
        return tuple((share * part, name, numbers) for share, (part, name, numbers) in parts)

    def choose(self, view: View, rng: np.random.Generator) -> Masks:
        """Return one suggestion a game, as sets of three cards."""
        shares = [share for share, _ in self.parts]
        games: int = view.can.shape[1]
        by: Rows = rng.choice(len(shares), games, p=shares)
        mixed: Masks = np.choose(by, [policy.choose(view, rng) for _, policy in self.parts])
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


def _option(view: View, category: int, otherwise: Masks) -> Masks:
    """Return the first own card of a category; another card where there is none."""
    own = lowest(view.hand & np.uint64(category))
    return own | where(own == 0, otherwise)


def _scores(view: View) -> NDArray[np.int64]:
    """Return how many others lack a card, plus the unsolved shows it is in. Axes: card, game."""
    games = view.can.shape[1]
    others = view.layout.left_of(view.seat)
    shows = view.shows.unmet(view.can)
    scores = np.empty((view.layout.deck.bit_length(), games), dtype=np.int64)
    for number in range(len(scores)):
        card = np.uint64(1 << number)
        scores[number] = np.bincount(shows.rows[(shows.cards & card) != 0], minlength=games)
        for other in others:
            scores[number] += (view.can[other] & card) == 0
    return scores


def _best(among: Masks, scores: NDArray[np.int64]) -> tuple[Masks, NDArray[np.int64]]:
    best = np.full(len(among), -1, dtype=np.int64)
    card = np.zeros_like(among)
    for number, score in enumerate(scores):
        bit = np.uint64(1 << number)
        is_better = ((among & bit) != 0) & (score > best)
        card[is_better] = bit
        best[is_better] = score[is_better]
    return card, best


def hidden_chances(view: View) -> NDArray[np.float64]:
    """Estimate how likely each card is to be in the envelope, to a seat. Axes: card, game."""
    known = settled(view.can)
    chances = np.zeros((view.layout.deck.bit_length(), view.can.shape[1]))
    theirs = _player_chances(view, known)
    for category, cards in zip(view.layout.categories, _numbers(view), strict=True):
        may = view.can[-1] & np.uint64(category)
        share = 1 / np.maximum(sizes(may), 1)
        for card in cards:
            is_possible = (may >> np.uint64(card) & np.uint64(1)).astype(np.bool_)
            chances[card] = np.where(is_possible, share / (share + theirs[card]), 0)
    return chances


def _player_chances(view: View, known: Masks) -> NDArray[np.float64]:
    """Estimate for each card in how many players' hands it is, a sum of chances."""
    layout, games = view.layout, view.can.shape[1]
    flags = np.uint64(1) << np.arange(layout.deck.bit_length(), dtype=np.uint64)
    shows = view.shows.unmet(view.can)
    chances = np.zeros((len(flags), games))
    for seat in layout.left_of(view.seat):
        may = view.can[seat] & ~known
        room = layout.hand_sizes[seat] - sizes(view.can[seat] & known).astype(np.float64)
        density = np.clip(room / np.maximum(sizes(may), 1), 0, 1)
        mine = shows.places == seat
        rows, cards = shows.rows[mine], shows.cards[mine]
        # Given that one of n cards is there, each is likelier by 1 / (1 - (1 - density) ** n).
        gain = -np.log1p(-((1 - density[rows]) ** sizes(cards)))
        for number, bit in enumerate(flags):
            named = (cards & bit) != 0
            more = np.exp(np.bincount(rows[named], weights=gain[named], minlength=games))
            chances[number] += np.where((may & bit) != 0, np.minimum(density * more, 1), 0)
    return chances


def _numbers(view: View) -> list[range]:
    return [
        range((category & -category).bit_length() - 1, category.bit_length())
        for category in view.layout.categories
    ]
