"""The log of a notebook: reading and changing it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Raw

from cluetree import record as records
from cluetree.errors import InvalidEventError
from cluetree.events import Event
from cluetree.notebook import Notebook
from cluetree.operations.parsing import event_of, record_of
from cluetree.operations.registry import (
    EventJson,
    EventText,
    Number,
    OperationError,
    RecordText,
    operation,
)
from cluetree.table import Table
from cluetree.turns import eliminated, next_turn


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the log."""

    number: int
    event: EventJson
    line: Annotated[str, Meta(description="Its line in a .clue file.")]


@dataclass(frozen=True, slots=True)
class Entered:
    """The event as it is now in the log."""

    entry: Entry


def written(events: Sequence[Event], table: Table) -> Sequence[tuple[Raw, str]]:
    """Write events as in a JSON record and as lines of a .clue file.

    Raises:
        RecordError: If an event breaks the rules at this table.
    """
    return tuple(
        (
            Raw(records.dumps_json_event(event, table).encode()),
            records.dumps_clue_event(event, table),
        )
        for event in events
    )


def entries(book: Notebook, numbers: Iterable[int]) -> tuple[Entry, ...]:
    """Write the events of a log that have these numbers."""
    numbers, events = tuple(numbers), book.events
    lines = written([events[number - 1] for number in numbers], book.table)
    return tuple(Entry(number, *line) for number, line in zip(numbers, lines, strict=True))


@dataclass(frozen=True, slots=True)
class LogEntries:
    """The whole log, the current player and the eliminated players."""

    events: Sequence[Entry]
    turn: Annotated[
        str | None, Meta(description="The current player; null after the end of the game.")
    ]
    eliminated: Annotated[
        Sequence[str], Meta(description="Players with a failed accusation, in seat order.")
    ]


@dataclass(frozen=True, slots=True)
class LogState:
    """The state of the log."""

    title: str
    events: Annotated[int, Meta(description="The number of events.")]

    @classmethod
    def of(cls, book: Notebook) -> "LogState":
        """Return the state of a notebook's log."""
        return cls(book.title, len(book))


@dataclass(frozen=True, slots=True)
class Undone:
    """The state of the log, and whether there was something to undo or redo."""

    title: str
    events: Annotated[int, Meta(description="The number of events.")]
    changed: bool


@operation()
def events(book: Notebook) -> LogEntries:
    """List the log, and return the current player."""
    out = eliminated(book.table, book.events)
    return LogEntries(
        events=entries(book, range(1, len(book) + 1)),
        turn=next_turn(book.table, book.events),
        eliminated=[name for name in book.table.names if name in out],
    )


@operation(changes=True)
def tell(book: Notebook, *, event: EventText) -> Entered:
    """Add an event at the end of the log."""
    turn = next_turn(book.table, book.events)
    book.tell(event_of(event, book.table, turn=turn))
    return _entered(book, len(book))


@operation(changes=True)
def insert(book: Notebook, *, number: Number, event: EventText) -> Entered:
    """Add an event before the one with this number, or at the end."""
    _verify_number(number, len(book) + 1)
    book.insert(number, event_of(event, book.table))
    return _entered(book, number)


@operation(changes=True)
def edit(book: Notebook, *, number: Number, event: EventText) -> Entered:
    """Replace the event with this number."""
    _verify_number(number, len(book))
    book.edit(number, event_of(event, book.table))
    return _entered(book, number)


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
    number: Annotated[int, Meta(ge=1, description="The number of the repair in `repairs`.")],
) -> LogState:
    """Apply one of the repairs that `repairs` lists; `undo` reverses it."""
    try:
        book.repair(number)
    except InvalidEventError as error:
        raise OperationError("invalid_params", str(error), "number") from None
    return LogState.of(book)


@operation(changes=True)
def set_up(book: Notebook, *, record: RecordText) -> LogState:
    """Replace the set-up and the log by those of a record; `undo` reverses it."""
    book.set_up(record_of(record))
    return LogState.of(book)


@operation(changes=True)
def undo(book: Notebook) -> Undone:
    """Undo the last change, if there is one."""
    changed = book.undo()
    return Undone(book.title, len(book), changed)


@operation(changes=True)
def redo(book: Notebook) -> Undone:
    """Redo the last undone change, if there is one."""
    changed = book.redo()
    return Undone(book.title, len(book), changed)


def _entered(book: Notebook, number: int) -> Entered:
    return Entered(*entries(book, (number,)))


def _verify_number(number: int, most: int) -> None:
    if number > most:
        raise OperationError("invalid_params", f"must be at most {most}, got {number}", "number")
