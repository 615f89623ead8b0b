"""The changes of a notebook as they stand in the file of saved games, in JSON."""

import msgspec
from msgspec import Raw

from cluetree import record as records
from cluetree.faces.forms.log import write_events
from cluetree.faces.rpc.reading import event_of
from cluetree.notebook import Change
from cluetree.record import Record
from cluetree.table import Table


class _Change(msgspec.Struct, omit_defaults=True):
    index: int
    """Where in the log, from 0."""
    old: tuple[Raw, ...]
    new: tuple[Raw, ...]
    tables: tuple[Raw, Raw] | None = None
    """Where the set-up was changed: as records without events, before and after."""


def dumps_change(change: Change, table: Table) -> str:
    """Write a change of a log at this table."""
    old, new = ([raw for raw, _ in write_events(side, table)] for side in (change.old, change.new))
    tables = change.tables and (_set_up(change.tables[0]), _set_up(change.tables[1]))
    return msgspec.json.encode(_Change(change.index, (*old,), (*new,), tables)).decode()


def _set_up(table: Table) -> Raw:
    return Raw(records.dumps_json(Record(table)).encode())


def loads_change(text: str, table: Table) -> Change:
    """Read what `dumps_change` wrote.

    Raises:
        RpcError: If it has something that is no event.
        RecordError: If it has something that is no set-up.
        DecodeError: If it is no change at all.
    """
    read = msgspec.json.decode(text, type=_Change)
    tables = read.tables and (_table(read.tables[0]), _table(read.tables[1]))
    old, new = ([event_of(bytes(raw), table, "$") for raw in side] for side in (read.old, read.new))
    return Change(read.index, tuple(old), tuple(new), tables)


def _table(raw: Raw) -> Table:
    return records.loads_json(bytes(raw)).table
