"""The observations of one seat, made of the events that it receives."""

from collections import deque
from math import prod

import numpy as np

from cluetree.errors import InvalidTableError
from cluetree.events import Accusation, Event, Suggestion
from cluetree.play.engine.observations import (
    MOST,
    Observed,
    write_accusation,
    write_asked,
    write_knowledge,
    write_show,
    write_suggestion,
)
from cluetree.play.engine.views import view_of
from cluetree.play.env._pettingzoo import Observation
from cluetree.play.env.actions import Actions
from cluetree.play.env.observation_layout import (
    DECISIONS,
    HISTORY,
    Array,
    ObservationLayout,
    places_of,
)
from cluetree.play.env.requests import Request
from cluetree.play.knowledge import Deduction, Knowledge
from cluetree.play.pawns import Pawns
from cluetree.table import Table
from cluetree.turns import clockwise


class SeatObserver:
    """The events that one seat has received in a game, and the observation made of them.

    It is made only of the set-up and of what an `Agent` in this seat is given, so it reveals
    nothing else, and is the same in an environment and in any other game.

    Attributes:
        known: The certain knowledge of the seat.
        received: All events and places of pawns that it has received, in order.

    Raises:
        InvalidTableError: If it is an onlooker's table, or pawns are not on the layout's board.
        UnknownNameError: If the deduction has an unknown name.
        ClueError: From `tell`, if a name or a card is unknown, or no deal fits any more.
    """

    def __init__(
        self, table: Table, layout: ObservationLayout, deduction: Deduction = "propagation"
    ):
        self.table = table
        self.layout = layout
        self.known: Knowledge = Knowledge(table, deduction)
        self.received: list[Event | Pawns] = []
        seat, players = self.known.seat, len(table.players)
        seats = (seat, *clockwise(seat, players))
        self._player = {table.names[seat]: number for number, seat in enumerate(seats)}
        self._column = {place: column for column, place in enumerate(places_of(layout.board))}
        self._events: deque[bytearray] = deque(maxlen=HISTORY)
        self._observation = bytearray(layout.size)
        parts = self._parts()
        sizes = [table.players[seat].hand_size or 0 for seat in seats]
        parts["hand size"][:] = np.minimum(sizes, MOST)
        if layout.board is not None:
            parts["plays"][range(players), seats] = 1

    def _parts(self) -> dict[str, Array]:
        return self.layout.split(np.frombuffer(self._observation, np.int8))

    def tell(self, event: Event) -> None:
        """Take in an event."""
        self.known.tell(event)
        self.received.append(event)
        if not isinstance(event, Suggestion | Accusation):
            return
        layout, frame = self.layout, self.known.frame
        row = bytearray(layout.event_size)
        self._events.append(row)
        observed = Observed(layout.offsets, self._observation, row)
        player, guess = self._player[event.by], frame.set_of(event.guess)
        if isinstance(event, Accusation):
            write_accusation(observed, player, guess)
            return
        passed = sum(1 << self._player[name] for name in event.passes(self.table))
        write_suggestion(observed, player, guess, passed)
        for show in event.shows:
            if show.by is not None:
                card = 0 if show.card is None else frame.bit(show.card)
                write_show(observed, player, guess, self._player[show.by], card)

    def watch(self, pawns: Pawns) -> None:
        """Take in where all pawns stand."""
        if pawns.board is not self.layout.board and pawns.board != self.layout.board:
            raise InvalidTableError("the pawns must stand on the observation's board")
        self.received.append(pawns)
        parts = self._parts()
        parts["pawns"][:] = 0
        columns = [self._column[place] for place in pawns.places]
        parts["pawns"][range(len(columns)), columns] = 1
        parts["summoned"][:] = parts["fresh"][:] = 0
        parts["summoned"][[*pawns.summoned]] = 1
        parts["fresh"][[*pawns.fresh]] = 1

    def history(self) -> tuple[Array, Array]:
        """Return the latest events, padded to one length, and a mask: 1 for each event."""
        shape = HISTORY, self.layout.event_size
        padded = b"".join(self._events).ljust(prod(shape), b"\0")
        mask = np.arange(HISTORY) < len(self._events)
        return np.frombuffer(bytearray(padded), np.int8).reshape(shape), mask.astype(np.int8)

    def observation(self, request: Request | None, actions: Actions) -> Observation:
        """Return all that the seat is given, with the actions that are legal for the request."""
        events, mask = self.history()
        return {
            "observation": self.observe(request),
            "events": events,
            "event_mask": mask,
            "action_mask": actions.mask(request),
        }

    def observe(self, request: Request | None = None) -> Array:
        """Return what the seat knows now, and the decision that it is asked for, if any."""
        offsets, row = self.layout.offsets, self._observation.copy()
        write_knowledge(offsets, row, view_of(self.known))
        array = np.frombuffer(row, np.int8)
        if request is not None:
            self.layout.split(array)["decision"][DECISIONS.index(request.phase)] = 1
            if request.asked is not None:
                asked = request.asked
                guess = self.known.frame.set_of(asked.guess)
                write_asked(offsets, row, self._player[asked.by], guess)
        return array
