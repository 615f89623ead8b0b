"""The observations of a seat and the numbers of actions, alike in every environment."""

from collections.abc import Sequence
from itertools import product
from math import prod
from operator import index
from typing import SupportsIndex, TypeAlias, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.errors import IllegalActError
from cluetree.events import Event, Suggestion
from cluetree.play.engine.observations import write_knowledge, write_named
from cluetree.play.engine.views import view_of
from cluetree.play.knowledge import Knowledge

Array: TypeAlias = NDArray[np.int8]

ScalarT = TypeVar("ScalarT", np.int8, np.float32, np.float64)


class Observation(TypedDict):
    """The observation of a player who may have to choose."""

    observation: Array
    """Its knowledge, as `split` returns it."""
    action_mask: Array
    """For each number of an action, 1 if it is legal now, else 0."""


def size(players: int, cards: int) -> int:
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


class Observer:
    """The observations of one seat in any game; its knowledge is updated by its owner."""

    def __init__(self, known: Knowledge):
        self._known = known
        self._cards = len(known.table.edition.cards)
        self._row = [0] * size(len(known.table.players), self._cards)

    def observe(self, event: Event) -> None:
        """Count the cards that are named."""
        if isinstance(event, Suggestion):
            frame = self._known.frame
            asker = self._known.table.names.index(event.by)
            guess = frame.set_of(event.guess)
            write_named(self._row, view_of(self._known), asker, guess, self._cards)

    def observation(self) -> Array:
        """Return what the seat knows now."""
        write_knowledge(self._row, view_of(self._known), self._cards)
        return np.array(self._row, np.int8)
