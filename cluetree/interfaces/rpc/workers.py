"""Answer lines of many sessions concurrently: in threads, and slow ones in processes."""

import asyncio
import logging
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from typing import Final, TypeVar

from cluetree import record as records
from cluetree.interfaces.rpc.session import LONGEST_WORK, Session
from cluetree.interfaces.rpc.slow_lines import GameCopy, answer_apart, games_asked, is_quick
from cluetree.play.workers import end_with, sigint_blocked

_T = TypeVar("_T")
_log: Final = logging.getLogger("cluetree.rpc")


class SlowLines:
    """Answers lines of many sessions, slow ones in worker processes if there are any.

    Args:
        processes: The number of processes for slow lines; 1: threads of this process.
        seconds: The maximum time of a line.
    """

    def __init__(self, processes: int = 1, seconds: float | None = LONGEST_WORK):
        self._processes: Final = processes
        self._seconds: Final = seconds
        self._reader, self._writer = multiprocessing.Pipe(duplex=False)
        self._pool = self._new_pool() if processes > 1 else None

    def _new_pool(self) -> ProcessPoolExecutor:
        spawn = multiprocessing.get_context("spawn")  # a fork would copy threads' locks
        return ProcessPoolExecutor(self._processes, spawn, end_with, (self._reader,))

    async def answer(self, session: Session, line: bytes) -> str | None:
        """Answer a line of a session."""
        if is_quick(line):
            return session.handle(line)
        pool, games = self._pool, {game.id: game for game in session.games}
        asked = games_asked(line, games) if pool and session.token is None else None
        if pool is None or asked is None:
            return await _in_thread(lambda: session.handle(line))
        copies = [
            GameCopy(game.id, game.version, records.dumps_json(game.book.record)) for game in asked
        ]
        try:
            return await self._answer_in_process(pool, copies, line)
        except BrokenProcessPool:  # a worker was killed, for instance for its memory
            if self._pool is pool:  # the first line to notice
                _log.error("a worker process died; starting new ones")
                self._pool = self._new_pool()
            pool = self._pool or pool
        return await self._answer_in_process(pool, copies, line)

    async def _answer_in_process(
        self, pool: ProcessPoolExecutor, games: Sequence[GameCopy], line: bytes
    ) -> str | None:
        with sigint_blocked():  # so that Ctrl-C does not reach the workers
            future = pool.submit(answer_apart, games, line, self._seconds)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """End the processes at once."""
        self._writer.close()
        if self._pool is not None:
            # Until Python 3.12 the interpreter's exit races with threads of pools that still end.
            self._pool.shutdown(cancel_futures=True)


def _in_thread(work: Callable[[], _T]) -> "asyncio.Future[_T]":
    """Run work in a daemon thread, so that the program can exit without waiting for it."""
    future = Future[_T]()
    future.set_running_or_notify_cancel()  # so that it cannot be cancelled

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 -- raised where the future is awaited
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return asyncio.wrap_future(future)
