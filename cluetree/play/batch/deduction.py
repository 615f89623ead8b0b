"""Unit propagation, for many views at a time.

A view is the knowledge of one player in one game: for each place the cards that it can have. A
place *has* a card just if no other place can have it, so nothing else is kept but the unseen
shows that are still open. The rules are those of `cluetree.play.knowledge`: a card
is in one place, the envelope takes one card of each category, a hand has its number of cards,
and a player who showed a card has one of the three.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cluetree.play.batch.layout import BatchLayout
from cluetree.play.batch.masks import Masks, Rows, settled, sizes, where


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

    def add(self, *others: "OpenShows") -> None:
        """Append the shows of other lists."""
        lists = (self, *others)
        self.rows = np.concatenate([shows.rows for shows in lists])
        self.places = np.concatenate([shows.places for shows in lists])
        self.cards = np.concatenate([shows.cards for shows in lists])

    def findings(self, can: Masks, known: Masks) -> Findings:
        """Find the shows with one card left; forget those that are met by now."""
        unmet = self._unmet(can, known)
        self.rows, self.places, self.cards = unmet.rows, unmet.places, unmet.cards
        (last,) = (sizes(self.cards) == 1).nonzero()
        cards = self.cards[last]
        return Findings(self.places[last], self.rows[last], cards, np.zeros_like(cards))

    def of(self, rows: Rows, total: int) -> "OpenShows":
        """Return the shows of some views, renumbered in the order given."""
        numbers = _numbers(rows, total)[self.rows]
        (kept,) = (numbers >= 0).nonzero()
        return OpenShows(numbers[kept], self.places[kept], self.cards[kept])

    def unmet(self, can: Masks) -> "OpenShows":
        """Return the shows of which no card is known to be there, without cards ruled out."""
        return self._unmet(can, settled(can))

    def _unmet(self, can: Masks, known: Masks) -> "OpenShows":
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
    """Return for each of all views its number among some, -1 for the others."""
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
