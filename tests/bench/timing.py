"""Times that can be compared: of this process alone, the best of a few runs."""

import gc
import sys
import tracemalloc
from collections.abc import Callable
from time import process_time

from cluetree.beliefs import Beliefs
from cluetree.evidence import Evidence
from cluetree.exact import _count, count

_QUICK = 0.02
_RUNS = 5


def milliseconds(work: Callable[[], object]) -> float:
    """Return how long the work takes: the best of five runs, or of two if it is not quick.

    Counted is the time of this process, not of the clock on the wall, so that other work on
    the machine changes little.
    """
    best = float("inf")
    gc.collect()
    runs = _RUNS
    while runs:
        start = process_time()
        work()
        best = min(best, process_time() - start)
        runs = min(runs - 1, _RUNS if best < _QUICK else 1)
    return best * 1000


def answer(evidence: Evidence) -> Beliefs:
    """The full answer, nothing remembered: deals, all chances, all triples."""
    _count._known.clear()
    return count(evidence)


def megabytes(work: Callable[[], object]) -> float:
    """Return the most memory the work takes at a time."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


def say(line: str) -> None:
    """Print a line at once, so that a long run can be watched."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
