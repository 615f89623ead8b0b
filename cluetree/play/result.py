"""The result of a game, as the referee and as each seat knows it, and its replay."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import shorten

from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import InvalidEventError
from cluetree.events import Accusation, Event, Holds, Suggestion, entries
from cluetree.notebook import Notebook
from cluetree.play.dealt import Dealt
from cluetree.play.rules import Rules
from cluetree.play.state import GameState, Message
from cluetree.record import Record
from cluetree.table import ENVELOPE, Table


@dataclass(frozen=True)
class Result:
    """The result of a game: the winner, and the events with the seats that received them.

    Raises:
        UnknownPlayerError: From methods, if no player has the given name.
    """

    dealt: Dealt
    """The true deal."""
    winner: str | None
    """The player whose accusation was correct; `None` without a winner."""
    turns: int
    """The number of turns. Without a board each has one suggestion, unless declined."""
    suggestions: int
    """The number of suggestions."""
    messages: tuple[Message, ...]
    """All messages to the seats, in order."""

    def __repr__(self) -> str:
        won = "no winner" if self.winner is None else f"{self.winner} won"
        text = f"<Result: {won}, turns {self.turns}, envelope {self.envelope}>"
        return shorten(text, 200, placeholder=" ...>")

    @classmethod
    def of(cls, state: GameState, messages: tuple[Message, ...]) -> "Result":
        """Return the result at this moment; the messages are those of all acts so far."""
        winner = None if state.winner is None else state.rules.players[state.winner]
        return cls(state.dealt, winner, state.turn, state.suggestions, messages)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.dealt.rules

    @property
    def envelope(self) -> ClueGuess:
        """The three hidden cards."""
        return self.dealt.envelope

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The whole game: every suggestion with the cards shown, every accusation."""
        return tuple(
            message.event
            for message in self.messages
            if isinstance(message.event, Suggestion | Accusation) and message.event.by in message.to
        )

    def seen_by(self, player: str) -> tuple[Event, ...]:
        """Return the events that a player received, in order."""
        name = self.dealt.table(None).player(player).name
        return tuple(message.event for message in self.messages if name in message.to)

    def record(self, player: str) -> Record:
        """Return the game as this player knows it."""
        name = self.dealt.table(None).player(player).name
        return Record(self.dealt.table(name), self.seen_by(name), f"{name}'s game")

    @property
    def whole_record(self) -> Record:
        """The game as only the referee knows it: the place of every card, then all events."""
        lying = tuple(Holds(place, card) for card, place in self.dealt.deal.items())
        return Record(self.dealt.table(None), (*lying, *self.events), "The whole game")


@dataclass(frozen=True)
class Moment:
    """One event of a game, and the knowledge of every seat after it."""

    number: int
    """Its number in the record of the whole game."""
    event: Event
    bits: tuple[float, ...]
    """The entropy of the envelope for each seat, in bits."""
    knows: tuple[str, ...]
    """The players who know the envelope now."""


def retell(whole: Record) -> Iterator[Moment]:
    """Replay the record of a whole game, as `Result.whole_record` gives it.

    Raises:
        InvalidEventError: If the place of a card, or the card of a show, is missing.
        ClueError: If a single event is invalid.
    """
    whole = replace(whole, events=entries(whole.table, whole.events))
    books = {name: Notebook(table) for name, table in _tables(whole).items()}
    for number, event in enumerate(whole.events, start=1):
        if not isinstance(event, Suggestion | Accusation):
            continue
        shows = event.shows if isinstance(event, Suggestion) else ()
        if any(show.card is None for show in shows):
            raise InvalidEventError(f"event {number} must name the card shown")
        for name, book in books.items():
            book.tell(event.seen_by(name) if isinstance(event, Suggestion) else event)
        bits = tuple(book.beliefs.entropy for book in books.values())
        knows = tuple(name for name, book in books.items() if book.answer is not None)
        yield Moment(number, event, bits, knows)


def _tables(whole: Record) -> dict[str, Table]:
    table = whole.table
    lying = {name: list[ClueCard]() for name in (*table.names, ENVELOPE.name)}
    for event in whole.events:
        if isinstance(event, Holds):
            lying[event.player].append(event.card)
    missing = set(table.edition.cards).difference(table.face_up, *lying.values())
    if missing:
        first = min(missing, key=table.edition.cards.index)
        raise InvalidEventError(f"a whole game must place every card, got no place for {first}")
    rules = Rules(table.edition, table.names, table.answering)
    hidden = table.edition.guess(*lying.pop(ENVELOPE.name))
    dealt = Dealt(rules, hidden, tuple(map(tuple, lying.values())), table.face_up)
    return {name: dealt.table(name) for name in table.names}
