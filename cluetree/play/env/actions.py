"""The numbers of acts, one to one."""

from dataclasses import replace
from itertools import accumulate, chain, pairwise, product, starmap
from operator import index
from typing import Final, Literal, SupportsIndex, TypeAlias, get_args

import numpy as np

from cluetree.board import Board
from cluetree.cards import Category, ClueGuess, Edition
from cluetree.errors import IllegalActError, UnknownNameError
from cluetree.play.env.observation_layout import Array, places_of
from cluetree.play.env.requests import Request
from cluetree.play.state import Accuse, Act, Move, Phase, ShowCard, Suggest

Accusations: TypeAlias = Literal["chosen", "sure"]
"""How accusations are decided.

- "chosen": the player chooses, as in the rules; a wrong accusation loses the game.
- "sure": a player who knows the envelope for certain accuses automatically, as in published
  experiments, and there are no actions for it.
"""

_NOBODY: Final = ""


class Actions:
    """All acts that players choose, each with its number.

    First the suggestions, in the order of the edition (the room changes fastest), then to
    suggest nothing; the cards to show; the accusations in the order of the suggestions, then
    not to accuse; on a board the rooms to go to, and the squares row by row.

    >>> from cluetree.editions import CLUE_US
    >>> actions = Actions(CLUE_US, accusations="sure")
    >>> len(actions), actions.ranges[Phase.SHOW]
    (346, range(325, 346))
    >>> print(actions.decode(323, "Ann").guess)
    Professor Plum, Wrench, Study

    Attributes:
        ranges: For each phase with a choice, its numbers; empty if no player is asked.

    Raises:
        UnknownNameError: If `accusations` has an unknown name.
        IllegalActError: From methods, if an action is not a number from 0 to the last.
    """

    def __init__(
        self, edition: Edition, board: Board | None = None, accusations: Accusations = "chosen"
    ) -> None:
        UnknownNameError.verify(accusations, get_args(Accusations))
        self._edition = edition
        guesses = (*(ClueGuess(*cards) for cards in product(*map(edition.of, Category))), None)
        chosen = guesses if accusations == "chosen" else ()
        acts: dict[Phase, tuple[Act, ...]] = {
            Phase.SUGGEST: tuple(Suggest(_NOBODY, guess) for guess in guesses),
            Phase.SHOW: tuple(ShowCard(_NOBODY, card) for card in edition.cards),
            Phase.ACCUSE: tuple(Accuse(_NOBODY, guess) for guess in chosen),
            Phase.MOVE: tuple(Move(_NOBODY, place) for place in places_of(board)),
        }
        self._acts = tuple(chain.from_iterable(acts.values()))
        self._numbers = {act: number for number, act in enumerate(self._acts)}
        bounds = pairwise(accumulate(map(len, acts.values()), initial=0))
        self.ranges: dict[Phase, range] = dict(zip(acts, starmap(range, bounds), strict=True))

    def __len__(self) -> int:
        return len(self._acts)

    def encode(self, act: Act) -> int:
        """Return the number of an act, by whichever player.

        Raises:
            IllegalActError: If it has none: a roll, another deck's cards, an accusation where
                these are not chosen, a move without a board.
        """
        number = self._numbers.get(replace(act, by=_NOBODY))
        if number is None:
            raise IllegalActError(f"there is no action for {act}")
        return number

    def decode(self, action: SupportsIndex | None, by: str) -> Act:
        """Return the act of an action by this player; legality is not checked."""
        return replace(self._acts[self.number(action)], by=by)

    def number(self, action: SupportsIndex | None) -> int:
        """Return the number of an action as a plain int."""
        try:
            number = -1 if action is None else index(action)
        except TypeError:  # a policy may not be type-checked
            number = -1
        most = len(self) - 1
        if not 0 <= number <= most:
            raise IllegalActError(f"an action must be a number from 0 to {most}, got {action}")
        return number

    def mask(self, request: Request | None) -> Array:
        """Return for each number whether it is legal (1) or not (0) as a reply to the request.

        The legal ones are exactly those of the referee; `None` makes none legal.
        """
        mask = np.zeros(len(self), np.int8)
        if request is None:
            return mask
        numbers = self.ranges[request.phase]
        part = mask[numbers.start : numbers.stop]
        match request.phase:
            case Phase.SUGGEST:
                rooms = self._edition.of(Category.ROOM)
                for at, room in enumerate(rooms):
                    part[at : -1 : len(rooms)] = room in request.rooms
                part[-1] = 1
            case Phase.SHOW:
                part[[self._edition.position[card] for card in request.cards]] = 1
            case Phase.MOVE:
                mask[[self.encode(Move(_NOBODY, place)) for place in request.places]] = 1
            case _:
                part[:] = 1
        return mask
