"""What-ifs of one player who suggests alone until the envelope is known.

This is the simulation of the paper's policy rollout. Only one seat's knowledge is followed. The
answers come from a transition: drawn by formula from that knowledge alone, or looked up in given
deals.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cluetree.play.batch.layout import BatchLayout
from cluetree.play.batch.masks import Masks, Rows, pick, settled, sizes, where
from cluetree.play.batch.policies import Policy
from cluetree.play.batch.views import OpenShows, ShowRules, View, settle, shown_by


@dataclass(frozen=True)
class Position:
    """The knowledge of one seat at some moment."""

    layout: BatchLayout
    seat: int
    can: Sequence[int]
    """For each place, the envelope last, the cards it can have."""
    shows: tuple[tuple[int, int], ...] = ()
    """Unseen shows still open: places with cards of which each has at least one."""


@dataclass
class WhatIfs:
    """Ways a game may go on for one seat that suggests repeatedly."""

    layout: BatchLayout
    seat: int
    can: Masks
    """The cards that a place can have, to the seat's knowledge. Axes: place, what-if."""
    numbers: Rows
    """The original numbers of the what-ifs that are not over."""

    def shown(self, place: int, cards: Masks) -> None:
        """Note the card that a place has shown in each what-if, or none."""
        for other in range(len(self.can)):
            if other != place:
                self.can[other] &= ~cards

    def keep(self, left: Rows) -> None:
        """Keep some of them."""
        self.can, self.numbers = self.can.take(left, axis=1), self.numbers[left]


class Transition(Protocol):
    """The answers of the others, in many what-ifs at a time."""

    def answer(self, what_ifs: WhatIfs, guesses: Masks, rng: np.random.Generator) -> None:
        """Note what the seat learns from its suggestions, without conclusions."""
        ...


class FormulaTransition:
    """The paper's formula: each player in turn has some of the cards by the chance of a hand.

    Of `m` open cards that the player can have, any `k` fill the hand; `j` of the `m` were asked
    for. So the player has one of them with chance 1 - (m-k)/m * (m-k-1)/(m-1) * ... (`j`
    factors), and then shows any of the `j`, each equally likely. A player known to have one of
    the cards shows that one. Players are drawn one by one, as if hands did not depend on each
    other; the formula is an approximation.
    """

    def __init__(self, layout: BatchLayout):
        most = len(layout.edition.cards)
        self.chances = _meeting_chances(most, max(layout.hand_sizes), len(layout.categories))

    def answer(self, what_ifs: WhatIfs, guesses: Masks, rng: np.random.Generator) -> None:
        """Note what the seat learns from its suggestions, without conclusions."""
        layout, can = what_ifs.layout, what_ifs.can
        is_asked = np.ones(len(guesses), dtype=np.bool_)
        known = settled(can)
        for place in layout.left_of(what_ifs.seat):
            may = can[place]
            has = may & known
            is_asked &= (guesses & has) == 0
            asked_for = where(is_asked, guesses & may)
            size = layout.hand_sizes[place]
            room = size - np.minimum(sizes(has), size)  # hands drawn so may come out too large
            chances = self.chances[sizes(may & ~known), room, sizes(asked_for)]
            meets = rng.random(len(guesses), dtype=np.float32) < chances
            what_ifs.shown(place, pick(where(meets, asked_for), rng))
            can[place] &= ~where(~meets, asked_for)
            is_asked &= ~meets


def _meeting_chances(most: int, hand: int, asked: int) -> NDArray[np.float32]:
    """Tabulate the formula. Axes: open cards a player can have, room, how many were asked for."""
    m, k, j = np.ogrid[: most + 1, : hand + 1, : asked + 1]
    missing = np.ones((most + 1, hand + 1, asked + 1))
    for taken in range(asked):
        factor = np.clip(m - k - taken, 0, None) / np.clip(m - taken, 1, None)
        missing = missing * np.where(j > taken, factor, 1.0)
    return (1.0 - missing).astype(np.float32)


@dataclass(frozen=True)
class DealTransition:
    """Answers looked up in deals: the first in turn who has a card shows it."""

    hands: Masks
    """The deal of each what-if. Axes: seat, what-if."""
    show: ShowRules = "first"

    def answer(self, what_ifs: WhatIfs, guesses: Masks, rng: np.random.Generator) -> None:
        """Note what the seat learns from its suggestions, without conclusions."""
        layout, can = what_ifs.layout, what_ifs.can
        is_asked = np.ones(len(guesses), dtype=np.bool_)
        for place in layout.left_of(what_ifs.seat):
            asked_for = where(is_asked, guesses & self.hands[place, what_ifs.numbers])
            what_ifs.shown(place, shown_by(self.show, place, asked_for, rng))
            is_asked &= asked_for == 0
            can[place] &= ~where(is_asked, guesses)


def turns_to_solve(
    position: Position,
    policy: Policy,
    transition: Transition,
    first: Masks,
    *,
    horizon: int,
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """Return after how many suggestions each what-if is solved; `horizon` + 1 if in none.

    Args:
        position: The start of all what-ifs.
        policy: How suggestions after the first are chosen.
        transition: How the others answer.
        first: The first suggestion, by what-if.
        horizon: The number of suggestions followed, the first included.
        rng: All chance.
    """
    layout, shows = position.layout, OpenShows.common(position.shows, len(first))
    turns = np.full(len(first), horizon + 1, dtype=np.int64)
    can = np.repeat(np.array(position.can, dtype=np.uint64)[:, None], len(first), axis=1)
    what_ifs = WhatIfs(layout, position.seat, can, np.arange(len(first)))
    guesses = first
    for turn in range(1, horizon + 1):
        transition.answer(what_ifs, guesses, rng)
        settle(layout, what_ifs.can, shows)
        is_open = sizes(what_ifs.can[-1]) != len(layout.categories)
        turns[what_ifs.numbers[~is_open]] = turn
        left = np.flatnonzero(is_open)
        shows = shows.of(left, len(is_open))
        what_ifs.keep(left)
        if not len(what_ifs.numbers):
            break
        view = View(layout, position.seat, what_ifs.can, partial(copy, shows))
        guesses = policy.choose(view, rng)
    return turns
