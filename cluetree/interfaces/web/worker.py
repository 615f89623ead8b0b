"""The games in a worker of the browser: the functions that the page's JavaScript calls.

The session and the store are those of the server. Their directory is in the worker's memory; the
JavaScript copies its files from the browser's database, and back after each change.
"""

import os
from pathlib import Path
from typing import Final

import msgspec

from cluetree.interfaces.rpc import slow_lines
from cluetree.interfaces.rpc.slow_lines import GameCopy, games_asked
from cluetree.interfaces.web.persistent_session import PersistentSession
from cluetree.interfaces.web.store import Store


class BrowserGames:
    """The games of this browser; raises `StoreError` if their directory cannot be read."""

    def __init__(self, path: str):
        self._path: Final = Path(path)
        self._path.mkdir(parents=True, exist_ok=True)
        self._files = self._stamps()
        self._store: Final = Store(self._path)
        self._session: Final = PersistentSession(self._store)

    def _stamps(self) -> dict[str, tuple[int, int]]:
        with os.scandir(self._path) as entries:
            stats = {each.name: each.stat() for each in entries if each.name != ".lock"}
        return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in stats.items()}

    def changed(self) -> str:
        """Return the names of the files that changed since the last call, as a JSON array."""
        before, self._files = self._files, self._stamps()
        names = {name for name, _ in before.items() ^ self._files.items()}
        return msgspec.json.encode(sorted(names)).decode()

    @property
    def unread(self) -> str:
        """The names of the files that were not read when the directory was opened, in JSON."""
        return msgspec.json.encode(self._store.unread).decode()

    @property
    def versions(self) -> str:
        """The version of every game, as a JSON object; different after each change."""
        return msgspec.json.encode(self._session.versions).decode()

    def handle(self, line: str) -> str | None:
        """Answer a line once its changes are saved; on a `StoreError` nothing has changed."""
        return self._session.handle(line.encode())

    def copies(self, line: str) -> str | None:
        """Return the games that another worker needs to answer a slow line, in JSON.

        It is `None` for a line that is quick, or that changes something.
        """
        asked = games_asked(line.encode(), self._session.saved)
        if asked is None:
            return None
        copies = [GameCopy(game.id, game.version, game.record) for game in asked]
        return msgspec.json.encode(copies).decode()

    def close(self) -> None:
        """Release the directory."""
        self._store.close()


def answer_apart(copies: str, line: str) -> str | None:
    """Answer a line from copies of the games that it asks about."""
    games = msgspec.json.decode(copies, type=list[GameCopy])
    return slow_lines.answer_apart(games, line.encode())
