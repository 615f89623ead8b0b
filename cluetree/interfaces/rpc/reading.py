"""Records and events that come with requests.

The record's own reader reads them, so that one form is read in one place: an event is put
behind the set-up of its game, and the two are read as a record.
"""

import json
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Raw

from cluetree import record as records
from cluetree.errors import RecordError
from cluetree.events import Event
from cluetree.interfaces.rpc.faults import fault_of_record
from cluetree.record import Json, Record
from cluetree.table import Table
from cluetree.text.entries import read_event

_FORMAT: Final = b'"format": "cluetree/1"'


def record_of(raw: bytes, path: str) -> Record:
    """Read a record from a request: an object, of which the format may be left out, or a text.

    Raises:
        RpcError: If it is none; `path` is where in the request it stands.
    """
    try:
        if _is_text(raw):
            text = msgspec.json.decode(raw, type=str)
            is_json = text.removeprefix("\ufeff").lstrip().startswith("{")
            return records.loads_json(text) if is_json else records.loads_clue(text)
        return records.loads_json(_with_format(raw))
    except RecordError as error:
        raise fault_of_record(error, path) from None


def _is_text(raw: bytes) -> bool:
    return raw.startswith(b'"')


def _with_format(raw: bytes) -> bytes:
    if not raw.startswith(b"{"):
        return raw  # the reader says what is wrong
    fields = msgspec.json.decode(raw, type=dict[str, Raw])
    if "format" in fields:
        return raw
    return b"{%b%b%b" % (_FORMAT, b", " if fields else b"", raw[1:])


def event_of(raw: bytes, table: Table, path: str) -> Event:
    """Read an event as it stands in a JSON record, or a text that is its line in `.clue`.

    Raises:
        RpcError: If it is none; `path` is where in the request it stands.
    """
    try:
        if _is_text(raw):
            return read_event(msgspec.json.decode(raw, type=str), table)
        return records.loads_json(b"%b%b]}" % (_head(table), raw)).events[0]
    except RecordError as error:
        raise fault_of_record(error, path, root="$.events[0]") from None


@lru_cache(maxsize=64)
def _head(table: Table) -> bytes:
    """A record up to its first event."""
    fields: dict[str, Json] = json.loads(records.dumps_json(Record(table)))
    del fields["events"]
    return json.dumps(fields, ensure_ascii=False)[:-1].encode() + b', "events": ['
