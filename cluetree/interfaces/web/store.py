"""The file that the games of the sheet are kept in: SQLite, one transaction for each change."""

import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from more_itertools import longest_common_prefix

from cluetree.errors import ClueError
from cluetree.interfaces.web.history import dumps_change
from cluetree.interfaces.web.salvage import Found, Saved, is_ours, mend_beginning, read_games
from cluetree.notebook import Change
from cluetree.text.numbers import many

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
_PROBE: Final = ("BEGIN IMMEDIATE", f"PRAGMA user_version = {_FORM}", "ROLLBACK")
"""What fails if the file cannot be written, and leaves it as it is."""
_MOST_TOLD: Final = 10


class StoreError(ClueError, RuntimeError):
    """The file of saved games cannot be opened, read or written."""


class Store:
    """The saved games in one file, which nobody else may read, nor use at the same time.

    What `write` returned from is on the disk, whatever happens to the program or the machine.
    Of a damaged file all games that can be read are saved, and the file as it was is kept beside
    it; the log says so. A file that is deleted while it is in use is written anew.

    Args:
        path: The file; it is made if it is not there.

    Raises:
        StoreError: If it cannot be opened, is of another program, is in use, or is so damaged
            that no game can be read.
    """

    def __init__(self, path: Path):
        self.path: Final = path
        self._lock: Final = Lock()
        self._written = dict[str, tuple[Change, ...]]()
        """The changes of each game that are in the file as they are."""
        self._aside: Path | None = None
        """Where the games are, if another file has taken the place of theirs."""
        with self._named():
            _make_private(path)
            self._file = _unread(path)
            try:
                self._open()
            except BaseException:
                self._file.close()
                raise

    def _open(self) -> None:
        """Take the file, and see whether all of it can be read."""
        self._place = _place_of(self.path)
        try:
            _take(self._file)
            with self._transaction():
                self._verify_form()
            for statement in _PROBE:
                self._file.execute(statement)
            found = read_games(self._file)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if "locked" in str(error) or not os.access(self.path, os.W_OK):
                raise
            if not is_ours(self.path):
                raise
            found = Found(damages=(str(error),))
        if found.damages:
            self._rescue(found.damages)
        self.path.chmod(0o600)  # older versions left it to others to read

    def _verify_form(self) -> None:
        ((form,),) = self._file.execute("PRAGMA user_version")
        others = self._file.execute("SELECT count(*) FROM sqlite_schema").fetchone() != (0,)
        if form != _FORM and (form or others):
            raise StoreError(f"{self.path}: this is no file of saved games of this version")
        if form != _FORM:
            _make_tables(self._file)

    @contextmanager
    def _named(self) -> Generator[None, None, None]:
        """Let what goes wrong name the file."""
        try:
            yield
        except sqlite3.OperationalError as error:
            why = "another program uses it" if "locked" in str(error) else str(error)
            raise StoreError(f"{self.path}: {why}") from error
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:  # a garbled message
            raise StoreError(f"{self.path}: {error}") from error

    @contextmanager
    def _transaction(self) -> Generator[None, None, None]:
        with self._lock:  # there is one connection for all threads
            self._stay()
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise
            self._stay()

    # When the file is damaged, or gone

    def _rescue(self, damages: Sequence[str]) -> None:
        """Begin the file anew with all games that can be read in it, and keep it as it was.

        Raises:
            StoreError: If there are games, but none can be read; nothing is changed then.
        """
        self._file.close()
        work = self.path.with_name(f"{self.path.name}.rescue")
        _copy(self.path, work)
        mend_beginning(work)
        with closing(sqlite3.connect(work)) as file:
            found = read_games(file)
        for path in (work, _journal(work)):
            path.unlink(missing_ok=True)
        if found.lost and not found.games:
            raise StoreError(
                f"{self.path}: it is damaged ({damages[0]}), and no game in it can be read; "
                "it is left as it is. Move it away to begin another"
            )
        kept = _free_name(self.path, "damaged")
        _copy(self.path, kept)

        def fill(file: sqlite3.Connection) -> None:
            _make_tables(file)
            for game in found.games:
                self._save(file, game)

        self._begin_anew(fill)
        names = ", ".join(game.id for game in found.games) or "none"
        lost = f", {many(found.lost, 'game')} lost" if found.lost else ""
        _log.warning("%s was damaged: %s", self.path, "; ".join(damages[:_MOST_TOLD]))
        _log.warning("saved: %s%s; the damaged file is kept as %s", names, lost, kept)

    def _stay(self) -> None:
        """See to it that the file is where it was.

        Raises:
            StoreError: If there is another one now.
        """
        place = _place_of(self.path)
        if place is None:
            _make_private(self.path)
            self._begin_anew(self._file.backup)
            _log.warning("%s was deleted; it has been written anew, with all games", self.path)
        elif place != self._place:
            if self._aside is None:
                self._aside = _free_name(self.path, "replaced")
            _make_private(self._aside)
            with closing(sqlite3.connect(self._aside)) as aside:
                self._file.backup(aside)
            raise StoreError(
                f"{self.path}: another file has taken its place; all games that were in it are "
                f"in {self._aside}. Put it back, and start again"
            )

    def _begin_anew(self, fill: Callable[[sqlite3.Connection], None]) -> None:
        """Put a new file in the place of the old one, whole or not at all."""
        new = self.path.with_name(f"{self.path.name}.new")
        for path in (new, _journal(new)):
            path.unlink(missing_ok=True)
        _make_private(new)
        with closing(_connect(new)) as file:
            fill(file)
        self._file.close()
        # An old journal would be taken for the new file's.
        _journal(self.path).unlink(missing_ok=True)
        new.replace(self.path)
        _sync_folder(self.path.parent)
        self._file = _connect(self.path)
        self._place = _place_of(self.path)

    # Games and guests

    def games(self) -> tuple[Saved, ...]:
        """Read all games, in the order in which they were begun.

        Raises:
            StoreError: If the file cannot be read, or is damaged.
        """
        with self._named(), self._lock:
            found = read_games(self._file)
        if found.damages:
            raise StoreError(f"{self.path}: it is damaged ({found.damages[0]}); start again")
        self._written = {game.id: game.history.changes for game in found.games}
        return found.games

    def write(self, games: Iterable[Saved], gone: Iterable[str] = ()) -> None:
        """Save games, and drop others; all of it or, if that fails, nothing.

        Raises:
            StoreError: If the file cannot be written.
        """
        games, gone = tuple(games), tuple(gone)
        with self._named(), self._transaction():
            self._file.executemany("DELETE FROM games WHERE id = ?", [(game,) for game in gone])
            for game in games:
                self._save(self._file, game)
        for name in gone:
            self._written.pop(name, None)
        self._written.update((game.id, game.history.changes) for game in games)

    def _save(self, file: sqlite3.Connection, game: Saved) -> None:
        file.execute(
            "INSERT INTO games (id, version, record, done) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET version = excluded.version,"
            " record = excluded.record, done = excluded.done",
            (game.id, game.version, game.record, game.history.done),
        )
        changes, tables = game.history.changes, game.history.tables(game.table)
        same = len(tuple(longest_common_prefix((changes, self._written.get(game.id, ())))))
        file.execute("DELETE FROM edits WHERE game = ? AND number >= ?", (game.id, same))
        file.executemany(
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
        """Let go of the file, which is there with all games."""
        with self._named(), self._lock:
            try:
                self._stay()
            finally:
                self._file.close()


def _unread(path: Path) -> sqlite3.Connection:
    """Connect to a file that may be damaged from its first byte: nothing is read yet."""
    file = sqlite3.connect(path, timeout=1, check_same_thread=False)
    file.isolation_level = None  # transactions begin where they are written down
    return file


def _take(file: sqlite3.Connection) -> None:
    file.execute("PRAGMA locking_mode = EXCLUSIVE")
    file.execute("PRAGMA foreign_keys = ON")
    file.execute("PRAGMA synchronous = FULL")


def _connect(path: Path) -> sqlite3.Connection:
    file = _unread(path)
    try:
        _take(file)
    except sqlite3.DatabaseError:
        file.close()
        raise
    return file


def _make_tables(file: sqlite3.Connection) -> None:
    for table in _TABLES:
        file.execute(table)
    file.execute(f"PRAGMA user_version = {_FORM}")


def _make_private(path: Path) -> None:
    """Make a file, in a folder, that only this user can read; what is there stays as it is."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _place_of(path: Path) -> tuple[int, int] | None:
    """Return what tells this file from another one of its name; `None` if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _copy(path: Path, copy: Path) -> None:
    """Copy a file with its journal, without which it may not be whole."""
    for old, new in ((path, copy), (_journal(path), _journal(copy))):
        new.unlink(missing_ok=True)
        if old.exists():
            _make_private(new)
            shutil.copyfile(old, new)


def _free_name(path: Path, why: str) -> Path:
    names = (path.with_name(f"{path.name}.{why}-{number}") for number in range(1, 1 << 30))
    return next(name for name in names if not name.exists())


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    with suppress(OSError):  # some file systems know nothing of it
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
