"""Many machines: a tournament's games on the workers of a Dask scheduler."""

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import contextmanager

from cluetree.errors import MissingExtraError, ResultsError


@contextmanager
def cluster(address: str, *, patience: float = 10) -> Generator[Callable[[], Executor], None, None]:
    """Open a Dask cluster for `cluetree.play.tournament.run`, whose `executor` it gives.

    The workers need cluetree of the same version. One that is lost loses no game: the scheduler
    gives its games to another.

    Args:
        address: The scheduler's, such as `tcp://10.0.0.5:8786`.
        patience: How many seconds to wait for it to answer.

    Raises:
        MissingExtraError: If dask.distributed is not installed.
        ResultsError: If no scheduler answers there.
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
        # `pure` would let the scheduler take alike games for the same work by their names.
        yield lambda: client.get_executor(pure=False)  # pyright: ignore[reportUnknownMemberType]
