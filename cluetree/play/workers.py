"""Where a tournament's games are played: worker processes, or the workers of a Dask cluster."""

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from multiprocessing import Pipe, get_context
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from cluetree.errors import MissingExtraError, ResultsError
from cluetree.play.outside.guard import adopt_orphans, kill_children, wake_without_parent

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_T = TypeVar("_T")
_Pipe: TypeAlias = "Connection[object, object]"
_Task: TypeAlias = Callable[[Callable[[int], None]], _T]
"""A task that runs in a separate process and receives a function that records a number."""
_LOOK: Final = 0.2
"""Seconds after which a stopped worker is continued."""
_KILL: Final = 5.0
"""Seconds that a worker has to kill what its task has started."""


@contextmanager
def processes(
    count: int | None = None,
    start_method: str | None = None,
    started: Callable[[], object] = int,
) -> Generator[Callable[[], Executor], None, None]:
    """Yield a function that makes a process pool whose workers end with this process.

    Leaving the context ends the workers at once, whatever they do. So does the end of this
    process, even if it is killed: each worker reads a pipe that only this process holds open.
    On Linux a worker first kills what its tasks have started. The standard output of workers goes
    to standard error. A worker that stops itself (`SIGSTOP`) is continued. By default there is one
    worker per processor. `started` is called first in each worker.
    """
    context = get_context(start_method)
    reader, writer = Pipe(duplex=False)
    hears, says = Pipe(duplex=False)
    pools: list[ProcessPoolExecutor] = []
    over = Event()
    watch = Thread(target=_watch, args=(hears, over), daemon=True)

    def make() -> Executor:
        pool = ProcessPoolExecutor(count, context, _start_worker, (reader, writer, says, started))
        pools.append(pool)
        with sigint_blocked():
            pool.submit(int)  # the first task starts the workers
            if watch.ident is None:
                watch.start()
        return pool

    try:
        yield make
    finally:
        over.set()
        for end in (writer, reader, says):
            end.close()
        # Until Python 3.12 the interpreter's exit races with threads of pools that still end.
        for pool in pools:
            pool.shutdown(cancel_futures=True)


def _start_worker(reader: _Pipe, writer: _Pipe, says: _Pipe, started: Callable[[], object]) -> None:
    says.send_bytes(os.getpid().to_bytes(8))
    says.close()
    writer.close()  # else the end of the parent would not close it
    _be_worker(reader)
    started()


def _be_worker(parent: _Pipe) -> None:
    """Set this process up to run tasks until the other end of a pipe is closed."""
    # A terminal sends Ctrl-C to workers too, but the command decides what follows.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # one of them is closed
        os.dup2(2, 1)
    wake_without_parent()
    adopt_orphans()
    if sys.platform != "win32":
        pipes = {int(path.name) for path in Path("/dev/fd").iterdir()} - {0, 1, 2}
        os.register_at_fork(after_in_child=partial(_close, pipes))

    def wait() -> None:
        with suppress(EOFError, OSError):
            parent.recv()
        kill_children()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def _close(descriptors: Iterable[int]) -> None:
    """Close the pipes of a worker in a fork of it, so that its end is noticed without the fork."""
    for descriptor in descriptors:
        with suppress(OSError):
            os.close(descriptor)


def _watch(hears: _Pipe, over: Event) -> None:
    """Continue workers that are stopped, and kill those that do not end when they must.

    Their process ids come through a pipe.
    """
    workers, end = set[int](), inf
    while workers or not over.is_set():
        if over.is_set():
            end = min(end, monotonic() + _KILL)
            sleep(_LOOK)
        elif hears.poll(_LOOK):
            with suppress(EOFError):  # it is over
                workers.add(int.from_bytes(hears.recv_bytes()))
        workers = {worker for worker in workers if _wake(worker, kills=monotonic() > end)}


def _wake(process: int, *, kills: bool = False) -> bool:
    """Continue a process if it is stopped, or kill it; return whether there is such a process."""
    if sys.platform == "win32":
        return False
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGKILL if kills else signal.SIGCONT)
        return not kills
    return False


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
    """Run a task in a separate process, as those of `processes` do."""
    ours, theirs = Pipe()
    process = get_context("spawn").Process(target=_run_and_send, args=(theirs, task))
    process.start()
    theirs.close()
    note: int | None = None
    try:
        while True:
            while not ours.poll(_LOOK):
                _wake(process.ident or 0)
            sent: int | tuple[_T] = ours.recv()
            if isinstance(sent, tuple):
                return sent[0]
            note = sent
    except (EOFError, ConnectionError):
        process.join(_KILL)
        process.kill()
        process.join()
        return Ended(process.exitcode or 0, note)
    finally:
        ours.close()  # it then ends what the task has started, and itself
        process.join(_KILL)
        process.kill()


def _run_and_send(parent: _Pipe, task: _Task[object]) -> None:
    _be_worker(parent)
    parent.send((task(parent.send),))
    Event().wait()  # until the other end is closed


def is_cluster_error(error: BaseException | None) -> bool:
    """Whether a game of a Dask cluster has failed because its workers have ended."""
    return type(error).__module__.startswith("distributed.")


def has_workers(pool: Executor) -> bool:
    """Whether a Dask cluster has a worker at the moment; true for other executors."""
    client = getattr(pool, "_client", None)
    return client is None or bool(client.scheduler_info(n_workers=1)["workers"])


def stop(pool: Executor) -> None:
    """Shut an executor down, and cancel its tasks; threads that tasks have left are not awaited."""
    if isinstance(pool, ProcessPoolExecutor | ThreadPoolExecutor):
        pool.shutdown(wait=False, cancel_futures=True)
    else:
        pool.shutdown(wait=False)  # Dask's cancels anyway, and does not know the option


@contextmanager
def cluster(address: str, *, patience: float = 10) -> Generator[Callable[[], Executor], None, None]:
    """Yield a function that returns an executor on a Dask cluster.

    The workers need the same version of cluetree. If a worker is lost, the scheduler gives its
    games to another. If none is left, the games are played on this machine. The scheduler's
    address is such as `tcp://10.0.0.5:8786`; it has `patience` seconds to answer.

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
