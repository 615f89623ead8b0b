"""The file that the games of the sheet are kept in: SQLite, one transaction for each change."""

import logging
import sqlite3
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec
from more_itertools import longest_common_prefix

from cluetree import record as records
from cluetree.errors import ClueError, RecordError
from cluetree.faces.rpc import Game
from cluetree.faces.rpc.protocol import RpcError
from cluetree.faces.web.history import dumps_change, loads_history
from cluetree.notebook import Change, History
from cluetree.record import Record
from cluetree.table import Table

_log: Final = logging.getLogger("cluetree.web")
_FORM: Final = 1
"""The form of the file, in SQLite's `user_version`."""
_TABLES: Final = (
    """CREATE TABLE games (
        place INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,
        record TEXT NOT NULL,
        done INTEGER NOT NULL
    )""",
    """CREATE TABLE edits (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        edit TEXT NOT NULL,
        PRIMARY KEY (game, number)
    )""",
    """CREATE TABLE guests (secret TEXT PRIMARY KEY, since REAL NOT NULL)""",
)


class StoreError(ClueError, RuntimeError):
    """The file of saved games cannot be opened, read or written."""


@dataclass(frozen=True, slots=True)
class Saved:
    """One game as it is kept."""

    id: str
    version: int
    """How many changes it has seen."""
    record: str
    """The record, in JSON."""
    table: Table
    history: History
    """What can be undone and redone."""

    @classmethod
    def of(cls, game: Game) -> "Saved":
        """Take a game as it stands."""
        book = game.book
        record = records.dumps_json(book.record)
        return cls(game.id, game.version, record, book.table, book.history)


class Store:
    """The saved games in one file, which nobody else may use at the same time.

    What `write` returned from is on the disk, whatever happens to the program or the machine.

    Args:
        path: The file; it is made if it is not there.

    Raises:
        StoreError: If it cannot be opened, is of another program, or is in use.
    """

    def __init__(self, path: Path):
        self.path: Final = path
        self._lock: Final = Lock()
        self._written: dict[str, tuple[Change, ...]] = {}
        """The changes of each game that are in the file as they are."""
        with self._named():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, timeout=1, check_same_thread=False)
        try:
            with self._named():
                self._open()
        except StoreError:
            self._file.close()
            raise

    def _open(self) -> None:
        self._file.isolation_level = None  # transactions begin where they are written down
        self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._file.execute("PRAGMA foreign_keys = ON")
        self._file.execute("PRAGMA synchronous = FULL")
        with self._transaction():
            ((form,),) = self._file.execute("PRAGMA user_version")
            others = self._file.execute("SELECT count(*) FROM sqlite_schema").fetchone() != (0,)
            if form != _FORM and (form or others):
                raise StoreError(f"{self.path}: this is no file of saved games of this version")
            if form != _FORM:
                for table in _TABLES:
                    self._file.execute(table)
                self._file.execute(f"PRAGMA user_version = {_FORM}")

    @contextmanager
    def _named(self) -> Generator[None, None, None]:
        """Let what goes wrong name the file."""
        try:
            yield
        except sqlite3.OperationalError as error:
            why = "another program uses it" if "locked" in str(error) else str(error)
            raise StoreError(f"{self.path}: {why}") from error
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self.path}: {error}") from error

    @contextmanager
    def _transaction(self) -> Generator[None, None, None]:
        with self._lock:  # there is one connection for all threads
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    def games(self) -> tuple[Saved, ...]:
        """Read all games, in the order in which they were begun.

        Raises:
            StoreError: If the file cannot be read.
        """
        with self._named():
            rows: list[tuple[str, int, str, int]] = self._file.execute(
                "SELECT id, version, record, done FROM games ORDER BY place"
            ).fetchall()
            games = tuple(self._read(*row) for row in rows)
        self._written = {game.id: game.history.changes for game in games}
        return games

    def _read(self, game: str, version: int, record: str, done: int) -> Saved:
        """Read a game with all that could be undone, or at least as it stood."""
        try:
            kept = records.loads_json(record)
        except RecordError as error:
            raise StoreError(f"{self.path}: game {game} cannot be read: {error}") from error
        history = self._history(game, kept, done)
        return Saved(game, version, record, kept.table, history)

    def _history(self, game: str, kept: Record, done: int) -> History:
        edits: list[tuple[str]] = self._file.execute(
            "SELECT edit FROM edits WHERE game = ? ORDER BY number", (game,)
        ).fetchall()
        try:
            history = loads_history([edit for (edit,) in edits], done, kept.table)
        except (ClueError, RpcError, msgspec.DecodeError):
            history = None
        if history is not None and history.leads_to(kept.table, kept.events):
            return history
        _log.warning("game %s: nothing in it can be undone any more", game)
        return History()

    def write(self, games: Iterable[Saved], gone: Iterable[str] = ()) -> None:
        """Save games, and drop others; all of it or, if that fails, nothing.

        Raises:
            StoreError: If the file cannot be written.
        """
        games, gone = tuple(games), tuple(gone)
        with self._named(), self._transaction():
            self._file.executemany("DELETE FROM games WHERE id = ?", [(game,) for game in gone])
            for game in games:
                self._save(game)
        for name in gone:
            self._written.pop(name, None)
        self._written.update((game.id, game.history.changes) for game in games)

    def _save(self, game: Saved) -> None:
        self._file.execute(
            "INSERT INTO games (id, version, record, done) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET version = excluded.version,"
            " record = excluded.record, done = excluded.done",
            (game.id, game.version, game.record, game.history.done),
        )
        changes, tables = game.history.changes, game.history.tables(game.table)
        same = len(tuple(longest_common_prefix((changes, self._written.get(game.id, ())))))
        self._file.execute("DELETE FROM edits WHERE game = ? AND number >= ?", (game.id, same))
        self._file.executemany(
            "INSERT INTO edits (game, number, edit) VALUES (?, ?, ?)",
            [
                (game.id, number, dumps_change(change, table))
                for number, (change, table) in enumerate(zip(changes, tables, strict=True))
                if number >= same
            ],
        )

    def add_guest(self, secret: str, now: float) -> None:
        """Remember what a guest is known by, which should be a digest.

        Raises:
            StoreError: If the file cannot be written.
        """
        with self._named(), self._transaction():
            self._file.execute("INSERT INTO guests VALUES (?, ?)", (secret, now))

    def guests(self, since: float) -> frozenset[str]:
        """Return what the guests are known by who came after some time; forget all others.

        Raises:
            StoreError: If the file cannot be read or written.
        """
        with self._named(), self._transaction():
            self._file.execute("DELETE FROM guests WHERE since < ?", (since,))
            rows: list[tuple[str]] = self._file.execute("SELECT secret FROM guests").fetchall()
        return frozenset(secret for (secret,) in rows)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
