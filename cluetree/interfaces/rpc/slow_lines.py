"""Slow lines that change nothing, answered by a separate session from copies of the games.

A session handles one line after the other. A question about opponents can take seconds, and the
client must be able to enter events meanwhile. So a thread, another process or a second worker of
the browser answers such a line.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from cluetree.interfaces.rpc.session import LONGEST_WORK, METHODS, Session
from cluetree.notebook import Notebook


@dataclass(frozen=True)
class GameCopy:
    """A game without its undo history."""

    id: str
    version: int
    """The number of changes so far."""
    record: str
    """The record, in JSON."""


class _Params(msgspec.Struct):
    game: str | None = None
    copy: str | None = None


class _Request(msgspec.Struct):
    method: str
    params: _Params = msgspec.field(default_factory=_Params)


# Made at import: msgspec 0.22 can crash when two threads make decoders at once.
_REQUEST: Final = msgspec.json.Decoder(_Request)
_BATCH: Final = msgspec.json.Decoder(list[_Request])


_CHANGES: Final = ("tell", "insert", "edit", "delete", "undo", "redo")
_QUICK: Final = frozenset(
    (*_CHANGES, "initialize", "shutdown", "editions", "new", "games", "close", "events")
)
"""Methods that do not count deals and do not use files; other lines may wait for a thread."""
_SHORT: Final = 1 << 14
"""The maximum length of a quick line in bytes; parsing a longer one delays other clients."""


def is_quick(line: bytes) -> bool:
    """Whether answering a line takes too little time to delay others."""
    if len(line) > _SHORT:
        return False
    try:
        return _REQUEST.decode(line).method in _QUICK
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def games_asked(line: bytes) -> frozenset[str] | None:
    """Return the ids of the games of a slow line that changes none of them.

    The line may open copies with `suppose` if it closes them all. Return `None` if the session
    itself must handle the line, or if it is invalid.
    """
    try:
        requests = list(_requests(line))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    copies = {request.params.copy for request in requests if request.method == "suppose"}
    closed = {request.params.game for request in requests if request.method == "close"}
    others = [METHODS.get(request.method) for request in requests if request.method != "close"]
    if copies != closed or not all(method and method.reads for method in others):
        return None
    if not any(method and method.slow for method in others):
        return None
    asked = {request.params.game for request in requests} - copies
    return frozenset(game for game in asked if game is not None)


def _requests(line: bytes) -> Iterator[_Request]:
    if line.lstrip()[:1] == b"[":
        yield from _BATCH.decode(line)
    else:
        yield _REQUEST.decode(line)


def answer_apart(
    games: Iterable[GameCopy], line: bytes, seconds: float | None = LONGEST_WORK
) -> str | None:
    """Answer a line with a new session that has only copies of some games."""
    session = Session(seconds=seconds)
    for game in games:
        session.games.open(Notebook.from_json(game.record), game.id, game.version)
    return session.handle(line)
