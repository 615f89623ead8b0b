"""The suggestions of many games at a time: by policies, habits, and where the pawns can go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from cluetree.play.batch.layout import BatchLayout
from cluetree.play.batch.masks import Masks, Rows, where
from cluetree.play.batch.policies import Policy, unlocated
from cluetree.play.batch.views import View
from cluetree.play.batch.walks import BatchBoard, Steps, Walks


class Habit(NamedTuple):
    """How often a player repeats a card that it has not located, in each category; from 0 to 1."""

    own: float = 0.0
    """How often it names the card that it named last."""
    heard: float = 0.0
    """How often, otherwise, it names the card that another player named last."""


@dataclass(frozen=True)
class Start:
    """The state of all games when they begin, beside the cards and the knowledge."""

    last: tuple[int, ...] = ()
    """The last suggestion of each seat, 0 for none; for none at all if empty."""
    asker: int | None = None
    """The seat that suggested last."""
    pawns: tuple[Steps, ...] = ()
    """The steps from each seat's pawn to each room, on a board."""


AT_START: Final = Start()


class Suggesting:
    """Makes the suggestions of many games from the same start.

    Args:
        policies: One a seat.
        habits: How each seat repeats cards; not at all if empty.
        board: The board, if any.
        layout: Deck and seats.
        start: The start of all games.
        games: The number of games.
    """

    def __init__(  # noqa: PLR0917 -- all that decides a suggestion
        self,
        policies: Sequence[Policy],
        habits: Sequence[Habit],
        board: BatchBoard | None,
        layout: BatchLayout,
        start: Start,
        games: int,
    ):
        self._policies = policies
        self._habits = habits
        self._walks = None if board is None else Walks(board, layout, start.pawns, games)
        last = np.array(start.last or (0,) * layout.players, dtype=np.uint64)
        self._last = np.repeat(last[:, None], games, axis=1)
        self._asker = np.full(games, -1 if start.asker is None else start.asker)

    def keep(self, games: Rows) -> None:
        """Keep some of the games."""
        self._last, self._asker = self._last[:, games], self._asker[games]
        if self._walks is not None:
            self._walks.keep(games)

    def note(self, asker: int, guesses: Masks) -> None:
        """Note the suggestions of a seat, which makes none in some games."""
        if self._habits:
            has_asked = guesses != 0
            self._last[asker] = np.where(has_asked, guesses, self._last[asker])
            self._asker[has_asked] = asker
        if self._walks is not None:
            self._walks.gather(asker, guesses)

    def guesses(self, view: View, rng: np.random.Generator) -> Masks:
        """Return the suggestion of a seat in each game; of no cards where it enters no room."""
        guesses = self._policies[view.seat].choose(view, rng)
        if self._habits and any(self._habits[view.seat]):
            guesses = self._repeated(view, guesses, self._habits[view.seat], rng)
        if self._walks is None:
            return guesses
        room, rooms = self._walks.go(view, rng), view.layout.category_masks[-1]
        return where(room != 0, guesses & ~rooms | room)

    def _repeated(
        self, view: View, guesses: Masks, habit: Habit, rng: np.random.Generator
    ) -> Masks:
        """Replace cards of suggestions by those that their player repeats."""
        is_others = (self._asker >= 0) & (self._asker != view.seat)
        heard = where(is_others, self._last[self._asker, np.arange(len(guesses))])
        not_located = unlocated(view.can)
        # The own one is repeated first, so it replaces the other.
        for rate, last in ((habit.heard, heard), (habit.own, self._last[view.seat])):
            for category in view.layout.category_masks:
                card = last & not_located & category
                is_repeated = (card != 0) & (rng.random(len(guesses)) < rate)
                guesses = np.where(is_repeated, guesses & ~category | card, guesses)
        return guesses
