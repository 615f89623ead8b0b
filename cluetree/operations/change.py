"""The log of a notebook: reading and changing it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Raw

from cluetree import record as records
from cluetree.events import Event
from cluetree.notebook import Notebook
from cluetree.operations.parsing import event_of
from cluetree.operations.registry import EventJson, EventText, operation
from cluetree.record import Record
from cluetree.table import Table


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the log."""

    number: int
    event: EventJson
    line: Annotated[str, Meta(description="Its line in a .clue file.")]


@dataclass(frozen=True, slots=True)
class Entered:
    """The event as it is in the log now."""

    entry: Entry


def written(events: Sequence[Event], table: Table) -> Sequence[tuple[Raw, str]]:
    """Write events as in a JSON record and as lines of a .clue file.

    Raises:
        RecordError: If one breaks the rules at this table.
    """
    record = Record(table, tuple(events))
    in_json = (Raw(event.encode()) for event in records.dumps_json_events(record))
    return tuple(zip(in_json, records.dumps_clue_events(record), strict=True))


def entries(book: Notebook, numbers: Iterable[int]) -> tuple[Entry, ...]:
    """Write the events of a log that have these numbers."""
    numbers, events = tuple(numbers), book.events
    lines = written([events[number - 1] for number in numbers], book.table)
    return tuple(Entry(number, *line) for number, line in zip(numbers, lines, strict=True))


@operation(changes=True)
def tell(book: Notebook, *, event: EventText) -> Entered:
    """Add an event at the end of the log."""
    book.tell(event_of(event, book.table))
    return Entered(*entries(book, (len(book),)))
