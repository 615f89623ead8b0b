"""A player who suggests in order to mislead: a test of agents with models of their opponents."""

from collections.abc import Sequence
from random import Random
from typing import Final

from cluetree.cards import ClueCard, ClueGuess
from cluetree.play.agents import Heuristic
from cluetree.play.engine.policies import one_of
from cluetree.table import Table

_PATIENCE: Final = 3
"""After this many of its turns without news it asks honestly, so that two alike finish a game."""


class Bluffer(Heuristic):
    """Thinks as the heuristic does, but names own cards: one or, in every third suggestion, two."""

    def __init__(self) -> None:
        super().__init__(tie="random")

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games."""
        super().begin(table, rng)
        self._without_news = 0
        self._last_known: list[int] = []

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask for what the heuristic would, with some cards replaced; nothing without a room."""
        honest = super().suggest(rooms)
        if honest is None:
            return None
        self._without_news = self._without_news + 1 if self.known.may == self._last_known else 0
        self._last_known = self.known.may[:]
        if self._without_news >= _PATIENCE:
            return honest
        frame, most = self.known.frame, 1 if self.rng.randrange(3) else 2
        suspects, weapons, every = categories = [*frame.categories]
        own = self.known.hand & (suspects | weapons | frame.set_of(rooms) & every)
        guess = frame.set_of(honest)
        self.rng.shuffle(categories)
        for cards in [cards for cards in categories if cards & own][:most]:
            guess = guess & ~cards | one_of(cards & own, self.rng)
        return frame.guess(guess)
