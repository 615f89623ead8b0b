"""Trained policies as agents: in `play_game`, in tournaments, against people."""

from collections.abc import Callable, Sequence
from random import Random
from types import FunctionType
from typing import TypeAlias

from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import IllegalActError
from cluetree.events import Event
from cluetree.play.agents import DeducingAgent
from cluetree.play.env.observing import Actions, Observation, Observer
from cluetree.table import Table

Learnt: TypeAlias = Callable[[Observation, Random], int]
"""Chooses an action by an observation; all chance comes from the `Random`."""


class LearntPlayer(DeducingAgent):
    """Suggests by what was trained, and accuses once the envelope is known.

    Args:
        learnt: How it chooses.
        shows: Whether it also chooses the cards to show, as in `ClueEnv`; else it shows the
            first that it can.

    Raises:
        IllegalActError: From `suggest` and `show`, if it chooses an action that is not legal.
    """

    def __init__(self, learnt: Learnt, *, shows: bool = False):
        super().__init__()
        self.learnt = learnt
        self.shows = shows

    def __repr__(self) -> str:
        learnt = self.learnt
        # The repr of a function is its address, which identifies nothing in a store of results.
        named = isinstance(learnt, FunctionType)
        name = f"{learnt.__module__}.{learnt.__qualname__}" if named else repr(learnt)
        return f"{type(self).__name__}({name}, shows={self.shows})"

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games."""
        super().begin(table, rng)
        self._actions = Actions(table.edition)
        self._observer = Observer(self.known)

    def observe(self, event: Event) -> None:
        """Take in an event."""
        super().observe(event)
        self._observer.observe(event)

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Suggest what was learnt; on a board, the room is the one where the pawn stands."""
        guess = self._choice()
        if not isinstance(guess, ClueGuess):
            raise IllegalActError(f"expected a suggestion, got {guess}")
        if not rooms:
            return None
        room = guess.room if guess.room in rooms else rooms[0]
        return ClueGuess(guess.suspect, guess.weapon, room)

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Show what was learnt, or the first card."""
        if not self.shows or len(cards) == 1:
            return super().show(asker, guess, cards)
        card = self._choice(cards)
        if not isinstance(card, ClueCard) or card not in cards:
            raise IllegalActError(f"expected a card to show, got {card}")
        return card

    def _choice(self, cards: Sequence[ClueCard] = ()) -> ClueGuess | ClueCard:
        observation = self._observer.observation()
        mask = self._actions.mask(cards)
        seen = Observation(observation=observation, action_mask=mask)
        return self._actions.decode(self.learnt(seen, self.rng))
