"""What a file of saved games has, damaged or not: every game that can be read, and what cannot."""

import sqlite3
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

import msgspec
from more_itertools import map_reduce

from cluetree import record as records
from cluetree.errors import ClueError, RecordError
from cluetree.interfaces.rpc import Game
from cluetree.interfaces.rpc.slow_lines import GameCopy
from cluetree.interfaces.web.history import loads_history
from cluetree.notebook import History
from cluetree.record import Record
from cluetree.table import Table

_Row = Mapping[str, object]
_LARGEST: Final = 2**53
_MAGIC: Final = b"SQLite format 3\0"
_OWN: Final = (b"CREATE TABLE games", b"CREATE TABLE edits", b"CREATE TABLE guests")
_FIRST_PAGES: Final = 1 << 14
_ASKED: Final = (
    "SELECT place, id, version, record, done FROM games LIMIT 0",
    "SELECT game, number, edit FROM edits LIMIT 0",
    "SELECT secret, since FROM guests LIMIT 0",
)


@dataclass(frozen=True)
class Saved(GameCopy):
    """One game as it is kept."""

    table: Table
    history: History
    """What can be undone and redone."""

    @classmethod
    def of(cls, game: Game) -> "Saved":
        """Take a game as it stands."""
        book = game.book
        record = records.dumps_json(book.record)
        return cls(game.id, game.version, record, book.table, book.history)


@dataclass(frozen=True, slots=True)
class Found:
    """All that could be read, and what could not, in words."""

    games: tuple[Saved, ...] = ()
    damages: tuple[str, ...] = ()
    lost: int = 0
    """Games that are there, or may be, and cannot be read."""


def read_games(file: sqlite3.Connection) -> Found:
    """Read every game that can be read, in the order in which they were begun."""
    damages = _verify(file)
    rows = _rows(file, "games", "place", damages)
    lost = 1 if damages and not rows else 0
    edits = map_reduce(_rows(file, "edits", "number", damages), lambda row: row.get("game"))
    games: dict[str, Saved] = {}
    for row in rows:
        try:
            kept = records.loads_json(_text(row.get("record")))
        except (RecordError, ValueError) as error:
            damages.append(f"{_place(row)} cannot be read: {error}")
            lost += 1
            continue
        name = _name(row, games, damages)
        history = _history(row, edits.get(row.get("id"), ()), kept)
        if history is None:
            damages.append(f"in {_place(row)} nothing can be undone any more")
        version = row.get("version")
        if not isinstance(version, int) or not 0 <= version < _LARGEST:
            damages.append(f"{_place(row)} has no version")
            version = len(kept.events)
        record = records.dumps_json(kept)
        games[name] = Saved(name, version, record, kept.table, history or History())
    return Found(tuple(games.values()), tuple(damages), lost)


def _place(row: _Row) -> str:
    return f"game {row.get('id', '?')!r}"


def _name(row: _Row, taken: Container[str], damages: list[str]) -> str:
    name = row.get("id")
    if isinstance(name, str) and name and name not in taken:
        return name
    name = next(name for name in (f"saved {n}" for n in count(1)) if name not in taken)
    damages.append(f"{_place(row)} has no name of its own, and is called {name!r} now")
    return name


def _verify(file: sqlite3.Connection) -> list[str]:
    """Say what SQLite itself finds damaged, and which columns are missing."""
    try:
        for asked in _ASKED:
            file.execute(asked)
        ((told,), *_) = file.execute("PRAGMA integrity_check(1)")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return [str(error)]
    return [] if told == "ok" else [str(told)]


def _rows(file: sqlite3.Connection, table: str, order: str, damages: list[str]) -> Sequence[_Row]:
    """Read a table from its beginning, and if that fails in the middle, also from its end."""
    rows, whole = _scan(file, f"SELECT * FROM {table} ORDER BY {order}", damages)  # noqa: S608 -- our names
    if whole:
        return rows
    others, _ = _scan(file, f"SELECT * FROM {table} ORDER BY {order} DESC", [])  # noqa: S608
    return [*rows, *(row for row in reversed(others) if row not in rows)]


def _scan(file: sqlite3.Connection, asked: str, damages: list[str]) -> tuple[list[_Row], bool]:
    rows: list[_Row] = []
    try:
        cursor = file.execute(asked)
        names = [column[0] for column in cursor.description]
        rows.extend(dict(zip(names, row, strict=True)) for row in _each(cursor))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        damages.append(str(error))
        return rows, False
    return rows, True


def _each(cursor: sqlite3.Cursor) -> Iterator[tuple[object, ...]]:
    while (row := cursor.fetchone()) is not None:
        yield row


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("it has no record")  # noqa: TRY004 -- of the file, not of a caller
    return value


def _history(row: _Row, edits: Sequence[_Row], kept: Record) -> History | None:
    """Read what can be undone in a game; `None` if that cannot be read, or leads elsewhere."""
    done, texts = row.get("done"), [edit.get("edit") for edit in edits]
    if not isinstance(done, int) or not 0 <= done <= len(texts):
        return None
    try:
        history = loads_history([_text(text) for text in texts], done, kept.table)
    except (ClueError, ValueError, msgspec.DecodeError):
        return None
    return history if history.leads_to(kept.table, kept.events) else None


def is_ours(path: Path) -> bool:
    """Whether a file, as damaged as it may be, once was one of saved games."""
    with path.open("rb") as file:
        beginning = file.read(_FIRST_PAGES)
    return any(words in beginning for words in _OWN)


def mend_beginning(path: Path) -> None:
    """Put right the first bytes of a file, which are the same in all."""
    with path.open("r+b") as file:
        file.write(_MAGIC)
