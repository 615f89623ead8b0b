"""The games in a worker of the browser: what the page's JavaScript calls there, text in, text out.

The session and the store are the server's own. Their file lies in the worker's memory; the
JavaScript brings it there from the browser's database, and back after each change.
"""

from pathlib import Path
from typing import Final

import msgspec

from cluetree.interfaces.rpc import slow_lines
from cluetree.interfaces.rpc.slow_lines import GameCopy
from cluetree.interfaces.web.kept_session import KeptSession
from cluetree.interfaces.web.store import Store


class Games:
    """The games of this browser.

    Args:
        path: Their file.

    Raises:
        StoreError: If it cannot be read.
    """

    def __init__(self, path: str):
        self._store: Final = Store(Path(path))
        self._session: Final = KeptSession(self._store)

    @property
    def versions(self) -> str:
        """The version of every game, as a JSON object; another one after each change."""
        return msgspec.json.encode(self._session.versions).decode()

    def handle(self, line: str) -> str | None:
        """Answer a line; what it changed is in the file then.

        Raises:
            StoreError: If it cannot be written; nothing was changed then.
        """
        return self._session.handle(line.encode())

    def copies(self, line: str) -> str | None:
        """Return the games that another worker needs to answer a line; `None` if none should.

        That is for lines that take long and change nothing.
        """
        asked, saved = slow_lines.games_asked(line.encode()), self._session.saved
        if asked is None or not asked <= saved.keys():
            return None
        games = (saved[name] for name in asked)
        copies = [GameCopy(game.id, game.version, game.record) for game in games]
        return msgspec.json.encode(copies).decode()

    def close(self) -> None:
        """Let go of the file."""
        self._store.close()


def answer_apart(copies: str, line: str) -> str | None:
    """Answer a line from copies of the games that it asks about."""
    games = msgspec.json.decode(copies, type=list[GameCopy])
    return slow_lines.answer_apart(games, line.encode())
