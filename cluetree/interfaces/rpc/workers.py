"""Answer slow lines of many clients: a few at a time, in threads or processes, while they wait."""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from ctypes import c_double
from functools import partial
from multiprocessing import get_context
from threading import Thread
from time import monotonic
from typing import Final, TypeVar
from weakref import WeakSet

from cluetree import record as records
from cluetree.interfaces.rpc.protocol import Code, RpcError
from cluetree.interfaces.rpc.session import FAREWELL, Session
from cluetree.interfaces.rpc.slow_lines import GameCopy, answer_apart, games_asked, is_quick
from cluetree.limit import Deadline, Moment
from cluetree.play.workers import processes as worker_processes, sigint_blocked

_T = TypeVar("_T")
_log: Final = logging.getLogger("cluetree.rpc")
_MOST_WAITING: Final = 256
"""The maximum number of lines that wait for their turn."""
_LONGEST_WAIT: Final = 5.0
"""Seconds that a line waits for its turn."""
_TRIALS: Final = 3
"""How often a line is given to a process, if each is killed."""


class SlowLines:
    """Answers lines of many clients, as many slow ones at a time as there are processors.

    The others wait in order, which counts as their time, and are refused after a few seconds. The
    work on a line ends early if the task that awaits its answer is cancelled. Without several
    processes, threads of this one answer.
    """

    def __init__(self, processes: int = 1):
        self._workers: Final = ExitStack()
        self._moments: Sequence[Moment] = ()
        self._in_processes: Final = processes > 1
        if self._in_processes:
            context = get_context("spawn")  # a fork would copy the locks of other threads
            self._moments = [context.RawValue(c_double) for _ in range(processes)]
            pools = worker_processes(processes, "spawn", partial(_share, self._moments))
            self._new_pool = self._workers.enter_context(pools)
            self._pool = self._new_pool()
        self._turns: Final = asyncio.Queue[int]()
        for turn in range(processes if self._in_processes else max(2, os.cpu_count() or 1)):
            self._turns.put_nowait(turn)
        self._waiting = 0
        self._threads: Final = WeakSet[Thread]()

    async def answer(self, session: Session, line: bytes) -> str | None:
        """Answer a line of a session."""
        if is_quick(line):
            return session.handle(line)
        deadline = session.deadline()
        games = {game.id: game for game in session.games}
        asked = games_asked(line, games) if self._in_processes and session.token is None else None
        try:
            if asked is None:
                return await self.run(lambda: session.handle(line, deadline), deadline)
            copies = [GameCopy(g.id, g.version, records.dumps_json(g.book.record)) for g in asked]
            return await self._in_turn(partial(self._in_process, copies, line, deadline), deadline)
        except RpcError as error:
            return session.handle(line, refusal=error)

    async def run(self, work: Callable[[], _T], deadline: Deadline) -> _T:
        """Run work in a thread once it is its turn; raise `RpcError` if that takes too long."""
        return await self._in_turn(lambda _: self._in_thread(work), deadline)

    async def _in_turn(self, work: Callable[[int], Awaitable[_T]], deadline: Deadline) -> _T:
        # A separate task keeps the turn until the work has ended, even if nobody waits for it.
        task = asyncio.ensure_future(self._take_turn(work, deadline))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            deadline.bring_forward()
            raise

    async def _take_turn(self, work: Callable[[int], Awaitable[_T]], deadline: Deadline) -> _T:
        if self._waiting >= _MOST_WAITING:
            raise RpcError(Code.BUSY, f"{_MOST_WAITING} questions wait; try later")
        self._waiting += 1
        try:
            async with asyncio.timeout(min(deadline.left, _LONGEST_WAIT)):
                turn = await self._turns.get()
        except TimeoutError:
            raise RpcError(Code.BUSY, "other questions take all processors; try later") from None
        finally:
            self._waiting -= 1
        try:
            return await work(turn)
        finally:
            self._turns.put_nowait(turn)

    async def _in_process(
        self, games: Sequence[GameCopy], line: bytes, deadline: Deadline, turn: int
    ) -> str | None:
        with deadline.shared(self._moments[turn]):
            for _ in range(_TRIALS):
                pool = self._pool
                try:
                    with sigint_blocked():  # this may start a worker
                        future = pool.submit(_answer_shared, games, line, deadline.seconds, turn)
                    return await asyncio.wrap_future(future)
                except BrokenProcessPool:  # a worker was killed, for instance for its memory
                    if self._pool is pool:  # the first line to notice
                        _log.error("a worker process died; starting new ones")
                        self._pool = self._new_pool()
        raise RpcError(Code.INTERNAL_ERROR, f"the process that answered was ended {_TRIALS} times")

    def _in_thread(self, work: Callable[[], _T]) -> "asyncio.Future[_T]":
        """Run work in a daemon thread, so that the program can exit without waiting for it."""
        future = Future[_T]()
        future.set_running_or_notify_cancel()  # so that it cannot be cancelled

        def run() -> None:
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 -- raised where the future is awaited
                future.set_exception(error)

        thread = Thread(target=run, daemon=True)
        self._threads.add(thread)
        thread.start()
        return asyncio.wrap_future(future)

    def close(self) -> None:
        """End the processes at once, and wait a moment for threads whose work is cancelled.

        Python may abort if it exits while a thread is in the compiled core.
        """
        self._workers.close()
        until = monotonic() + FAREWELL
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))


_moments: Sequence[Moment] = ()
"""In a worker: when the work of each turn must end."""


def _share(moments: Sequence[Moment]) -> None:
    global _moments  # noqa: PLW0603 -- a worker's only way to what its start received
    _moments = moments


def _answer_shared(games: Sequence[GameCopy], line: bytes, seconds: float, turn: int) -> str | None:
    return answer_apart(games, line, Deadline(seconds, _moments[turn]))
