"""A session of the line protocol whose games outlive the program."""

from threading import Lock
from typing import Final

from cluetree.interfaces.rpc import Game, Session
from cluetree.interfaces.rpc.slow_lines import answer_apart, games_asked
from cluetree.interfaces.web.salvage import Saved
from cluetree.interfaces.web.store import Store
from cluetree.notebook import Notebook


class KeptSession:
    """The door to the games, which saves them before it answers.

    Every open game is in the store, and what is closed is gone from it. If a change cannot be
    saved it is not made: the games are taken from the store again.

    Raises:
        StoreError: If the store cannot be read.
    """

    def __init__(self, store: Store):
        self._store: Final = store
        self._lock: Final = Lock()
        self.saved: dict[str, Saved] = {}
        """Every game as saved; made anew each time, so that it can be read without waiting."""
        self._games: dict[str, Game] = {}
        """The open games that are saved, to be told from others of the same id."""
        self._session = self._restored()
        self._stale = False
        """Whether the games must be taken from the store again."""

    @property
    def versions(self) -> dict[str, int]:
        """The version of every game, as saved."""
        return {game: saved.version for game, saved in self.saved.items()}

    def handle(self, line: bytes) -> str | None:
        """Answer one line as a `Session` does, once all that it changed is saved.

        Raises:
            StoreError: If that fails; nothing was changed then.
        """
        asked, saved = games_asked(line), self.saved
        if asked is not None and asked <= saved.keys():
            return answer_apart((saved[game] for game in asked), line)
        with self._lock:
            if self._stale:
                self._session = self._restored()
            self._stale = True  # unless all goes well
            answer = self._session.handle(line)
            self._save()
            self._stale = self._session.ended  # one page is done, but there are others
            return answer

    def _save(self) -> None:
        games = {game.id: game for game in self._session.games}
        changed = {
            game.id: Saved.of(game)
            for game in games.values()
            if game is not self._games.get(game.id) or game.version != self.saved[game.id].version
        }
        gone = self.saved.keys() - games.keys()
        if changed or gone:
            self._store.write(changed.values(), gone)
            self.saved = {game: changed.get(game) or self.saved[game] for game in games}
            self._games = games

    def _restored(self) -> Session:
        session = Session()
        saved = self._store.games()
        for game in saved:
            book = Notebook.from_json(game.record)
            book.take_history(game.history)
            session.games.open(book, game.id, game.version)
        self.saved = {game.id: game for game in saved}
        self._games = {game.id: game for game in session.games}
        return session
