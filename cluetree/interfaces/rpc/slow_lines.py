"""Lines that take long and change nothing: a copy of their games can answer them elsewhere.

A session handles one line after the other. To weigh what rivals know takes seconds, and meanwhile
a suggestion at the table must still be entered. So a thread, another process or a second worker of
the browser answers such a line with a session of its own.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from cluetree import record as records
from cluetree.interfaces.forking import signals_wait
from cluetree.interfaces.rpc.session import LONGEST_WORK, METHODS, Session
from cluetree.notebook import Notebook
from cluetree.operations.games import Game

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_T = TypeVar("_T")
_log: Final = logging.getLogger("cluetree.rpc")


@dataclass(frozen=True)
class GameCopy:
    """A game without its undo history."""

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


# Made before there are threads: msgspec 0.22 is not safe when two make decoders at once.
_REQUEST: Final = msgspec.json.Decoder(_Request)
_BATCH: Final = msgspec.json.Decoder(list[_Request])


_CHANGES: Final = ("tell", "insert", "edit", "delete", "undo", "redo")
_QUICK: Final = frozenset(
    (*_CHANGES, "initialize", "shutdown", "editions", "new", "games", "close", "events")
)
"""Methods that neither count nor touch files; others may wait for a thread."""
_SHORT: Final = 1 << 14
"""Bytes of a line that are read in no time."""


def _is_quick(line: bytes) -> bool:
    """Whether a line is answered before others would notice."""
    if len(line) > _SHORT:
        return False
    try:
        return _REQUEST.decode(line).method in _QUICK
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def games_asked(line: bytes) -> frozenset[str] | None:
    """Return the ids of the games that a slow line asks about, if it leaves them unchanged.

    It may work on copies, if it closes each of them. The result is `None` if the line must be
    handled after those before it, or is invalid.
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
    """Answer a line with a new session that knows only copies of some games."""
    session = Session(seconds=seconds)
    for game in games:
        session.games.open(Notebook.from_json(game.record), game.id, game.version)
    return session.handle(line)


class SlowLines:
    """Answers lines of many sessions: the slow ones in other processes, if there are several.

    Args:
        processes: How many processes answer slow lines; 1: threads of this process.
        seconds: How long a line may take.
    """

    def __init__(self, processes: int = 1, seconds: float | None = LONGEST_WORK):
        self._processes: Final = processes
        self._seconds: Final = seconds
        self._reader, self._writer = multiprocessing.Pipe(duplex=False)
        self._pool = self._new_pool() if processes > 1 else None

    def _new_pool(self) -> ProcessPoolExecutor:
        spawn = multiprocessing.get_context("spawn")  # a fork would copy threads' locks
        return ProcessPoolExecutor(self._processes, spawn, _start_worker, (self._reader,))

    async def answer(self, session: Session, line: bytes) -> str | None:
        """Answer a line of a session."""
        if _is_quick(line):
            return session.handle(line)
        pool = self._pool
        asked = games_asked(line) if pool and session.token is None else None
        games = {game.id: game for game in session.games}
        if pool is None or asked is None or not asked <= games.keys():
            return await in_thread(lambda: session.handle(line))
        copies = [_copy(games[name]) for name in asked]
        try:
            return await self._answer_in_process(pool, copies, line)
        except BrokenProcessPool:  # a worker was killed, for instance for its memory
            if self._pool is pool:  # the first line to notice
                _log.error("a process was lost; others are started")
                self._pool = self._new_pool()
            pool = self._pool or pool
        return await self._answer_in_process(pool, copies, line)

    async def _answer_in_process(
        self, pool: ProcessPoolExecutor, games: Sequence[GameCopy], line: bytes
    ) -> str | None:
        with signals_wait(signal.SIGINT):  # Ctrl-C is not for the workers
            future = pool.submit(answer_apart, games, line, self._seconds)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """End the processes at once."""
        self._writer.close()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _copy(game: Game) -> GameCopy:
    return GameCopy(game.id, game.version, records.dumps_json(game.book.record))


def _start_worker(reader: "Connection[object, object]") -> None:
    """Let a worker end when its parent closes the pipe, or is killed."""
    Thread(target=_end_with, args=(reader,), daemon=True).start()


def _end_with(reader: "Connection[object, object]") -> None:
    with suppress(EOFError, OSError):
        reader.recv_bytes()
    os._exit(0)


_work: Final = SimpleQueue[Callable[[], None]]()
_idle: Final = Semaphore(0)


def in_thread(work: Callable[[], _T]) -> "asyncio.Future[_T]":
    """Run work in a daemon thread: the program ends without waiting for it."""
    future = Future[_T]()
    future.set_running_or_notify_cancel()  # so that cancelling does not disturb the thread

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 -- raised where the future is awaited
            future.set_exception(error)

    _work.put(run)
    if not _idle.acquire(blocking=False):
        Thread(target=_work_on, daemon=True).start()
    return asyncio.wrap_future(future)


def _work_on() -> None:
    while True:
        _work.get()()
        _idle.release()
