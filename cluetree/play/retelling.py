"""A whole game replayed: how much each player knew after every event."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cluetree.cards import ClueCard
from cluetree.errors import InvalidEventError
from cluetree.events import Accusation, Event, Holds, Suggestion, entries
from cluetree.notebook import Notebook
from cluetree.play.dealt import Dealt
from cluetree.play.rules import Rules
from cluetree.record import Record
from cluetree.table import ENVELOPE, Table


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
