"""A session of the line protocol whose games are saved."""

from threading import Lock
from typing import Final

from cluetree.interfaces.rpc import Game, Session
from cluetree.interfaces.rpc.slow_lines import answer_apart, games_asked
from cluetree.interfaces.web.saved_game import SavedGame
from cluetree.interfaces.web.store import Store
from cluetree.limit import Deadline
from cluetree.notebook import Notebook


class PersistentSession:
    """A session that saves its games before it answers.

    Every open game is in the store, and closing a game deletes it there. A change that cannot be
    saved is not made: the games are read from the store again.
    """

    def __init__(self, store: Store):
        self._store: Final = store
        self._lock: Final = Lock()
        self._games: dict[str, Game] = {}
        """The open games that are saved, to tell them from others with the same id."""
        self._session = self._restored()
        self._stale = False
        """Whether the games must be read from the store again."""

    @property
    def saved(self) -> dict[str, SavedGame]:
        """Every game as saved; a new dict after each change, to be read without waiting."""
        return self._store.games

    @property
    def versions(self) -> dict[str, int]:
        """The version of every game, as saved."""
        return {game: saved.version for game, saved in self.saved.items()}

    def handle(self, line: bytes, deadline: Deadline | None = None) -> str | None:
        """Answer one line once its changes are saved; on a `StoreError` nothing has changed."""
        copies = games_asked(line, self.saved)
        if copies is not None:
            return answer_apart(copies, line, deadline)
        with self._lock:
            if self._stale:
                self._session = self._restored()
            self._stale = True  # unless all goes well
            answer = self._session.handle(line, deadline)
            self._save()
            self._stale = self._session.ended  # one page is done, but there are others
            return answer

    def _save(self) -> None:
        games = {game.id: game for game in self._session.games}
        changed = [
            SavedGame.of(game)
            for game in games.values()
            if game is not self._games.get(game.id) or game.version != self.saved[game.id].version
        ]
        gone = self.saved.keys() - games.keys()
        if changed or gone:
            self._store.write(changed, gone)
            self._games = games

    def _restored(self) -> Session:
        session = Session()
        for game in self.saved.values():
            book = Notebook.from_json(game.record)
            book.take_history(game.history)
            session.games.open(book, game.id, game.version)
        self._games = {game.id: game for game in session.games}
        return session
