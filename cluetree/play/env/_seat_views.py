"""What one seat sees of many games at once, as the same numbers that `SeatView` gives of one."""

import numpy as np

from cluetree.play.batch import Answers, BatchLayout, Flags, Masks, Rows, View, settled
from cluetree.play.env.observation_layout import DECISIONS, HISTORY, MOST, Array, ObservationLayout
from cluetree.play.state import Phase

ME = 0
"""The observing seat, whose row comes first."""


class SeatViews:
    """The observing seat's view of many boardless games; games are begun anew one by one.

    Args:
        seats: Deck, hands, and who answers; the observing seat is the first.
        games: How many.
    """

    def __init__(self, seats: BatchLayout, games: int):
        self.layout = ObservationLayout(seats.edition, seats.players)
        self._seats = seats
        self._cards = len(seats.edition.cards)
        players = seats.players
        self._named = np.zeros((games, players, self._cards), np.int8)
        self._seen, self._asked, self._answered = np.zeros((3, players, games), np.uint64)
        self._told = np.zeros(games, np.intp)
        self._events = np.zeros((games, HISTORY, self.layout.event_size), np.int8)

    def begin(self, games: Rows) -> None:
        """Forget what was seen in some games."""
        self._named[games] = 0
        for cards in (self._seen, self._asked, self._answered):
            cards[:, games] = 0
        self._told[games] = 0
        self._events[games] = 0

    def hear(self, answers: Answers, is_heard: Flags) -> None:
        """Take in a suggestion with its answers, in the games where there was one."""
        (games,) = is_heard.nonzero()
        asker, guesses = answers.asker, answers.guesses[games]
        guess = self._flags(guesses)
        named = self._named[games, asker]
        self._named[games, asker] = named + (guess & (named < MOST))
        self._asked[:, games] = 0
        self._asked[asker, games] = guesses
        shown = answers.shown[:, games]
        shows = shown != 0
        visible = shown if asker == ME else np.zeros_like(shown)
        visible[ME] = shown[ME]
        self._answered[:, games] = np.where(shows & (visible == 0), guesses, visible)
        self._seen[asker, games] |= shown[ME]
        self._write_event(games, answers, guess, visible)

    def _write_event(self, games: Rows, answers: Answers, guess: Array, visible: Masks) -> None:
        told = self._told[games]
        (full,) = (told == HISTORY).nonzero()
        if len(full):
            self._events[games[full], :-1] = self._events[games[full], 1:]
        told = np.minimum(told, HISTORY - 1)
        event = np.zeros((len(games), self.layout.event_size), np.int8)
        parts = self.layout.split_events(event)
        parts["by"][:, answers.asker] = 1
        parts["guess"][:] = guess
        parts["passed"][:] = answers.passed[:, games].T
        parts["showed"][:] = (answers.shown[:, games] != 0).T
        parts["shown"][:] = self._flags(visible.T)
        self._events[games, told] = event
        self._told[games] = told + 1

    def history(self) -> tuple[Array, Array]:
        """Return the events of each game and their mask; the first is good until the next step."""
        mask = (np.arange(HISTORY) < self._told[:, None]).astype(np.int8)
        return self._events, mask

    def observe(self, view: View) -> Array:
        """Return an observation a game: the seat is asked to suggest."""
        can = view.can
        array = np.zeros((can.shape[1], self.layout.size), np.int8)
        parts = self.layout.split(array)
        known = settled(can)
        dealt = np.uint64(self._seats.deck)
        parts["holds"][:] = self._flags((can & known).T)
        parts["lacks"][:] = self._flags((dealt & ~can).T)
        parts["open"][:] = self._open(view)
        for name, cards in (
            ("seen", self._seen),
            ("asked", self._asked),
            ("answered", self._answered),
        ):
            parts[name][:] = self._flags(cards.T)
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
