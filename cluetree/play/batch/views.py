"""The knowledge of every seat in many games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from cluetree.errors import UnknownNameError
from cluetree.events import Suggestion
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
from cluetree.table import Table


class Findings(NamedTuple):
    """The findings of one rule: a place in a view, and cards held or lacked there."""

    places: Rows
    rows: Rows
    holds: Masks
    lacks: Masks


@dataclass
class OpenShows:
    """Unseen shows as a list: each with its view, its place and its cards."""

    rows: Rows
    places: Rows
    cards: Masks

    @classmethod
    def none(cls) -> "OpenShows":
        """Return an empty list."""
        nothing = np.zeros(0, dtype=np.intp)
        return cls(nothing, nothing, np.zeros(0, dtype=np.uint64))

    @classmethod
    def common(cls, shows: Sequence[tuple[int, int]], views: int) -> "OpenShows":
        """Return the same shows, places with cards, for each of some views."""
        places, cards = np.array(shows, dtype=np.uint64).reshape(-1, 2).T
        return cls(
            np.tile(np.arange(views), len(shows)),
            np.repeat(places.astype(np.intp), views),
            np.repeat(cards, views),
        )

    def add(self, other: "OpenShows") -> None:
        """Append the shows of another list."""
        self.rows = np.concatenate([self.rows, other.rows])
        self.places = np.concatenate([self.places, other.places])
        self.cards = np.concatenate([self.cards, other.cards])

    def findings(self, can: Masks, known: Masks) -> Findings:
        """Find the shows with one card left; forget those that are met by now."""
        unmet = self.unmet(can, known)
        self.rows, self.places, self.cards = unmet.rows, unmet.places, unmet.cards
        (last,) = (sizes(self.cards) == 1).nonzero()
        cards = self.cards[last]
        return Findings(self.places[last], self.rows[last], cards, np.zeros_like(cards))

    def of(self, rows: Rows, total: int) -> "OpenShows":
        """Return the shows of some views, renumbered in the order given."""
        numbers = _numbers(rows, total)[self.rows]
        (kept,) = (numbers >= 0).nonzero()
        return OpenShows(numbers[kept], self.places[kept], self.cards[kept])

    def unmet(self, can: Masks, known: Masks | None = None) -> "OpenShows":
        """Return the shows of which no card is known to be there, without cards ruled out."""
        known = settled(can) if known is None else known
        standing = self.cards & can[self.places, self.rows]
        (kept,) = ((standing & known[self.rows]) == 0).nonzero()
        return OpenShows(self.rows[kept], self.places[kept], standing[kept])

    def split(self, rows: Rows, total: int) -> tuple["OpenShows", "OpenShows"]:
        """Return the shows of some views as `of` does, and those of all others unchanged."""
        numbers = _numbers(rows, total)[self.rows]
        is_inside = numbers >= 0
        (inside,), (outside,) = is_inside.nonzero(), (~is_inside).nonzero()
        return (
            OpenShows(numbers[inside], self.places[inside], self.cards[inside]),
            OpenShows(self.rows[outside], self.places[outside], self.cards[outside]),
        )

    def drawn(self, rows: Rows) -> "OpenShows":
        """Return the shows of views drawn with repeats, renumbered in the order given."""
        order = self.rows.argsort(kind="stable")
        ordered = self.rows[order]
        starts = ordered.searchsorted(rows, "left")
        numbers = ordered.searchsorted(rows, "right") - starts
        ends = numbers.cumsum()
        total = int(ends[-1]) if len(ends) else 0
        # Entry after entry, from each view's first show on.
        entries = order[np.arange(total) + np.repeat(starts - ends + numbers, numbers)]
        views = np.repeat(np.arange(len(rows)), numbers)
        return OpenShows(views, self.places[entries], self.cards[entries])


def _numbers(rows: Rows, total: int) -> Rows:
    numbers = np.full(total, -1, dtype=np.intp)
    numbers[rows] = np.arange(len(rows))
    return numbers


def settle(layout: BatchLayout, can: Masks, shows: OpenShows) -> None:
    """Draw every conclusion, in place, up to the fixpoint.

    Args:
        layout: Deck and seats.
        can: For each place in each view the cards it can have. Axes: place, view.
        shows: The open shows of these views; those met by now may be forgotten.
    """
    total = can.shape[1]
    known = settled(can)
    is_changed = np.zeros(total, dtype=np.bool_)
    for findings in (
        _full_hands(layout, can, known),
        _envelope(layout, can, known),
        shows.findings(can, known),
    ):
        if len(findings.rows):
            _apply(can, findings)
            is_changed[findings.rows] = True
    (rows,) = is_changed.nonzero()
    if len(rows):
        some = can.take(rows, axis=1)
        settle(layout, some, shows.of(rows, total))
        can[:, rows] = some


def _full_hands(layout: BatchLayout, can: Masks, known: Masks) -> Findings:
    """Find hands that lack all but what they are known to have, or have all that they can."""
    full = layout.sizes[:, None]
    has = can[:-1] & known
    is_full = sizes(has) == full
    places, rows = (is_full != (sizes(can[:-1]) == full)).nonzero()
    rest = can[places, rows] & ~has[places, rows]
    lacks = where(is_full[places, rows], rest)
    return Findings(places, rows, rest ^ lacks, lacks)


def _envelope(layout: BatchLayout, can: Masks, known: Masks) -> Findings:
    """Find categories of which the envelope's card is known, or is the last one possible."""
    may = can[-1] & layout.category_masks[:, None]
    has = may & known
    rest = may ^ has
    is_found = has != 0
    # Without a rest there is no news, even in impossible what-ifs with two cards found.
    which, rows = ((rest != 0) & (is_found | (sizes(rest) == 1))).nonzero()
    cards = rest[which, rows]
    lacks = where(is_found[which, rows], cards)
    return Findings(np.full(len(rows), layout.players), rows, cards ^ lacks, lacks)


def _apply(can: Masks, findings: Findings) -> None:
    """Prune the cards that a place lacks, and elsewhere those that it holds.

    Where several findings concern one place, one is applied; the others are found again.
    """
    places, rows, holds, lacks = findings
    pruned = np.repeat(holds[None], len(can), axis=0)
    pruned[places, np.arange(len(rows))] = lacks
    can[:, rows] &= ~pruned


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
class Asked:
    """One suggestion as one seat saw it, in the layout's numbers and sets."""

    asker: int
    guess: int
    passed: frozenset[int]
    shown: Mapping[int, int] = field(default_factory=dict[int, int])
    """The seats that showed a card, each with the card if it was seen, else 0."""

    @classmethod
    def of(cls, event: Suggestion, table: Table, layout: BatchLayout) -> "Asked":
        """Return a suggestion of this table."""
        event = event.at(table)
        seat = {name: number for number, name in enumerate(table.names)}
        return cls(
            seat[event.by],
            layout.mask(event.guess),
            frozenset(seat[name] for name in event.passes(table)),
            {
                seat[show.by]: 0 if show.card is None else layout.mask((show.card,))
                for show in event.shows
                if show.by is not None
            },
        )

    def answers(self, hands: Masks, show: ShowRules, rng: np.random.Generator) -> Answers:
        """Return this suggestion with a card for each show, in deals that it fits.

        Args:
            hands: Axes: seat, deal.
            show: How the cards are drawn that the seat did not see.
            rng: All chance.
        """
        guesses = np.full(hands.shape[1], self.guess, dtype=np.uint64)
        passed = np.zeros(hands.shape, dtype=np.bool_)
        passed[list(self.passed)] = True
        shown = np.zeros_like(hands)
        for seat, card in self.shown.items():
            shown[seat] = card or shown_by(show, seat, hands[seat] & guesses, rng)
        return Answers(self.asker, guesses, passed, shown)


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
        rows, total = seat * self.games + np.arange(self.games), self.layout.players * self.games
        return View(self.layout, seat, self.can[:, seat], lambda: self.shows.of(rows, total))

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
        """Record for the other seats that the shower has one of the cards, in games with a show."""
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
        return replace(self, can=self.can.take(games, axis=2), shows=shows)

    def drawn(self, games: Rows) -> "Views":
        """Return the same views of games drawn with repeats, each separate from then on."""
        shows = self.shows.drawn(self._rows(games))
        return replace(self, can=self.can.take(games, axis=2), shows=shows)

    def replace(self, games: Rows, views: "Views") -> None:
        """Replace the views of some games by those of others."""
        self.can[:, :, games] = views.can
        _, self.shows = self.shows.split(self._rows(games), self.layout.players * self.games)
        viewers, numbers = np.divmod(views.shows.rows, views.games)
        rows = viewers * self.games + games[numbers]
        self.shows.add(OpenShows(rows, views.shows.places, views.shows.cards))

    def _rows(self, games: Rows) -> Rows:
        return np.concatenate([seat * self.games + games for seat in range(self.layout.players)])
