"""What the commands that play many games share: the choice of where they are played."""

import signal
from collections.abc import Callable, Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Annotated

from cyclopts import Parameter

from cluetree.interfaces.forking import signals_wait
from cluetree.play import cluster as dask

Workers = Annotated[int | None, Parameter(help="How many processes; 0 for none.")]
Cluster = Annotated[str | None, Parameter(help="A Dask scheduler's address.")]


@contextmanager
def executor(
    workers: int | None, cluster: str | None
) -> Generator[Callable[[], Executor] | None, None, None]:
    """Give what makes an executor: a cluster's, processes, or nothing to play here.

    Raises:
        MissingExtraError: If dask.distributed is not installed.
        ResultsError: If no scheduler answers there.
    """
    if cluster is not None:
        with dask.cluster(cluster) as made:
            yield made
    elif workers == 0:
        yield None
    else:
        yield partial(_processes, workers)


def _processes(workers: int | None) -> Executor:
    """Start processes; Ctrl-C waits meanwhile."""
    made = ProcessPoolExecutor(workers, initializer=_leave_interrupts)
    with signals_wait(signal.SIGINT):
        made.submit(int)  # with the first task all are forked
    return made


def _leave_interrupts() -> None:
    """Let Ctrl-C, which a terminal sends to workers too, be the command's alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
