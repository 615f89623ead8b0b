"""The directory of saved games: one file for each game, replaced as a whole by every change."""

import logging
import os
import re
import sys
import time
from collections.abc import Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Final, TypeAlias

import msgspec

from cluetree.atomic_file import drafted, remove_drafts, sync_directory
from cluetree.errors import ClueError, system_reason
from cluetree.interfaces.web import saved_game
from cluetree.interfaces.web.saved_game import NewerFormatError, SavedGame, SavedGameError
from cluetree.operations.games import MOST_GAMES

if sys.platform == "win32":
    import msvcrt
elif sys.platform != "emscripten":
    import fcntl

_log: Final = logging.getLogger("cluetree.web")
_GAME: Final = ".game.json"
_GUESTS: Final = "guests.json"
_LOCK: Final = ".lock"
_LONGEST_NAME: Final = 30
_Stamp: TypeAlias = tuple[int, int, int]


class StoreError(ClueError, RuntimeError):
    """The directory of saved games cannot be opened, read or written."""


class Store:
    """The saved games in one directory, for one program at a time.

    After `write` returns, the games are on the disk whatever happens to the program or the
    machine. Only this user can read the files. A damaged file is set aside under another name,
    and the log says so; so is a file that another program wrote meanwhile. A file that is
    deleted during use is written again. Nothing is written once another program has taken the
    directory, which it can if the lock is deleted. Of too many games the latest are read. A
    missing directory is made.

    Raises:
        StoreError: If it cannot be opened, or another program uses it; from methods, if a file
            cannot be read or written.
    """

    def __init__(self, path: Path):
        self.path: Final = path
        self._lock: Final = Lock()
        self._games = dict[str, SavedGame]()
        self.unread: list[str] = []
        """The files of games that were not read, because they are damaged, newer or too many."""
        self._stamps = dict[str, _Stamp]()
        """Of each file as it was read or written here, by name."""
        if path.is_file():
            raise StoreError(
                "{path}: games are saved in a directory, and this is a file", path=path
            )
        with self._named():
            self._lock_file = self._take()
            try:
                self._read()
            except BaseException:
                os.close(self._lock_file)
                raise

    @contextmanager
    def _named(self) -> Generator[None, None, None]:
        """Attach the directory's name to errors."""
        try:
            yield
        except OSError as error:
            raise StoreError("{path}: {why}", path=self.path, why=system_reason(error)) from error

    @contextmanager
    def _owned(self) -> Generator[None, None, None]:
        """Use the directory, in one thread at a time, as long as no other program has taken it."""
        with self._named(), self._lock:
            try:
                found = (self.path / _LOCK).stat()
            except FileNotFoundError:  # with the directory, perhaps
                os.close(self._lock_file)
                self._lock_file = self._take()
            else:
                if not os.path.samestat(found, os.fstat(self._lock_file)):
                    raise StoreError(
                        "{path}: another program has taken it; restart this one", path=self.path
                    )
            yield

    def _take(self) -> int:
        """Lock the directory against other programs; the lock ends with this one."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if sys.platform == "win32":
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            elif sys.platform != "emscripten":  # there the page has the browser's lock
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(file)
            raise StoreError("{path}: another program uses it", path=self.path) from error
        return file

    def _read(self) -> None:
        for names in (f"*{_GAME}", _GUESTS):
            remove_drafts(self.path, names)  # of a write that was cut off
        for path in sorted(self.path.glob(f"*{_GAME}")):
            self._read_game(path)
        in_order = sorted(self._games.values(), key=lambda game: (game.begun, game.id))
        for game in in_order[:-MOST_GAMES]:
            _log.warning("%s is not read: %d games are the maximum", game.file, MOST_GAMES)
            self.unread.append(game.file)
            self._stamps.pop(game.file, None)  # a new game with its id must not overwrite it
        self._games = {game.id: game for game in in_order[-MOST_GAMES:]}
        self._write_deleted()  # those whose damaged history was set aside

    def _read_game(self, path: Path) -> None:
        """Read a file; leave it if it is newer, and set it aside if it is damaged."""
        try:
            game, has_history = saved_game.loads(path.read_bytes())
        except NewerFormatError as error:
            _log.warning("%s is not read: %s", path, error)
            self.unread.append(path.name)
        except OSError as error:
            _log.warning("%s cannot be read: %s", path, error.strerror)
        except SavedGameError as error:
            self._set_aside(path, f"damaged, {error}")
        else:
            if game.id in self._games:
                self._set_aside(path, f"its game is also in {self._games[game.id].file}")
                return
            self._games[game.id] = replace(game, file=path.name)
            if has_history:
                self._stamps[path.name] = _stamp(path)
            else:
                self._set_aside(path, "damaged, its changes cannot be undone any more")

    def _set_aside(self, path: Path, why: str) -> None:
        """Rename a file that is not ours, so that nothing overwrites it."""
        names = (path.with_name(f"{path.name}.aside-{number}") for number in count(1))
        aside = next(name for name in names if not name.exists())
        path.rename(aside)
        self.unread.append(aside.name)
        if not aside.is_symlink():  # else this would change the mode of its target
            aside.chmod(0o600)
        _log.warning("%s is renamed to %s: %s", path, aside.name, why)

    # Games

    @property
    def games(self) -> dict[str, SavedGame]:
        """All games by id, in the order in which they were begun; a new dict after each change."""
        return self._games

    def write(self, games: Iterable[SavedGame], gone: Iterable[str] = ()) -> None:
        """Save games, and delete others.

        If a game cannot be written, for instance because the disk is full, nothing is changed.
        """
        with self._owned():
            self._write_deleted()
            after = {name: game for name, game in self._games.items() if name not in {*gone}}
            latest = max((game.begun for game in after.values()), default=0.0)
            for game in games:
                if game.id in after:
                    old = after[game.id]
                    after[game.id] = replace(game, begun=old.begun, file=old.file)
                else:
                    latest = max(time.time(), latest + 1e-3)
                    after[game.id] = replace(game, begun=latest, file=_file_name(game.id))
            changed = [game for name, game in after.items() if game is not self._games.get(name)]
            gone_files = (self._games[name].file for name in self._games.keys() - after.keys())
            self._replace({game.file: saved_game.dumps(game) for game in changed}, gone_files)
            self._games = after

    def _replace(self, contents: Mapping[str, bytes], gone: Iterable[str] = ()) -> None:
        """Replace files by name, then delete others; if one cannot be written, change none.

        A file that another program wrote meanwhile is set aside.
        """
        with ExitStack() as stack:
            paths = {self.path / name: content for name, content in contents.items()}
            drafts = {p: stack.enter_context(drafted(p, c, 0o600)) for p, c in paths.items()}
            for path, draft in drafts.items():
                if path.exists() and _stamp(path) != self._stamps.get(path.name):
                    self._set_aside(path, "another program wrote it")
                draft.replace(path)
                self._stamps[path.name] = _stamp(path)
        for name in gone:
            (self.path / name).unlink(missing_ok=True)
            self._stamps.pop(name, None)
        sync_directory(self.path)

    def _write_deleted(self) -> None:
        """Write games again whose files are gone."""
        there = {entry.name for entry in os.scandir(self.path)}
        lost = [game for game in self._games.values() if game.file not in there]
        if lost:
            self._replace({game.file: saved_game.dumps(game) for game in lost})
            _log.warning("%s: files were missing and are written again", self.path)

    # Guests

    def add_guest(self, secret: str, now: float) -> None:
        """Save the digest of what identifies a guest."""
        with self._owned():
            self._replace({_GUESTS: msgspec.json.encode({**self._guests(), secret: now})})

    def guests(self, since: float) -> dict[str, float]:
        """Return the digests of guests that came after some time, and when; forget all others."""
        with self._owned():
            all_guests = self._guests()
            kept = {secret: at for secret, at in all_guests.items() if at >= since}
            if kept != all_guests:
                self._replace({_GUESTS: msgspec.json.encode(kept)})
            return kept

    def _guests(self) -> dict[str, float]:
        path = self.path / _GUESTS
        if not path.exists():
            return {}
        try:
            guests = msgspec.json.decode(path.read_bytes(), type=dict[str, float])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._set_aside(path, f"damaged, {error}")
            return {}
        self._stamps[_GUESTS] = _stamp(path)
        return guests

    def close(self) -> None:
        """Release the directory, in which all games are."""
        try:
            with self._owned():
                self._write_deleted()
        finally:
            os.close(self._lock_file)


def _file_name(game: str) -> str:
    """Return the name of a game's file: readable, and different even where case is ignored."""
    readable = re.sub(r"[^a-z0-9]+", "-", game.casefold())[:_LONGEST_NAME].strip("-")
    digest = sha256(game.encode(errors="surrogatepass")).hexdigest()[:12]
    return f"{readable}-{digest}{_GAME}"


def _stamp(path: Path) -> _Stamp:
    """Return what changes whenever another program writes a file."""
    found = path.stat()
    return found.st_ino, found.st_mtime_ns, found.st_size
