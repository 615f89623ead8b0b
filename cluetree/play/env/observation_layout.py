"""The layout of observations: which number means what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import prod
from typing import Final, TypeAlias, TypeVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cluetree.board import Board, Place
from cluetree.cards import Category, Edition
from cluetree.play.engine.observations import MOST, Offsets
from cluetree.play.state import Phase

Array: TypeAlias = NDArray[np.int8]

ScalarT = TypeVar("ScalarT", np.int8, np.float32, np.float64)

HISTORY: Final = 64
"""The number of events in an observation, the latest."""

DECISIONS: Final = (Phase.MOVE, Phase.SUGGEST, Phase.SHOW, Phase.ACCUSE)
"""The choices of a seat, in the order of the part "decision"."""


def places_of(board: Board | None) -> tuple[Place, ...]:
    """Return all places where a pawn can stand: the rooms, then the squares row by row."""
    return () if board is None else (*board.edition.of(Category.ROOM), *sorted(board.squares))


@dataclass(frozen=True)
class ObservationLayout:
    """The parts of an observation, one after the other in a flat array of small ints.

    The players come in seat order, *the observing seat first*, so that one policy can play every
    seat; cards, suspects and places come in the order of the edition and the board.

    - *holds* (players and envelope, cards): 1 if the card is known to be there.
    - *lacks* (players and envelope, cards): 1 if it is known not to be; face-up cards are nowhere.
    - *open* (players, cards): how many unseen shows of theirs may still have been this card.
    - *seen* (players, cards): 1 if the observing seat has shown them this card.
    - *named* (players, cards): how often they named it in a suggestion.
    - *asked* (players, cards): 1 if they named it in the latest suggestion, or in the one that
      the observing seat has to answer now.
    - *answered* (players, cards): 1 if they showed it then, or may have.
    - *accused* (players, cards): 1 if they accused it; after a wrong accusation they are out.
    - *hand size* (players): the number of cards.
    - *decision* (4): 1 if asked to move, suggest, show, accuse; all 0 for a player who must wait.

    On a board also:

    - *pawns* (suspects, places): 1 if the pawn stands there.
    - *plays* (players, suspects): 1 if it is their pawn.
    - *summoned* (suspects): 1 if a suggestion brought it where it stands, so that it may stay.
    - *fresh* (suspects): 1 if it came to its room and has not suggested there since.

    Counts stop at 127.

    The latest 64 events come as rows of small ints, the oldest first, padded with zeros. The
    parts of a row:

    - *by* (players): 1 for the player who suggested or accused.
    - *accuses* (1): 1 if it is an accusation.
    - *guess* (cards): 1 for the three that were named.
    - *passed* (players): 1 for each who passed.
    - *showed* (players): 1 for each who showed a card.
    - *shown* (players, cards): 1 if the observing seat saw them show this card, its own too.

    >>> from cluetree.editions import CLUE_US
    >>> layout = ObservationLayout(CLUE_US, players=3)
    >>> layout.size, layout.shapes["holds"], layout.shapes["asked"]
    (553, (4, 21), (3, 21))
    """

    edition: Edition
    players: int
    board: Board | None = None

    @cached_property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The parts in order, each with the lengths of its axes."""
        cards, players = len(self.edition.cards), self.players
        shapes: dict[str, tuple[int, ...]] = dict.fromkeys(("holds", "lacks"), (players + 1, cards))
        for name in ("open", "seen", "named", "asked", "answered", "accused"):
            shapes[name] = (players, cards)
        shapes["hand size"] = (players,)
        shapes["decision"] = (len(DECISIONS),)
        if self.board is not None:
            suspects = len(self.edition.suspects)
            shapes["pawns"] = (suspects, len(places_of(self.board)))
            shapes["plays"] = (players, suspects)
            shapes["summoned"] = shapes["fresh"] = (suspects,)
        return shapes

    @cached_property
    def event_shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The parts of an event in order, each with the lengths of its axes."""
        cards, players = len(self.edition.cards), self.players
        return {
            "by": (players,),
            "accuses": (1,),
            "guess": (cards,),
            "passed": (players,),
            "showed": (players,),
            "shown": (players, cards),
        }

    @cached_property
    def event_size(self) -> int:
        """The length of an event."""
        return sum(map(prod, self.event_shapes.values()))

    @cached_property
    def size(self) -> int:
        """The length of an observation."""
        return sum(map(prod, self.shapes.values()))

    @property
    def boxes(self) -> dict[str, spaces.Space[Array]]:
        """The spaces of an observation, the events and their mask, by name."""
        return {
            "observation": spaces.Box(np.int8(0), self.high, dtype=np.int8),
            "events": spaces.Box(0, 1, (HISTORY, self.event_size), np.int8),
            "event_mask": spaces.Box(0, 1, (HISTORY,), np.int8),
        }

    @cached_property
    def high(self) -> Array:
        """The largest value at each place of an observation; the smallest is 0."""
        high = np.ones(self.size, np.int8)
        parts = self.split(high)
        for name in ("open", "named", "hand size"):
            parts[name][:] = MOST
        return high

    @cached_property
    def offsets(self) -> Offsets:
        """Where the parts begin that events change."""
        starts = {
            name: start
            for shapes in (self.shapes, self.event_shapes)
            for name, (start, _) in zip(shapes, _bounds(shapes), strict=True)
        }
        _, _, *names = Offsets._fields
        return Offsets(self.players, len(self.edition.cards), *map(starts.__getitem__, names))

    def split(self, observation: NDArray[ScalarT]) -> dict[str, NDArray[ScalarT]]:
        """Return the parts of an observation by name, each in its shape; nothing is copied.

        Of a batch of observations, whose last axis is the layout's, each part is a batch too.
        """
        return _split(observation, self.shapes)

    def split_events(self, events: NDArray[ScalarT]) -> dict[str, NDArray[ScalarT]]:
        """Return the parts of events, one or a sequence or a batch of them, as `split` does."""
        return _split(events, self.event_shapes)


def _split(
    array: NDArray[ScalarT], shapes: Mapping[str, tuple[int, ...]]
) -> dict[str, NDArray[ScalarT]]:
    batch = array.shape[:-1]
    parts = zip(shapes.items(), _bounds(shapes), strict=True)
    return {name: array[..., a:b].reshape(*batch, *shape) for (name, shape), (a, b) in parts}


def _bounds(shapes: Mapping[str, tuple[int, ...]]) -> Iterable[tuple[int, int]]:
    """Return where each part begins and ends."""
    return pairwise(accumulate(map(prod, shapes.values()), initial=0))
