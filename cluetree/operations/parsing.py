"""Records and events in parameters."""

import msgspec
from msgspec import Raw

from cluetree import record as records
from cluetree.events import Event
from cluetree.operations.registry import blaming
from cluetree.record import Record
from cluetree.table import Table


def record_of(raw: Raw, path: str = "record") -> Record:
    """Read a record: an object, of which the format may be left out, or a text.

    Raises:
        OperationError: If it is not a record.
    """
    content = bytes(raw)
    with blaming(path):
        if content.startswith(b'"'):
            return records.loads(msgspec.json.decode(content, type=str))
        return records.loads_json(content, bare=True)


def event_of(raw: Raw, table: Table, path: str = "event") -> Event:
    """Read an event as in a JSON record, or its line in a .clue file.

    Raises:
        OperationError: If it is not an event.
    """
    content = bytes(raw)
    with blaming(path):
        if content.startswith(b'"'):
            return records.loads_clue_event(msgspec.json.decode(content, type=str), table)
        return records.loads_json_event(content, table)
