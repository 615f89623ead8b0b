"""Answer lines of many sessions concurrently: in threads, and slow ones in processes."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from threading import Thread
from typing import Final, TypeVar

from cluetree import record as records
from cluetree.interfaces.rpc.session import LONGEST_WORK, Session
from cluetree.interfaces.rpc.slow_lines import GameCopy, answer_apart, games_asked, is_quick
from cluetree.play.workers import processes as worker_processes, sigint_blocked

_T = TypeVar("_T")
_log: Final = logging.getLogger("cluetree.rpc")


class SlowLines:
    """Answers lines of many sessions, slow ones in worker processes if there are any.

    Args:
        processes: The number of processes for slow lines; 1: threads of this process.
        seconds: The maximum time of a line.
    """

    def __init__(self, processes: int = 1, seconds: float | None = LONGEST_WORK):
        self._seconds: Final = seconds
        self._workers: Final = ExitStack()
        self._new_pool: Callable[[], Executor | None] = lambda: None
        if processes > 1:
            # A fork would copy the locks of other threads.
            self._new_pool = self._workers.enter_context(worker_processes(processes, "spawn"))
        self._pool = self._new_pool()

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
        self, pool: Executor, games: Sequence[GameCopy], line: bytes
    ) -> str | None:
        with sigint_blocked():  # this may start a worker
            future = pool.submit(answer_apart, games, line, self._seconds)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """End the processes at once."""
        self._workers.close()


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
