"""Blocking signals while processes are started."""

import signal
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def signals_wait(*numbers: signal.Signals) -> Generator[None, None, None]:
    """Block these signals in the block: an exception of their handlers gets lost in a fork.

    Processes started in it inherit that. On systems without signal masks it does nothing.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
