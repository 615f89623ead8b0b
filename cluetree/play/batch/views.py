"""The knowledge of every seat in many games."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import numpy as np

from cluetree.errors import UnknownNameError
from cluetree.play.batch.deduction import OpenShows, settle
from cluetree.play.batch.layout import BatchLayout
from cluetree.play.batch.masks import (
    Flags,
    Masks,
    Rows,
    lowest,
    pick,
    settled,
    sizes,
    where,
)

BatchDeduction: TypeAlias = Literal["certain", "propagation"]
"""How much seats deduce; see `cluetree.play.knowledge.Deduction`."""

ShowRule: TypeAlias = Literal["first", "uniform"]
"""Which card is shown: the first by suspect, weapon, room, or any of those asked for."""
ShowRules: TypeAlias = ShowRule | tuple[ShowRule, ...]
"""One rule for all seats, or one a seat."""


def shown_by(rules: ShowRules, seat: int, cards: Masks, rng: np.random.Generator) -> Masks:
    """Return the card that a seat shows of some, by game; none of no cards."""
    rule = rules if isinstance(rules, str) else rules[seat]
    return lowest(cards) if rule == "first" else pick(cards, rng)


@dataclass(frozen=True)
class Answers:
    """The answers to one suggestion in each game, all cards open."""

    asker: int
    guesses: Masks
    """The cards asked for, by game."""
    passed: Flags
    """The seats that passed. Axes: seat, game."""
    shown: Masks
    """The card that a seat showed the asker; none if it did not. Axes: seat, game."""


@dataclass(frozen=True)
class View:
    """The knowledge of one seat in many games."""

    layout: BatchLayout
    seat: int
    can: Masks
    """The cards that a place can have. Axes: place (the envelope last), game."""
    find_shows: Callable[[], OpenShows]
    """Look up the shows, which few callers need."""

    @property
    def shows(self) -> OpenShows:
        """The unseen shows still open; a view is numbered as its game."""
        return self.find_shows()

    @property
    def hand(self) -> Masks:
        """The seat's own cards, by game."""
        hand: Masks = self.can[self.seat]
        return hand


@dataclass
class Views:
    """The knowledge of every seat in many games, each by its own cards and what it saw.

    Attributes:
        layout: Deck and seats.
        deduction: How much they deduce.
        can: The cards that a place can have. Axes: place (the envelope last), viewer, game.
        shows: The unseen shows still open; view `viewer * games + game`.
    """

    layout: BatchLayout
    can: Masks
    deduction: BatchDeduction = "propagation"
    shows: OpenShows = field(default_factory=OpenShows.none)

    def __post_init__(self) -> None:
        if self.deduction not in get_args(BatchDeduction):
            raise UnknownNameError(self.deduction, get_args(BatchDeduction))

    @classmethod
    def at_start(
        cls,
        layout: BatchLayout,
        hands: Masks,
        dealt: Masks,
        deduction: BatchDeduction = "propagation",
    ) -> "Views":
        """Let every seat look at its hand.

        Args:
            layout: Deck and seats.
            hands: Axes: seat, game.
            dealt: The cards that do not lie face-up, by game.
            deduction: How much the seats will deduce.
        """
        can: Masks = np.repeat((dealt & ~hands)[None], layout.players + 1, axis=0)
        for seat in range(layout.players):
            can[seat, seat] = hands[seat]
        views = cls(layout, can, deduction)
        if deduction == "propagation":
            views._settle(np.arange(layout.players * views.games))
        return views

    @property
    def games(self) -> int:
        """The number of games."""
        games: int = self.can.shape[2]
        return games

    def of(self, seat: int) -> View:
        """Return the knowledge of a seat, valid until the next `learn`."""
        return View(self.layout, seat, self.can[:, seat], lambda: self._shows_of(seat))

    def _shows_of(self, seat: int) -> OpenShows:
        rows = seat * self.games + np.arange(self.games)
        return self.shows.of(rows, self.layout.players * self.games)

    def learn(self, answers: Answers) -> None:
        """Let every seat take in what it saw of a suggestion, and deduce what follows."""
        asker, can = answers.asker, self.can
        is_news = np.zeros(can.shape[1:], dtype=np.bool_)
        for seat in self.layout.left_of(asker):
            lacked = where(answers.passed[seat], answers.guesses)
            is_news |= (can[seat] & lacked) != 0
            can[seat] &= ~lacked
            shown = answers.shown[seat]
            for place in range(len(can)):
                if place != seat:
                    is_news[asker] |= (can[place, asker] & shown) != 0
                    can[place, asker] &= ~shown
            if self.deduction == "propagation":
                self._see_unseen(asker, seat, answers.guesses, shown, is_news)
        if self.deduction == "propagation":
            self._settle(np.flatnonzero(is_news))

    def _see_unseen(
        self, asker: int, shower: int, guesses: Masks, shown: Masks, is_news: Flags
    ) -> None:
        """Note for all other seats that a seat showed one of the cards, where it did."""
        (games,) = shown.nonzero()
        places = np.full(len(games), shower)
        for seat in set(range(self.layout.players)) - {asker, shower}:
            cards = guesses[games] & self.can[shower, seat, games]
            is_news[seat, games] |= sizes(cards) == 1
            self.shows.add(OpenShows(seat * self.games + games, places, cards))

    def _settle(self, rows: Rows) -> None:
        """Deduce what follows in some views, numbered as in the shows."""
        can = self.can.reshape(len(self.can), -1)
        total = can.shape[1]
        some = can.take(rows, axis=1)
        shows, self.shows = self.shows.split(rows, total)
        settle(self.layout, some, shows)
        can[:, rows] = some
        self.shows.add(OpenShows(rows[shows.rows], shows.places, shows.cards))

    def solved(self, seat: int) -> Flags:
        """Return in which games a seat knows the envelope."""
        hidden = self.can[-1, seat]
        if self.deduction == "certain":
            hidden = hidden & settled(self.can[:, seat])
        is_solved: Flags = sizes(hidden) == len(self.layout.categories)
        return is_solved

    def take(self, games: Rows) -> "Views":
        """Return the same views of some games, in the order given; a game may come only once."""
        shows = self.shows.of(self._rows(games), self.layout.players * self.games)
        return Views(self.layout, self.can.take(games, axis=2), self.deduction, shows)

    def drawn(self, games: Rows) -> "Views":
        """Return the same views of games drawn with repeats, each separate from then on."""
        shows = self.shows.drawn(self._rows(games))
        return Views(self.layout, self.can.take(games, axis=2), self.deduction, shows)

    def replace(self, games: Rows, views: "Views") -> None:
        """Replace the views of some games by those of others."""
        self.can[:, :, games] = views.can
        _, kept = self.shows.split(self._rows(games), self.layout.players * self.games)
        viewers, numbers = np.divmod(views.shows.rows, views.games)
        new = OpenShows(
            viewers * self.games + games[numbers], views.shows.places, views.shows.cards
        )
        kept.add(new)
        self.shows = kept

    def _rows(self, games: Rows) -> Rows:
        """Number the views of these games, viewer by viewer."""
        return np.concatenate([seat * self.games + games for seat in range(self.layout.players)])
