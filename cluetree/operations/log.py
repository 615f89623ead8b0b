"""The log of a notebook: its lines and records, reading it and changing it."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw

from cluetree import record as records
from cluetree._turns import eliminated, next_turn
from cluetree.errors import InvalidEventError, RecordError
from cluetree.events import Event
from cluetree.notebook import Notebook
from cluetree.operations.registry import (
    EventCount,
    EventJson,
    EventText,
    JsonObject,
    Number,
    RecordText,
    RequestError,
    about,
    operation,
    parameter,
)
from cluetree.record import Record
from cluetree.table import Table
from cluetree.text.changes import hint_words
from cluetree.text.events import brief


def record_of(raw: Raw) -> Record:
    """Parse a record: an object, in which `format` is optional, or a text."""
    content = bytes(raw)
    with parameter("record"):
        if content.startswith(b'"'):
            return records.loads(msgspec.json.decode(content, type=str))
        return records.loads_json(content)


def event_of(raw: Raw, table: Table) -> Event:
    """Parse an event as in a JSON record, or a line."""
    content = bytes(raw)
    if content.startswith(b'"'):
        return records.loads_clue_event(msgspec.json.decode(content, type=str), table)
    return records.loads_json_event(content, table)


def events_of(raw: Raw, book: Notebook) -> tuple[Event, ...]:
    """Parse an event as in a JSON record, or lines; a short line is about the next turn."""
    if not bytes(raw).startswith(b'"'):
        return (event_of(raw, book.table),)
    text = msgspec.json.decode(bytes(raw), type=str)
    return records.loads_clue_events(text, book.table, after=book.events)


# Reading and changing the log


class Entry(JsonObject):
    """One event of the log."""

    number: int
    event: EventJson
    line: Annotated[str, about("Its line in a .clue file.")]
    words: Annotated[str, about("The event in words.")]


def written(event: Event, table: Table) -> tuple[Raw, str]:
    """Write an event as in a JSON record and as a line of a .clue file."""
    text = records.dumps_json_event(event, table)
    return Raw(text.encode()), records.dumps_clue_event(event, table)


class LogEntries(JsonObject):
    """The whole log, the current player and the eliminated players."""

    events: Sequence[Entry]
    turn: Annotated[str | None, about("The current player, at first seat 1; null at the end.")]
    eliminated: Annotated[Sequence[str], about("Players with a failed accusation, in seat order.")]


class LogState(JsonObject):
    """The state of the log."""

    title: str
    events: EventCount

    @classmethod
    def of(cls, book: Notebook) -> "LogState":
        """Return the state of a notebook's log."""
        return cls(book.title, len(book))


@operation(words=hint_words)
def events(book: Notebook) -> LogEntries:
    """List the log, and return the current player."""
    out = eliminated(book)
    return LogEntries(
        events=[_entry(book, number) for number in range(1, len(book) + 1)],
        turn=next_turn(book),
        eliminated=[name for name in book.table.names if name in out],
    )


class Saved(JsonObject):
    """A game as a record."""

    record: Annotated[
        Raw, Meta(extra_json_schema={"anyOf": [{"$ref": "#/$defs/GameRecord"}, {"type": "string"}]})
    ]


@operation()
def save(
    book: Notebook, *, spelling: Annotated[Literal["json", "clue"], about("The format.")] = "json"
) -> Saved:
    """Return the game as a record."""
    if spelling == "clue":
        return Saved(Raw(msgspec.json.encode(records.dumps_clue(book.record))))
    return Saved(Raw(msgspec.json.format(records.dumps_json(book.record), indent=0)))


class LinesRead(JsonObject):
    """What lines mean."""

    entries: Annotated[Sequence[Entry], about("The entries that `tell` would add.")]
    errors: Annotated[Sequence[str], about("Why the other lines cannot be read.")]


@operation()
def read(book: Notebook, *, lines: str) -> LinesRead:
    """Read the lines of events without adding them."""
    errors: list[RecordError] = []
    with parameter("lines"):
        found = records.loads_clue_events(lines, book.table, after=book.events, errors=errors)
    trial = book.copy()
    trial.tell(*found)
    numbers = range(len(book) + 1, len(trial) + 1)
    return LinesRead([_entry(trial, number) for number in numbers], [*map(str, errors)])


@operation(changes=True)
def tell(book: Notebook, *, event: EventText) -> Entry:
    """Add an event at the end of the log, or several lines at once; return the last entry."""
    with parameter("event"):
        book.tell(*events_of(event, book))
    return _entry(book, len(book))


@operation(changes=True)
def insert(book: Notebook, *, number: Number, event: EventText) -> Entry:
    """Add an event before the one with this number, or at the end."""
    _verify_number(number, len(book) + 1)
    with parameter("event"):
        book.insert(number, event_of(event, book.table))
    return _entry(book, number)


@operation(changes=True)
def edit(book: Notebook, *, number: Number, event: EventText) -> Entry:
    """Replace the event with this number."""
    _verify_number(number, len(book))
    with parameter("event"):
        book.edit(number, event_of(event, book.table))
    return _entry(book, number)


@operation(changes=True)
def delete(book: Notebook, *, number: Number) -> LogState:
    """Delete the event with this number."""
    _verify_number(number, len(book))
    book.delete(number)
    return LogState.of(book)


@operation(changes=True)
def repair(
    book: Notebook,
    *,
    number: Annotated[int, Meta(ge=1, description="The number of the repair in `check`.")],
) -> LogState:
    """Apply one of the repairs that `check` lists."""
    try:
        book.repair(number)
    except InvalidEventError as error:
        raise RequestError("invalid_params", error.message, "number") from None
    return LogState.of(book)


@operation(changes=True)
def set_up(book: Notebook, *, record: RecordText) -> LogState:
    """Replace the set-up and the log by those of a record."""
    book.replace(record_of(record))
    return LogState.of(book)


def _entry(book: Notebook, number: int) -> Entry:
    event, table = book.events[number - 1], book.table
    return Entry(number, *written(event, table), brief(event, table.edition))


def _verify_number(number: int, most: int) -> None:
    if number > most:
        raise RequestError("invalid_params", f"must be at most {most}, got {number}", "number")
