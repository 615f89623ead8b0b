"""Where a tournament's games are played: worker processes, or the workers of a Dask cluster."""

import os
import signal
import sys
from collections.abc import Generator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import Pipe, active_children, connection, get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeAlias

from cluetree.errors import MissingExtraError, ResultsError
from cluetree.play.outside.program import kill_all

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_Pipe: TypeAlias = "Connection[object, object]"
_GRACE: Final = 1.0
"""Seconds that a worker has to end, which it cannot in a loop outside of Python."""


@contextmanager
def processes(count: int | None = None) -> Generator[Executor, None, None]:
    """Yield a pool of processes that end with the context, or with this process.

    Programs that they have started as agents end with them. What tasks print goes to standard
    error. By default there is one process per processor.

    Raises:
        ResultsError: If a worker ends before its task is done.
    """
    reader, writer = Pipe(duplex=False)
    others = {*active_children()}
    pool = ProcessPoolExecutor(count, get_context(), _start_worker, (reader,))
    try:
        yield pool
    except BrokenExecutor as error:
        raise ResultsError(f"a worker process has ended, perhaps by an agent: {error}") from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        writer.send_bytes(b"end")  # nothing receives it, so that every worker sees it
        for worker in {*active_children()} - others:
            worker.join(_GRACE)
            worker.kill()
        # Until Python 3.12 the interpreter's exit races with threads of pools that still end.
        pool.shutdown()


def _start_worker(end: _Pipe) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the parent decides what follows
    sys.stdout = sys.stderr
    Thread(target=_wait_for_end, args=(end,), daemon=True).start()


def _wait_for_end(end: _Pipe) -> None:
    parent = parent_process()
    connection.wait([end] if parent is None else [end, parent.sentinel])
    kill_all()
    os._exit(1)


@contextmanager
def cluster(address: str, *, patience: float = 10) -> Generator[Executor, None, None]:
    """Yield an executor on a Dask cluster, whose workers need the same version of cluetree.

    If a worker is lost, the scheduler gives its games to another one. The scheduler's address is
    such as `tcp://10.0.0.5:8786`; it has `patience` seconds to answer.

    Raises:
        MissingExtraError: If dask.distributed is not installed.
        ResultsError: If no scheduler answers, or if a game ends several workers.
    """
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415 -- an extra, slow to import
    except ImportError as error:
        raise MissingExtraError("clusters", "distributed", "cluster") from error
    try:
        client = Client(address, timeout=patience)
    except (OSError, ValueError) as error:
        raise ResultsError(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        try:
            # With `pure`, the scheduler would run equal tasks only once.
            yield client.get_executor(pure=False)  # pyright: ignore[reportUnknownMemberType]
        except KilledWorker as error:
            raise ResultsError(f"a game has ended the workers of the cluster: {error}") from error
