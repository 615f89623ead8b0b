"""Observations as numbers: of one seat in one game, and of one seat in many games."""

from collections import deque
from collections.abc import Iterable, Sequence

import numpy as np

from cluetree.cards import ClueCard
from cluetree.errors import InvalidTableError
from cluetree.events import Accusation, Event, Suggestion
from cluetree.play.batch import Answers, BatchLayout, Flags, Masks, Rows, View, settled
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
from cluetree.play.legality import Request
from cluetree.play.pawns import Pawns
from cluetree.play.state import Phase
from cluetree.table import Table
from cluetree.turns import clockwise

ME = 0
"""The observing seat of `SeatViews`; its row comes first."""


class SeatView:
    """The events that one seat has received in a game, and the observation made of them.

    It is made only of the set-up and of what an `Agent` in this seat is given, so it reveals
    nothing else, and is the same in an environment and in any other game.

    Attributes:
        known: The certain knowledge of the seat.
        received: All events and places of pawns that it has received, in order.

    Raises:
        InvalidTableError: If it is an onlooker's table.
        UnknownNameError: If the deduction has an unknown name.
    """

    def __init__(
        self, table: Table, layout: ObservationLayout, deduction: Deduction = "propagation"
    ):
        self.table = table
        self.layout = layout
        self.known = Knowledge(table, deduction)
        self.received: list[Event | Pawns] = []
        seat, players = self.known.seat, len(table.players)
        seats = (seat, *clockwise(seat, players))
        self._places = (*seats, players)  # players from the observing seat on, then the envelope
        self._row = {table.names[seat]: row for row, seat in enumerate(seats)}
        self._events: deque[Array] = deque(maxlen=HISTORY)
        self._parts = {name: np.zeros(shape, np.int8) for name, shape in layout.shapes.items()}
        sizes = [table.players[seat].hand_size or 0 for seat in seats]
        self._parts["hand size"][:] = np.minimum(sizes, MOST)
        self._column = {place: column for column, place in enumerate(places_of(layout.board))}
        if layout.board is not None:
            self._parts["plays"][range(players), seats] = 1

    def tell(self, event: Event) -> None:
        """Take in an event.

        Raises:
            ClueError: If a name or a card is unknown, or no deal fits any more.
        """
        self.known.tell(event)
        self.received.append(event)
        if not isinstance(event, Suggestion | Accusation):
            return
        row, columns = self._row[event.by], self._columns(event.guess)
        array = np.zeros(self.layout.event_size, np.int8)
        self._events.append(array)
        parts = self.layout.split_events(array)
        parts["by"][row] = 1
        parts["guess"][columns] = 1
        if isinstance(event, Accusation):
            parts["accuses"][:] = 1
            self._parts["accused"][row, columns] = 1
            return
        named = self._parts["named"]
        named[row, columns] += named[row, columns] < MOST
        self._write_asked(self._parts, event)
        parts["passed"][[self._row[name] for name in event.passes(self.table)]] = 1
        for show in event.shows:
            if show.by is None:
                continue
            shower = self._row[show.by]
            shown = columns if show.card is None else self._columns((show.card,))
            parts["showed"][shower] = 1
            parts["shown"][shower, shown] = show.card is not None
            self._parts["answered"][shower, shown] = 1
            if shower == 0:
                self._parts["seen"][row, shown] = 1

    def _write_asked(self, parts: dict[str, Array], asked: Suggestion) -> None:
        parts["asked"][:] = parts["answered"][:] = 0
        parts["asked"][self._row[asked.by], self._columns(asked.guess)] = 1

    def _columns(self, cards: Iterable[ClueCard]) -> list[int]:
        return [self.table.edition.position[card] for card in cards]

    def watch(self, pawns: Pawns) -> None:
        """Take in where all pawns stand.

        Raises:
            InvalidTableError: If the layout is for another board, or for none.
        """
        if pawns.board is not self.layout.board and pawns.board != self.layout.board:
            raise InvalidTableError("the pawns must stand on the observation's board")
        self.received.append(pawns)
        parts = self._parts
        parts["pawns"][:] = 0
        columns = [self._column[place] for place in pawns.places]
        parts["pawns"][range(len(columns)), columns] = 1
        parts["summoned"][:] = parts["fresh"][:] = 0
        parts["summoned"][[*pawns.summoned]] = 1
        parts["fresh"][[*pawns.fresh]] = 1

    def history(self) -> tuple[Array, Array]:
        """Return the latest events, padded to one length, and a mask: 1 for each event."""
        number = len(self._events)
        events = np.zeros((HISTORY, self.layout.event_size), np.int8)
        events[:number] = [*self._events] or events[:0]
        return events, (np.arange(HISTORY) < number).astype(np.int8)

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
        array = np.concatenate([part.ravel() for part in self._parts.values()])
        parts = self.layout.split(array)
        known, places = self.known, self._places
        parts["holds"][:] = self._flags([known.held[place] for place in places])
        parts["lacks"][:] = self._flags([known.frame.deck & ~known.may[place] for place in places])
        if known.shows:
            shows = np.zeros(parts["open"].shape, np.intp)
            rows = [places.index(place) for place, _ in known.shows]
            np.add.at(shows, rows, self._flags([cards for _, cards in known.shows]))
            parts["open"][:] = np.minimum(shows, MOST)
        if request is not None:
            parts["decision"][DECISIONS.index(request.phase)] = 1
            if request.asked is not None:
                self._write_asked(parts, request.asked)
        return array

    def _flags(self, sets: Sequence[int]) -> Array:
        """Return sets of cards as rows of 0 and 1, by the cards of the edition."""
        cards = len(self.table.edition.cards)
        width = -(-cards // 8)
        packed = np.frombuffer(b"".join(s.to_bytes(width, "little") for s in sets), np.uint8)
        flags = np.unpackbits(packed.reshape(-1, width), axis=1, count=cards, bitorder="little")
        return flags.view(np.int8)


class SeatViews:
    """The observing seat's view of many boardless games; games begin again one by one.

    The numbers are those of `SeatView`, which the tests compare.

    Args:
        seats: Deck, hands, and who answers; the observing seat is the first.
        games: The number of games.
    """

    def __init__(self, seats: BatchLayout, games: int):
        self.layout = ObservationLayout(seats.edition, seats.players)
        self._seats = seats
        self._cards = len(seats.edition.cards)
        players = seats.players
        self._named = np.zeros((games, players, self._cards), np.int8)
        self._seen, self._asked, self._answered = np.zeros((3, players, games), np.uint64)
        self._number = np.zeros(games, np.intp)  # of events
        self._events = np.zeros((games, HISTORY, self.layout.event_size), np.int8)

    def begin(self, games: Rows) -> None:
        """Forget what was seen in some games."""
        self._named[games] = 0
        for cards in (self._seen, self._asked, self._answered):
            cards[:, games] = 0
        self._number[games] = 0
        self._events[games] = 0

    def observe_answers(self, answers: Answers, is_observed: Flags) -> None:
        """Take in a suggestion with its answers, in the games where there was one."""
        (games,) = is_observed.nonzero()
        asker, guesses = answers.asker, answers.guesses[games]
        guess = self._flags(guesses)
        named = self._named[games, asker]
        self._named[games, asker] = named + (guess & (named < MOST))
        self._asked[:, games] = 0
        self._asked[asker, games] = guesses
        shown = answers.shown[:, games]
        visible = shown if asker == ME else np.zeros_like(shown)
        visible[ME] = shown[ME]
        self._answered[:, games] = np.where((shown != 0) & (visible == 0), guesses, visible)
        self._seen[asker, games] |= shown[ME]
        self._write_event(games, answers, guess, visible)

    def _write_event(self, games: Rows, answers: Answers, guess: Array, visible: Masks) -> None:
        number = self._number[games]
        (full,) = (number == HISTORY).nonzero()
        if len(full):
            self._events[games[full], :-1] = self._events[games[full], 1:]
        number = np.minimum(number, HISTORY - 1)
        event = np.zeros((len(games), self.layout.event_size), np.int8)
        parts = self.layout.split_events(event)
        parts["by"][:, answers.asker] = 1
        parts["guess"][:] = guess
        parts["passed"][:] = answers.passed[:, games].T
        parts["showed"][:] = (answers.shown[:, games] != 0).T
        parts["shown"][:] = self._flags(visible.T)
        self._events[games, number] = event
        self._number[games] = number + 1

    def history(self) -> tuple[Array, Array]:
        """Return the events of each game and their mask; the first is good until the next step."""
        return self._events, (np.arange(HISTORY) < self._number[:, None]).astype(np.int8)

    def observe(self, view: View) -> Array:
        """Return an observation a game: the seat is asked to suggest."""
        can, deck = view.can, np.uint64(self._seats.deck)
        array = np.zeros((can.shape[1], self.layout.size), np.int8)
        parts = self.layout.split(array)
        parts["holds"][:] = self._flags((can & settled(can)).T)
        parts["lacks"][:] = self._flags((deck & ~can).T)
        parts["open"][:] = self._open(view)
        parts["seen"][:] = self._flags(self._seen.T)
        parts["asked"][:] = self._flags(self._asked.T)
        parts["answered"][:] = self._flags(self._answered.T)
        parts["named"][:] = self._named
        parts["hand size"][:] = np.minimum(self._seats.sizes, MOST)
        parts["decision"][:, DECISIONS.index(Phase.SUGGEST)] = 1
        return array

    def _open(self, view: View) -> Array:
        """Count for each player and card the open shows that may have been it."""
        games, players = view.can.shape[1], self._seats.players
        shows = view.shows.unmet(view.can)
        counts = np.zeros((games * players, self._cards), np.int64)
        np.add.at(counts, shows.rows * players + shows.places, self._flags(shows.cards))
        return np.minimum(counts, MOST).astype(np.int8).reshape(games, players, self._cards)

    def _flags(self, masks: Masks) -> Array:
        """Return sets of cards as 0 and 1 by card, along one more axis."""
        octets = np.ascontiguousarray(masks, "<u8")[..., None].view(np.uint8)
        octets = octets[..., : -(-self._cards // 8)]
        flags = np.unpackbits(octets, axis=-1, count=self._cards, bitorder="little")
        return flags.view(np.int8)
