"""Players who suggest in order to mislead: a test of agents with models of their opponents.

Each thinks as the heuristic does and replaces some of the cards that it names. Their knowledge
and their accusations are sound.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from cluetree.cards import ClueCard, ClueGuess
from cluetree.play.agents import Heuristic
from cluetree.play.policies import one_of
from cluetree.table import Table

_PATIENCE: Final = 3
"""After this many of its turns without news it asks honestly, so that two alike finish a game."""


class Adversary(Heuristic):
    """Asks as the heuristic does, with some cards replaced; rooms by rooms that may be named."""

    def __init__(self) -> None:
        super().__init__(tie="random")

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games."""
        super().begin(table, rng)
        self._asked = self._without_news = 0
        self._last_known: list[int] = []

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask for what the heuristic would, with some cards replaced; nothing without a room."""
        honest = super().suggest(rooms)
        if honest is None:
            return None
        self._asked += 1
        self._without_news = self._without_news + 1 if self.known.may == self._last_known else 0
        self._last_known = self.known.may[:]
        if self._without_news >= _PATIENCE:
            return honest
        frame = self.known.frame
        suspects, weapons, every = frame.categories
        allowed = suspects | weapons | frame.set_of(rooms) & every
        return frame.guess(self._spoiled(frame.set_of(honest), allowed))

    def _spoiled(self, guess: int, allowed: int) -> int:
        """Replace cards of an honest guess, of categories in random order."""
        among, most = self._false_cards()
        if not most:
            return guess
        categories = [*self.known.frame.categories]
        self.rng.shuffle(categories)
        for cards in categories:
            if most and cards & among & allowed:
                guess = guess & ~cards | one_of(cards & among & allowed, self.rng)
                most -= 1
        return guess

    def _false_cards(self) -> tuple[int, int]:
        """Return the cards to name in place of others, and the number to replace."""
        return 0, 0


class Bluffer(Adversary):
    """Names one or two own cards in each suggestion; two in every third, on average."""

    def _false_cards(self) -> tuple[int, int]:
        return self.known.hand, 1 if self.rng.randrange(3) else 2


class Decoy(Adversary):
    """Names the same own card in each suggestion, until nothing but its category is open."""

    def begin(self, table: Table, rng: Random) -> None:
        """Choose the card."""
        super().begin(table, rng)
        self._card = one_of(self.known.hand, rng) if self.known.hand else 0

    def _false_cards(self) -> tuple[int, int]:
        hidden = self.known.held[-1]
        others = (cards for cards in self.known.frame.categories if not cards & self._card)
        return self._card, 0 if all(cards & hidden for cards in others) else 1
