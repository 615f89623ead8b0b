"""One seat's game through its own eyes, as numbers."""

from collections import deque
from collections.abc import Sequence

import numpy as np

from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import InvalidTableError
from cluetree.events import Accusation, Event, Suggestion
from cluetree.play.env._pettingzoo import Observation
from cluetree.play.env.actions import Actions
from cluetree.play.env.observation_layout import (
    DECISIONS,
    HISTORY,
    MOST,
    Array,
    ObservationLayout,
    places_of,
)
from cluetree.play.knowledge import Deduction, Knowledge
from cluetree.play.pawns import Pawns
from cluetree.play.request import Request
from cluetree.table import ENVELOPE, Table


class SeatView:
    """What one seat has been told in a game, and the observation that this makes.

    It is made of the set-up and of what an `Agent` of this seat is told and asked, and of
    nothing else; so an observation cannot give away what the seat may not know, and is the same
    in an environment and at any other table.

    Attributes:
        table: The set-up as the seat sees it.
        layout: How its observations are laid out.
        known: What the seat knows for certain.
        told: All events and places of pawns that it was told, in order.

    Raises:
        InvalidTableError: If it is an onlooker's table.
        UnknownNameError: If there is no such deduction.
    """

    def __init__(
        self, table: Table, layout: ObservationLayout, deduction: Deduction = "propagation"
    ):
        if table.viewpoint is None:
            raise InvalidTableError("an onlooker's table has no seat to play")
        self.table = table
        self.layout = layout
        self.known = Knowledge(table, deduction)
        self.told: list[Event | Pawns] = []
        self._me = table.viewpoint
        names = (self._me, *table.left_of(self._me))
        self._row = {name: row for row, name in enumerate(names)}
        self._places = [self.known.frame.place(name) for name in (*names, ENVELOPE.name)]
        self._events: deque[Array] = deque(maxlen=HISTORY)
        self._parts = {name: np.zeros(shape, np.int8) for name, shape in layout.shapes.items()}
        sizes = [table.player(name).hand_size or 0 for name in names]
        self._parts["hand size"][:] = np.minimum(sizes, MOST)
        self._column = {place: column for column, place in enumerate(places_of(layout.board))}
        if layout.board is not None:
            self._parts["plays"][range(len(names)), self._places[:-1]] = 1

    def tell(self, event: Event) -> None:
        """Take in an event.

        Raises:
            ClueError: If a name or a card is nobody's and nothing's, or no deal fits any more.
        """
        self.known.tell(event)
        self.told.append(event)
        if isinstance(event, Suggestion):
            self._heard(event)
        elif isinstance(event, Accusation):
            self._parts["accused"][self._row[event.by], self._columns(event.guess)] = 1

        if isinstance(event, Suggestion | Accusation):
            self._events.append(self._row_of(event))

    def _row_of(self, event: Suggestion | Accusation) -> Array:
        """Return an event as the numbers that `ObservationLayout` describes."""
        array = np.zeros(self.layout.event_size, np.int8)
        parts = self.layout.split_events(array)
        parts["by"][self._row[event.by]] = 1
        parts["guess"][self._columns(event.guess)] = 1
        if isinstance(event, Accusation):
            parts["accuses"][:] = 1
            return array
        parts["passed"][[self._row[name] for name in event.passes(self.table)]] = 1
        for show in event.shows:
            if show.by is not None:
                parts["showed"][self._row[show.by]] = 1
                if show.card is not None:
                    parts["shown"][self._row[show.by], self._columns((show.card,))] = 1
        return array

    def _heard(self, event: Suggestion) -> None:
        parts, row, columns = self._parts, self._row[event.by], self._columns(event.guess)
        named = parts["named"]
        named[row, columns] += named[row, columns] < MOST
        self._put_at_stake(parts, event)
        for show in event.shows:
            if show.by is None:
                continue
            shown = columns if show.card is None else self._columns((show.card,))
            parts["answered"][self._row[show.by], shown] = 1
            if show.by == self._me:
                parts["seen"][row, shown] = 1

    def _put_at_stake(self, parts: dict[str, Array], asked: Suggestion) -> None:
        parts["asked"][:] = 0
        parts["answered"][:] = 0
        parts["asked"][self._row[asked.by], self._columns(asked.guess)] = 1

    def _columns(self, cards: ClueGuess | tuple[ClueCard, ...]) -> list[int]:
        position = self.table.edition.position
        return [position[card] for card in cards]

    def watch(self, pawns: Pawns) -> None:
        """Take in where all pawns stand.

        Raises:
            InvalidTableError: If the layout is for another board, or for none.
        """
        if pawns.board is not self.layout.board and pawns.board != self.layout.board:
            raise InvalidTableError("the pawns stand on another board than the observation's")
        self.told.append(pawns)
        parts = self._parts
        parts["pawns"][:] = 0
        columns = [self._column[place] for place in pawns.places]
        parts["pawns"][range(len(columns)), columns] = 1
        for name, flagged in (("summoned", pawns.summoned), ("fresh", pawns.fresh)):
            parts[name][:] = 0
            parts[name][list(flagged)] = 1

    def history(self) -> tuple[Array, Array]:
        """Return the latest events, padded to one length, and a mask: 1 where there is one."""
        events = np.zeros((HISTORY, self.layout.event_size), np.int8)
        mask = np.zeros(HISTORY, np.int8)
        told = len(self._events)
        if told:
            events[:told] = self._events
        mask[:told] = 1
        return events, mask

    def observation(self, request: Request | None, actions: Actions) -> Observation:
        """Return all that the seat is given, with the actions that are legal when asked so."""
        events, mask = self.history()
        return {
            "observation": self.observe(request),
            "events": events,
            "event_mask": mask,
            "action_mask": actions.mask(request),
        }

    def observe(self, request: Request | None = None) -> Array:
        """Return what the seat knows now, and what it is asked for, if anything."""
        array = np.concatenate([part.ravel() for part in self._parts.values()])
        parts = self.layout.split(array)
        self._write_knowledge(parts)
        if request is not None:
            parts["decision"][DECISIONS.index(request.phase)] = 1
            if request.asked is not None:
                self._put_at_stake(parts, request.asked)
        return array

    def _write_knowledge(self, parts: dict[str, Array]) -> None:
        known, places = self.known, self._places
        every = known.frame.deck
        held = [known.held[place] for place in places]
        lacked = [every & ~known.may[place] for place in places]
        flags = self._flags([*held, *lacked, *(cards for _, cards in known.shows)])
        parts["holds"][:] = flags[: len(places)]
        parts["lacks"][:] = flags[len(places) : 2 * len(places)]
        shows = np.zeros(parts["open"].shape, np.intp)
        np.add.at(
            shows, [places.index(place) for place, _ in known.shows], flags[2 * len(places) :]
        )
        parts["open"][:] = np.minimum(shows, MOST)

    def _flags(self, sets: Sequence[int]) -> Array:
        """Return sets of cards as rows of 0 and 1, by the cards of the edition."""
        cards = len(self.table.edition.cards)
        width = -(-cards // 8)
        packed = np.frombuffer(b"".join(s.to_bytes(width, "little") for s in sets), np.uint8)
        flags = np.unpackbits(packed.reshape(-1, width), axis=1, count=cards, bitorder="little")
        return flags.view(np.int8)
