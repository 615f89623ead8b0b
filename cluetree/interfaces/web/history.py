"""The changes of a notebook as they stand in the file of saved games, in JSON."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Raw

from cluetree import record as records
from cluetree.notebook import Change, History
from cluetree.operations.change import written
from cluetree.operations.parsing import event_of
from cluetree.record import Record
from cluetree.table import Table


class _Change(msgspec.Struct, omit_defaults=True):
    index: int
    """Where in the log, from 0."""
    old: tuple[Raw, ...]
    new: tuple[Raw, ...]
    tables: tuple[Raw, Raw] | None = None
    """Where the set-up was changed: as records without events, before and after."""


_CHANGE: Final = msgspec.json.Decoder(_Change)  # once, before there are threads


def dumps_change(change: Change, table: Table) -> str:
    """Write a change of a log at this table, or at the tables between which it changed."""
    sides = zip((change.old, change.new), change.tables or (table, table), strict=True)
    old, new = ([raw for raw, _ in written(*side)] for side in sides)
    tables = change.tables and (_set_up(change.tables[0]), _set_up(change.tables[1]))
    return msgspec.json.encode(_Change(change.index, (*old,), (*new,), tables)).decode()


def _set_up(table: Table) -> Raw:
    return Raw(records.dumps_json(Record(table)).encode())


def loads_change(text: str, table: Table) -> Change:
    """Read what `dumps_change` wrote.

    Raises:
        OperationError: If it has something that is no event.
        RecordError: If it has something that is no set-up.
        DecodeError: If it is no change at all.
    """
    read = _CHANGE.decode(text)
    tables = read.tables and (_table(read.tables[0]), _table(read.tables[1]))
    before, after = tables or (table, table)
    old = [event_of(raw, before) for raw in read.old]
    new = [event_of(raw, after) for raw in read.new]
    return Change(read.index, tuple(old), tuple(new), tables)


def loads_history(texts: Sequence[str], done: int, table: Table) -> History:
    """Read changes of which so many stand in a log that is at this table now.

    Each is read at the table of its time: the players may have been called otherwise.

    Raises:
        OperationError: If one has something that is no event.
        RecordError: If one has something that is no set-up.
        DecodeError: If one is no change at all.
    """
    stand: list[Change] = []
    undone: list[Change] = []
    for changes, order, far in ((stand, reversed(texts[:done]), 0), (undone, texts[done:], 1)):
        at = table
        for text in order:
            change = loads_change(text, at)
            at = change.tables[far] if change.tables else at
            changes.append(change)
    return History((*reversed(stand), *undone), done)


def _table(raw: Raw) -> Table:
    return records.loads_json(bytes(raw)).table
