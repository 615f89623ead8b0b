"""A saved game as one JSON file: its record, its version, and what can be undone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Raw

from cluetree import record as records
from cluetree.errors import ClueError, RecordError
from cluetree.interfaces.rpc import Game
from cluetree.interfaces.rpc.slow_lines import GameCopy
from cluetree.notebook import Change, History
from cluetree.record import Record
from cluetree.table import Table

if TYPE_CHECKING:
    from cluetree.events import Event

FORMAT: Final = 1
"""The version of the file's format."""
_Count = Annotated[int, Meta(ge=0, lt=2**53)]  # what JavaScript counts exactly


class SavedGameError(ClueError, ValueError):
    """A file that is not a saved game."""


class NewerFormatError(SavedGameError):
    """A file that a newer version of the program wrote."""


class _Step(NamedTuple):
    """A change: its index, and how many events it replaced by how many, which are in the logs."""

    at: _Count
    old: _Count
    new: _Count
    set_up: bool
    """Whether the set-up changed: the old events are in one log, the new ones in the next."""


class _Document(msgspec.Struct):
    game: str
    format: int
    version: _Count
    begun: float
    record: Raw
    done: _Count
    """The number of changes that are not undone."""
    changes: list[_Step]
    logs: list[Raw]
    """All events of the changes, one after the other, in a record for each set-up."""


_DOCUMENT: Final = msgspec.json.Decoder(_Document)  # made before there are threads


@dataclass(frozen=True)
class SavedGame(GameCopy):
    """One game as it is saved."""

    table: Table
    history: History
    """The changes to undo and redo."""
    begun: float = 0
    """When it was begun, in seconds since 1970; games are listed in this order."""
    file: str = ""
    """The name of its file."""

    @classmethod
    def of(cls, game: Game) -> "SavedGame":
        """Return an open game as it can be saved."""
        book = game.book
        return cls(game.id, game.version, book.to_json().strip(), book.table, book.history)


def dumps(game: SavedGame) -> bytes:
    """Write a game."""
    changes, logs = _history_document(game.history, game.table)
    document = _Document(
        format=FORMAT,
        game=game.id,
        version=game.version,
        begun=game.begun,
        record=Raw(game.record.encode()),
        done=game.history.done,
        changes=changes,
        logs=logs,
    )
    return msgspec.json.encode(document)


def loads(content: bytes) -> tuple[SavedGame, bool]:
    """Read a game, and whether it has its history; raise `SavedGameError` if it is not a game."""
    try:
        document = _DOCUMENT.decode(content)
        if document.format > FORMAT:
            raise NewerFormatError(f"format {document.format} is newer than {FORMAT}")
        record = records.loads_json(bytes(document.record))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, RecordError) as error:
        raise SavedGameError(str(error)) from error
    history = _history(document, record)
    text, undo = bytes(document.record).decode(), history or History()
    saved = SavedGame(document.game, document.version, text, record.table, undo, document.begun)
    return saved, history is not None


def _history_document(history: History, now: Table) -> tuple[list[_Step], list[Raw]]:
    first, *_ = (*history.tables(now), now)
    logs: list[tuple[Table, list[Event]]] = [(first, [])]
    steps: list[_Step] = []
    for change in history.changes:
        logs[-1][1].extend(change.old)
        if change.tables is not None:
            logs.append((change.tables[1], []))
        logs[-1][1].extend(change.new)
        sizes = len(change.old), len(change.new)
        steps.append(_Step(change.index, *sizes, change.tables is not None))
    written = (records.dumps_json(Record(table, tuple(events))) for table, events in logs)
    return steps, [Raw(text.encode()) for text in written]


def _history(document: _Document, record: Record) -> History | None:
    """Return what can be undone; `None` if it is damaged, or does not lead to the record."""
    try:
        logs = [records.loads_json(bytes(log)) for log in document.logs]
        changes = _changes(document.changes, logs)
    except (RecordError, IndexError):
        return None
    history = History(changes, document.done)
    fits = document.done <= len(changes) and history.leads_to(record.table, record.events)
    return history if fits else None


def _changes(steps: Sequence[_Step], logs: Sequence[Record]) -> tuple[Change, ...]:
    events = [iter(log.events) for log in logs]
    at = 0
    changes: list[Change] = []
    for step in steps:
        old = tuple(islice(events[at], step.old))
        at += step.set_up
        new = tuple(islice(events[at], step.new))
        tables = (logs[at - 1].table, logs[at].table) if step.set_up else None
        changes.append(Change(step.at, old, new, tables))
    return tuple(changes)
