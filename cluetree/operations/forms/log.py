"""Events of a log as they leave the house, in both spellings."""

from collections.abc import Iterable, Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta, Raw

from cluetree import record as records
from cluetree.events import Event
from cluetree.notebook import Notebook
from cluetree.operations.forms.parts import Form
from cluetree.record import Record
from cluetree.table import Table

EventJson: TypeAlias = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Event"})]


class EntryForm(Form, frozen=True, kw_only=True):
    """One event of the log, in both spellings."""

    number: int
    event: EventJson
    line: Annotated[str, Meta(description="The line of it in a .clue file.")]


def entries(book: Notebook, numbers: Iterable[int]) -> tuple[EntryForm, ...]:
    """Write the events of a log that have these numbers."""
    numbers, events = tuple(numbers), book.events
    written = write_events([events[number - 1] for number in numbers], book.table)
    return tuple(
        EntryForm(number=number, event=event, line=line)
        for number, (event, line) in zip(numbers, written, strict=True)
    )


def write_events(events: Sequence[Event], table: Table) -> tuple[tuple[Raw, str], ...]:
    """Write events as they stand in a record, in JSON and as lines of `.clue`.

    Raises:
        RecordError: If one breaks the rules by itself.
    """
    record = Record(table, tuple(events))
    raw = (Raw(event.encode()) for event in records.dumps_json_events(record))
    return tuple(zip(raw, records.dumps_clue_events(record), strict=True))
