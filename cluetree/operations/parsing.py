"""Records and events in parameters, read by the record's own reader."""

import json
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Raw

from cluetree import record as records
from cluetree.errors import RecordError
from cluetree.events import Event
from cluetree.operations.registry import blaming
from cluetree.record import Json, Record
from cluetree.table import Table
from cluetree.text.entries import read_event

_FORMAT: Final = b'"format": "cluetree/1"'


def record_of(raw: Raw, path: str = "record") -> Record:
    """Read a record: an object, of which the format may be left out, or a text.

    Raises:
        OperationError: If it is not a record.
    """
    content = bytes(raw)
    with blaming(path):
        if not content.startswith(b'"'):
            return records.loads_json(_with_format(content))
        text = msgspec.json.decode(content, type=str)
        is_json = text.removeprefix("\ufeff").lstrip().startswith("{")
        return records.loads_json(text) if is_json else records.loads_clue(text)


def _with_format(content: bytes) -> bytes:
    if not content.startswith(b"{"):
        return content  # the reader says what is wrong
    fields = msgspec.json.decode(content, type=dict[str, Raw])
    if "format" in fields:
        return content
    return b"{%b%b%b" % (_FORMAT, b", " if fields else b"", content[1:])


def event_of(raw: Raw, table: Table, path: str = "event") -> Event:
    """Read an event as in a JSON record, or its line in a .clue file.

    Raises:
        OperationError: If it is not an event.
    """
    content = bytes(raw)
    with blaming(path):
        if content.startswith(b'"'):
            return read_event(msgspec.json.decode(content, type=str), table)
        try:
            return records.loads_json(b"%b%b]}" % (_head(table), content)).events[0]
        except RecordError as error:
            if error.path is not None:
                error.path = error.path.replace("$.events[0]", "$", 1)
            raise


@lru_cache(maxsize=64)
def _head(table: Table) -> bytes:
    """Return a record up to its first event."""
    fields: dict[str, Json] = json.loads(records.dumps_json(Record(table)))
    del fields["events"]
    return json.dumps(fields, ensure_ascii=False)[:-1].encode() + b', "events": ['
