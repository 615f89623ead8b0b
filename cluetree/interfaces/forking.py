"""Signals that come while processes are forked."""

import signal
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def signals_wait(*numbers: signal.Signals) -> Generator[None, None, None]:
    """Let these signals wait meanwhile: what their handlers raise gets lost in a fork.

    They wait in the processes forked, too, until these say otherwise. Where a system can neither
    fork nor let signals wait, nothing changes.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
