"""The log of a notebook: reading and changing it."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Raw

from cluetree import record as records
from cluetree.errors import InvalidEventError
from cluetree.events import Event
from cluetree.notebook import Notebook
from cluetree.operations.parsing import event_of, record_of
from cluetree.operations.registry import (
    EventCount,
    EventJson,
    EventText,
    Number,
    OperationError,
    RecordText,
    Result,
    about,
    operation,
)
from cluetree.table import Table
from cluetree.turns import eliminated, next_turn


class Entry(Result):
    """One event of the log."""

    number: int
    event: EventJson
    line: Annotated[str, about("Its line in a .clue file.")]


class Entered(Result):
    """The event as it is now in the log."""

    entry: Entry


def written(event: Event, table: Table) -> tuple[Raw, str]:
    """Write an event as in a JSON record and as a line of a .clue file.

    Raises:
        RecordError: If it breaks the rules at this table.
    """
    text = records.dumps_json_event(event, table)
    return Raw(text.encode()), records.dumps_clue_event(event, table)


class LogEntries(Result):
    """The whole log, the current player and the eliminated players."""

    events: Sequence[Entry]
    turn: Annotated[str | None, about("The current player; null after the end of the game.")]
    eliminated: Annotated[Sequence[str], about("Players with a failed accusation, in seat order.")]


class LogState(Result):
    """The state of the log."""

    title: str
    events: EventCount

    @classmethod
    def of(cls, book: Notebook) -> "LogState":
        """Return the state of a notebook's log."""
        return cls(book.title, len(book))


class Undone(Result):
    """The state of the log, and whether there was something to undo or redo."""

    title: str
    events: EventCount
    changed: bool


@operation()
def events(book: Notebook) -> LogEntries:
    """List the log, and return the current player."""
    out = eliminated(book.table, book.events)
    return LogEntries(
        events=[
            Entry(number, *written(event, book.table))
            for number, event in enumerate(book.events, start=1)
        ],
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
    return Undone(changed=book.undo(), title=book.title, events=len(book))


@operation(changes=True)
def redo(book: Notebook) -> Undone:
    """Redo the last undone change, if there is one."""
    return Undone(changed=book.redo(), title=book.title, events=len(book))


def _entered(book: Notebook, number: int) -> Entered:
    return Entered(Entry(number, *written(book.events[number - 1], book.table)))


def _verify_number(number: int, most: int) -> None:
    if number > most:
        raise OperationError("invalid_params", f"must be at most {most}, got {number}", "number")
