"""Slow lines that change nothing, answered by a separate session from copies of the games.

A session handles one line after the other. A question about opponents can take seconds, and the
client must be able to enter events meanwhile. So a thread, another process or a second worker of
the browser answers such a line.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

import msgspec

from cluetree.interfaces.rpc.session import METHODS, Session
from cluetree.limit import Deadline
from cluetree.notebook import Notebook

_G = TypeVar("_G")


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
_LINE: Final = msgspec.json.Decoder(_Request | list[_Request])
_CHANGES: Final = {name for name, each in METHODS.items() if each.changes}
_LIGHT: Final = {"initialize", "shutdown", "editions", "games", "events"}
_QUICK: Final = _CHANGES - {"load", "repair"} | _LIGHT
"""Methods that do not count deals and do not use files; other lines may wait for a thread."""
_SHORT: Final = 1 << 14
"""The maximum length of a quick line in bytes; parsing a longer one delays other clients."""


def _requests(line: bytes) -> list[_Request]:
    """Parse a line; an invalid one has no requests."""
    try:
        found = _LINE.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    return [found] if isinstance(found, _Request) else found


def is_quick(line: bytes) -> bool:
    """Whether answering a line takes too little time to delay others."""
    return len(line) <= _SHORT and [one.method in _QUICK for one in _requests(line)] == [True]


def games_asked(line: bytes, games: Mapping[str, _G]) -> list[_G] | None:
    """Return the games of a slow line that changes none of them.

    The line may open copies with `suppose` if it closes them all. Return `None` if the session
    itself must handle the line, or if it is invalid.
    """
    requests = _requests(line)
    copies = {request.params.copy for request in requests if request.method == "suppose"}
    closed = {request.params.game for request in requests if request.method == "close"}
    others = [METHODS.get(request.method) for request in requests if request.method != "close"]
    if copies != closed or not all(method and method.reads for method in others):
        return None
    asked = {request.params.game for request in requests} - copies - {None}
    if not any(method and method.slow for method in others) or not asked <= games.keys():
        return None
    return [game for name, game in games.items() if name in asked]


def answer_apart(
    games: Iterable[GameCopy], line: bytes, deadline: Deadline | None = None
) -> str | None:
    """Answer a line with a new session that has only copies of some games."""
    session = Session()
    for game in games:
        session.games.open(Notebook.from_json(game.record), game.id, game.version)
    return session.handle(line, deadline)
