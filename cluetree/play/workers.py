"""Where a tournament's games are played: worker processes, or the workers of a Dask cluster."""

import os
import signal
from collections.abc import Callable, Generator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import Pipe, get_context
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from cluetree.errors import MissingExtraError, ResultsError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_T = TypeVar("_T")
_Pipe: TypeAlias = "Connection[object, object]"
_Task: TypeAlias = Callable[[Callable[[int], None]], _T]
"""A task that runs in a separate process and receives a function that records a number."""


@contextmanager
def processes(
    count: int | None = None,
    start_method: str | None = None,
    started: Callable[[], object] = int,
) -> Generator[Callable[[], Executor], None, None]:
    """Yield a function that makes a process pool whose workers end with this process.

    Leaving the context ends the workers at once, whatever they do. So does the end of this
    process, even if it is killed: each worker reads a pipe that only this process holds open.

    Args:
        count: The number of workers; if `None`, one per processor.
        start_method: The start method of `multiprocessing`; if `None`, its default.
        started: Called first in each worker.
    """
    context = get_context(start_method)
    reader, writer = Pipe(duplex=False)
    pools: list[ProcessPoolExecutor] = []

    def make() -> Executor:
        pool = ProcessPoolExecutor(count, context, _start_worker, (reader, writer, started))
        pools.append(pool)
        with sigint_blocked():
            pool.submit(int)  # the first task starts the workers
        return pool

    try:
        yield make
    finally:
        writer.close()
        reader.close()
        # Until Python 3.12 the interpreter's exit races with threads of pools that still end.
        for pool in pools:
            pool.shutdown(cancel_futures=True)


def _start_worker(reader: _Pipe, writer: _Pipe, started: Callable[[], object]) -> None:
    # A terminal sends Ctrl-C to workers too, but the command decides what follows.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    writer.close()  # else the end of the parent would not close it
    _end_with(reader)
    started()


def _end_with(parent: _Pipe) -> None:
    """End this process as soon as the other end of a pipe is closed."""

    def wait() -> None:
        with suppress(EOFError, OSError):
            parent.recv()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


@contextmanager
def sigint_blocked() -> Generator[None, None, None]:
    """Delay Ctrl-C while processes are started: a fork would lose a handler's exception.

    Processes started in the block inherit this. Without signal masks it does nothing.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def sigint_held() -> Generator[Callable[[], None], None, None]:
    """Hold back Ctrl-C in the block, and yield a function that lets it through.

    An exception in the middle of `concurrent.futures` can leave a lock taken for ever.
    """
    handler, came = signal.getsignal(signal.SIGINT), list[int]()

    def hold(number: int, _frame: FrameType | None) -> None:
        came.append(number)

    def let_through() -> None:
        if came and callable(handler):
            handler(came.pop(), None)

    if not callable(handler) or current_thread() is not main_thread():
        yield let_through
        return
    signal.signal(signal.SIGINT, hold)
    try:
        yield let_through
    finally:
        if signal.getsignal(signal.SIGINT) is hold:  # else the handler has set another one
            signal.signal(signal.SIGINT, handler)
    let_through()


@dataclass(frozen=True)
class Ended:
    """A process that ended before its task was done."""

    status: int
    """Its exit status; negative if a signal ended it."""
    note: int | None
    """The last number that the task noted."""

    def __str__(self) -> str:
        return f"signal {-self.status}" if self.status < 0 else f"status {self.status}"


def run_alone(task: _Task[_T]) -> _T | Ended:
    """Run a task in a separate process."""
    ours, theirs = Pipe()
    process = get_context("spawn").Process(target=_run_and_send, args=(theirs, task))
    process.start()
    theirs.close()
    note: int | None = None
    try:
        while True:
            sent: int | tuple[_T] = ours.recv()
            if isinstance(sent, tuple):
                return sent[0]
            note = sent
    except (EOFError, ConnectionError):
        process.join()
        return Ended(process.exitcode or 0, note)
    finally:
        process.kill()
        ours.close()


def _run_and_send(parent: _Pipe, task: _Task[object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with(parent)
    parent.send((task(parent.send),))


def stop(pool: Executor, *, wait: bool) -> None:
    """Shut an executor down, and cancel its tasks unless it waits for them."""
    if isinstance(pool, ProcessPoolExecutor | ThreadPoolExecutor):
        pool.shutdown(wait, cancel_futures=not wait)
    else:
        pool.shutdown(wait)  # Dask's cancels anyway, and does not know the option


@contextmanager
def cluster(address: str, *, patience: float = 10) -> Generator[Callable[[], Executor], None, None]:
    """Yield a function that returns an executor on a Dask cluster.

    The workers need the same version of cluetree. If a worker is lost, the scheduler gives its
    games to another.

    Args:
        address: The scheduler's address, such as `tcp://10.0.0.5:8786`.
        patience: Seconds to wait for an answer.

    Raises:
        MissingExtraError: If dask.distributed is not installed.
        ResultsError: If no scheduler answers.
    """
    try:
        from distributed import Client  # noqa: PLC0415 -- an extra, and slow to import
    except ImportError as error:
        raise MissingExtraError("clusters", "distributed", "cluster") from error
    try:
        client = Client(address, timeout=patience)
    except (OSError, ValueError) as error:
        raise ResultsError(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        # With `pure`, the scheduler would run equal tasks only once.
        yield lambda: client.get_executor(pure=False)  # pyright: ignore[reportUnknownMemberType]
