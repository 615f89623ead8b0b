"""A session of the line protocol whose games outlive the program."""

import logging
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Final, TypeAlias

import msgspec
from msgspec import Raw

from cluetree import record as records
from cluetree.faces.rpc import Game, Session
from cluetree.faces.web.history import History, difference
from cluetree.faces.web.parallel_reads import games_asked
from cluetree.faces.web.store import Saved, Store, StoreError

_Records: TypeAlias = Mapping[str, tuple[str, int]]
"""For each game the record and the version."""

_log: Final = logging.getLogger("cluetree.web")


class _State(msgspec.Struct):
    game: str
    version: int


class _Games(msgspec.Struct):
    games: list[_State]


class _Answer(msgspec.Struct):
    result: _Games | None = None


class _Done(msgspec.Struct):
    error: Raw = msgspec.field(default_factory=Raw)


class _Call(msgspec.Struct):
    jsonrpc: str
    id: int
    method: str
    params: Mapping[str, str | int | Raw]


class _Draft:
    """A game that changed since it was last saved, or that was never saved."""

    def __init__(self, game: Game, history: History):
        self.game: Final = game
        self.history: Final = history
        self.version = 0
        self.record = ""
        self.saved = False
        """Whether the store has a state of it."""
        self._head: dict[str, Raw] = {}
        self._events: list[Raw] = []

    def take(self, record: str, version: int) -> None:
        """Take in the next state of the game."""
        head = msgspec.json.decode(record, type=dict[str, Raw])
        events = msgspec.json.decode(head.pop("events"), type=list[Raw])
        if self.record:
            edit = difference(self._events, events)
            if edit is None or head != self._head:
                self.history.clear()  # a repair of the set-up, which is no edit of the log
            else:
                self.history.add(edit)
        self.version, self.record = version, record
        self._head, self._events = head, events


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
        self._drafts: dict[str, _Draft] = {}
        self._changed: set[str] = set()
        self.versions: Mapping[str, int] = {}
        """The version of every game, as saved."""
        # This and `versions` are made anew each time, so that they can be read without waiting.
        self._records: _Records = {}
        self._restoring = False
        self._session = self._restored()
        self._stale = False
        """Whether the games must be taken from the store again."""

    def handle(self, line: bytes) -> str | None:
        """Answer one line as a `Session` does, once all that it changed is saved.

        Raises:
            StoreError: If that fails; nothing was changed then.
        """
        asked, known = games_asked(line), self._records
        if asked is not None and asked <= known.keys():
            return _aside(asked, known).handle(line)
        with self._lock:
            if self._stale:
                self._session = self._restored()
            self._stale = True  # unless all goes well
            answer = self._session.handle(line)
            self._save()
            self._stale = self._session.ended  # one page is done, but there are others
            return answer

    def _note(self, game: Game) -> None:
        """Take in that a game was opened or changed."""
        if self._restoring:
            self._drafts[game.id] = _Draft(game, History())
            return
        draft = self._drafts.get(game.id)
        if draft is None or draft.game is not game:
            known = draft is not None and draft.saved
            draft = self._drafts[game.id] = _Draft(game, History())
            draft.saved = known
        draft.take(records.dumps_json(game.book.record), game.version)
        self._changed.add(game.id)

    def _save(self) -> None:
        still_open = self._open()
        closed = self._drafts.keys() - still_open
        changed = {game: self._drafts[game] for game in self._changed & still_open}
        gone = [game for game in closed if self._drafts[game].saved]
        if changed or gone:
            states = [Saved(g, d.version, d.record, d.history) for g, d in changed.items()]
            self._store.write(states, gone)
        for draft in changed.values():
            draft.saved = True
        for game in closed:
            del self._drafts[game]
        self._tell_versions()

    def _tell_versions(self) -> None:
        self._changed.clear()
        drafts = self._drafts.items()
        self._records = {game: (draft.record, draft.version) for game, draft in drafts}
        self.versions = {game: draft.version for game, draft in drafts}

    def _open(self) -> set[str]:
        if self._session.ended:
            return set(self._drafts)
        answer = self._session.handle(_line("games", {})) or "{}"
        found = msgspec.json.decode(answer, type=_Answer).result
        return set() if found is None else {state.game for state in found.games}

    # At the start

    def _restored(self) -> Session:
        self._drafts, self._restoring = {}, True
        session = Session(on_change=self._note)
        for saved in self._store.games():
            self._restore(session, saved)
        self._restoring = False
        self._tell_versions()
        return session

    def _restore(self, session: Session, saved: Saved) -> None:
        """Open a saved game with all that could be undone, or at least as it stood."""
        history = saved.history
        if self._replayed(session, saved):
            history.kept = len(history.edits)
        else:
            _log.warning("game %s: nothing in it can be undone any more", saved.id)
            _ask(session, "close", game=saved.id)
            history = History()
            record = Raw(saved.record.encode())
            if not _ask(session, "new", game=saved.id, record=record, version=saved.version):
                raise StoreError(f"{self._store.path}: game {saved.id} cannot be read")
        draft = self._drafts[saved.id] = _Draft(self._drafts[saved.id].game, history)
        draft.take(saved.record, saved.version)
        draft.saved = True

    def _replayed(self, session: Session, saved: Saved) -> bool:
        """Make all edits of a saved game again, and say whether that led to where it stood."""
        requests = list(saved.history.requests())
        head = msgspec.json.decode(saved.record, type=dict[str, Raw])
        events = msgspec.json.decode(head["events"], type=list[Raw])
        head["events"] = Raw(msgspec.json.encode(saved.history.start(events)))
        first = Raw(msgspec.json.encode(head))
        version = max(0, saved.version - len(requests))
        return (
            _ask(session, "new", game=saved.id, record=first, version=version)
            and all(_ask(session, what, game=saved.id, **params) for what, params in requests)
            and records.dumps_json(self._drafts[saved.id].game.book.record) == saved.record
        )


def _line(method: str, params: Mapping[str, str | int | Raw]) -> bytes:
    return msgspec.json.encode(_Call("2.0", 0, method, params))


def _ask(session: Session, method: str, **params: str | int | Raw) -> bool:
    """Ask for a change, and say whether it was made."""
    answer = session.handle(_line(method, params)) or "{}"
    return not bytes(msgspec.json.decode(answer, type=_Done).error)


def _aside(games: Iterable[str], records: _Records) -> Session:
    """Open copies of games in a session of their own."""
    session = Session()
    for game in games:
        record, version = records[game]
        _ask(session, "new", game=game, record=Raw(record.encode()), version=version)
    return session
