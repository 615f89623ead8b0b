"""Observations and the numbers of actions, alike in every environment, and trained players."""

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from operator import index
from random import Random
from types import FunctionType
from typing import SupportsIndex, TypeAlias, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.errors import IllegalActError
from cluetree.events import Event, Suggestion
from cluetree.play.agents import DeducingAgent
from cluetree.play.engine.observations import write_knowledge, write_named
from cluetree.play.engine.views import view_of
from cluetree.table import Table

Array: TypeAlias = NDArray[np.int8]

ScalarT = TypeVar("ScalarT", np.int8, np.float32, np.float64)


class Observation(TypedDict):
    """The observation of a player who may have to choose."""

    observation: Array
    """Its knowledge, as `split` returns it."""
    action_mask: Array
    """For each number of an action, 1 if it is legal now, else 0."""


Learnt: TypeAlias = Callable[[Observation, Random], int]
"""Chooses an action by an observation; all chance comes from the `Random`."""


def length_of(players: int, cards: int) -> int:
    """Return the length of an observation."""
    return (4 * players + 2) * cards + players


def split(observations: NDArray[ScalarT], players: int) -> dict[str, NDArray[ScalarT]]:
    """Return the parts of an observation by name, or of a batch; nothing is copied.

    They are described in `cluetree.play.engine.observations`.

    >>> {name: part.shape for name, part in split(np.zeros(297, np.int8), players=3).items()}
    {'holds': (4, 21), 'lacks': (4, 21), 'open': (3, 21), 'named': (3, 21), 'hand size': (3,)}
    """
    *batch, length = observations.shape
    cards = (length - players) // (4 * players + 2)
    shapes: dict[str, tuple[int, ...]] = {
        **dict.fromkeys(("holds", "lacks"), (players + 1, cards)),
        **dict.fromkeys(("open", "named"), (players, cards)),
        "hand size": (players,),
    }
    parts, start = dict[str, NDArray[ScalarT]](), 0
    for name, shape in shapes.items():
        end = start + prod(shape)
        parts[name] = observations[..., start:end].reshape(*batch, *shape)
        start = end
    return parts


class Actions:
    """The numbers of actions: first the suggestions, then the cards to show.

    Suggestions come in the order of the edition, and the room changes fastest.
    """

    def __init__(self, edition: Edition):
        self._edition = edition
        self.guesses: tuple[ClueGuess, ...] = tuple(
            ClueGuess(*cards) for cards in product(*map(edition.of, Category))
        )

    def __len__(self) -> int:
        return len(self.guesses) + len(self._edition.cards)

    def mask(self, cards: Sequence[ClueCard] = ()) -> Array:
        """Return which actions are legal: to show one of the cards; without any, to suggest."""
        mask = np.zeros(len(self), np.int8)
        mask[: 0 if cards else len(self.guesses)] = 1
        mask[[len(self.guesses) + self._edition.position[card] for card in cards]] = 1
        return mask

    def decode(self, action: SupportsIndex | None) -> ClueGuess | ClueCard:
        """Return what an action suggests or shows.

        Raises:
            IllegalActError: If it is not the number of an action.
        """
        try:
            number = -1 if action is None else index(action)
        except TypeError:  # a policy may not be type-checked
            number = -1
        if not 0 <= number < len(self):
            raise IllegalActError(
                f"an action must be a number from 0 to {len(self) - 1}, got {action}"
            )
        suggestions = len(self.guesses)
        if number < suggestions:
            return self.guesses[number]
        return self._edition.cards[number - suggestions]


class Observer(DeducingAgent):
    """A player who notes what a learner observes; its choices are made elsewhere."""

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games."""
        super().begin(table, rng)
        self._actions = Actions(table.edition)
        self._row = [0] * length_of(len(table.players), len(table.edition.cards))

    def observe(self, event: Event) -> None:
        """Deduce what follows from the event, and count the cards that are named."""
        super().observe(event)
        if isinstance(event, Suggestion):
            frame = self.known.frame
            asker, guess = frame.place(event.by), frame.set_of(event.guess)
            write_named(self._row, view_of(self.known), asker, guess, len(frame.edition.cards))

    def observation(self, cards: Sequence[ClueCard] = ()) -> Observation:
        """Return what the seat knows; it may show one of the cards or, without any, suggest."""
        write_knowledge(self._row, view_of(self.known), len(self.table.edition.cards))
        row = np.array(self._row, np.int8)
        return Observation(observation=row, action_mask=self._actions.mask(cards))


class LearntPlayer(Observer):
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
        return self._actions.decode(self.learnt(self.observation(cards), self.rng))
