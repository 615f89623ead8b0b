"""An opponent that does every legal thing now and then, to test other agents."""

from collections.abc import Sequence
from random import Random

from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.events import Event, Suggestion
from cluetree.play.agent import BaseAgent
from cluetree.table import Table


class ErraticAgent(BaseAgent):
    """Plays quickly and fairly well, and sometimes does what agents rarely do.

    Mostly it asks for cards that it has not seen, and accuses once no player could answer its
    suggestion of three such cards. It also declines, asks for cards that it has seen, and
    accuses at random. It is no yardstick of strength.
    """

    def __init__(self, *, decline: float = 0.05, bluff: float = 0.1, rash: float = 0.01) -> None:
        """Set the chance, from 0 to 1, of each oddity."""
        self.decline = decline
        self.bluff = bluff
        self.rash = rash

    def begin(self, table: Table, rng: Random) -> None:
        """Forget the last game."""
        super().begin(table, rng)
        self._seen: set[ClueCard] = {*self.me.hand, *table.face_up}
        self._found: ClueGuess | None = None

    def observe(self, event: Event) -> None:
        """Remember the cards seen, and a suggestion that no player could answer."""
        if isinstance(event, Suggestion):
            self._seen.update(show.card for show in event.shows if show.card is not None)
            unanswered = event.by == self.me.name and not event.shows
            if unanswered and self._seen.isdisjoint(event.guess):
                self._found = event.guess

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask mostly for cards not seen."""
        if self.rng.random() < self.decline:
            return None
        deck = self.table.edition
        suspects, weapons = deck.of(Category.SUSPECT), deck.of(Category.WEAPON)
        return ClueGuess(self._pick(suspects), self._pick(weapons), self._pick(rooms))

    def _pick(self, cards: Sequence[ClueCard]) -> ClueCard:
        unseen = [card for card in cards if card not in self._seen]
        return self.rng.choice(unseen if unseen and self.rng.random() >= self.bluff else cards)

    def accuse(self) -> ClueGuess | None:
        """Accuse when sure, and sometimes at random."""
        if self.rng.random() < self.rash:
            deck = self.table.edition
            return ClueGuess(*(self.rng.choice(deck.of(category)) for category in Category))
        return self._found
