"""Lines that take long and change nothing, which need not keep others waiting.

A session handles one line after the other. To weigh what rivals know takes seconds, in which a
suggestion at the table must still be entered. So such a line is answered by a session of its
own, which knows the games that it asks about as they were when it came.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from cluetree.interfaces.rpc import METHODS, Session
from cluetree.notebook import Notebook


class GameCopy(msgspec.Struct, frozen=True):
    """A game as it is saved, but for what can be undone."""

    id: str
    version: int
    """How many changes it has seen."""
    record: str
    """The record, in JSON."""


class _Params(msgspec.Struct):
    game: str | None = None
    copy: str | None = None


class _Request(msgspec.Struct):
    method: str
    params: _Params = msgspec.field(default_factory=_Params)


# Made before there are threads.
_REQUEST: Final = msgspec.json.Decoder(_Request)
_BATCH: Final = msgspec.json.Decoder(list[_Request])


def games_asked(line: bytes) -> frozenset[str] | None:
    """Return the games that a line asks about, if it takes long and leaves them as they are.

    It may work on copies, if it closes each of them.

    Returns:
        The ids of the games; `None` if the line must be handled after those before it, or makes
        no sense.
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


def answer_beside(games: Iterable[GameCopy], line: bytes) -> str | None:
    """Answer a line by a session of its own, which knows copies of some games."""
    session = Session()
    for game in games:
        session.games.open(Notebook.from_json(game.record), game.id, game.version)
    return session.handle(line)
