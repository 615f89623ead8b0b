"""The code of agents: what it raises, writes or leaves running must not stop the game."""

import os
import signal
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from threading import current_thread, main_thread
from types import FrameType
from typing import Final

from cluetree.errors import ClueError
from cluetree.play.outside.child import Child
from cluetree.play.outside.guard import adopt_orphans, children, kill_children

_MAX_WORDS: Final = 400
"""Characters kept of what an agent raised."""


class Interrupt(KeyboardInterrupt):
    """Ctrl-C, as opposed to a `KeyboardInterrupt` that an agent raises."""


def fault_of(error: BaseException) -> str:
    """Return what an agent's code raised, in words; raise Ctrl-C again.

    Where no handler of `interruptible` tells them apart, a `KeyboardInterrupt` is Ctrl-C.
    """
    handler = signal.getsignal(signal.SIGINT)
    if isinstance(error, Interrupt) or (
        isinstance(error, KeyboardInterrupt)
        and current_thread() is main_thread()
        and handler is signal.default_int_handler
    ):
        raise error
    try:
        words = str(error) if isinstance(error, ClueError | TimeoutError) else repr(error)
    except BaseException:  # noqa: BLE001 -- an agent's own exception can fail here
        words = type(error).__name__
    return words[:_MAX_WORDS]


@contextmanager
def interruptible() -> Generator[None, None, None]:
    """Raise `Interrupt` at the first Ctrl-C, and end the process at the second.

    An agent can catch the exception, but not the second signal. In other threads than the main
    one it does nothing.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        raise Interrupt

    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def hosting_agents() -> Generator[None, None, None]:
    """Let a command run agents: `interruptible`, and without processes that stay behind.

    On Linux it adopts the orphans of worker processes and guards, and kills at the end what agents
    have started.
    """
    before, adopted = {*children()}, adopt_orphans()
    try:
        with interruptible():
            yield
    finally:
        kill_children(spared=before | Child.guards())
        adopt_orphans(adopts=adopted)


@contextmanager
def output_on_stderr() -> Generator[None, None, None]:
    """Send standard output to standard error, also that of C code and of child processes."""
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(sys.stderr))
        with suppress(OSError):  # one of them is closed
            saved = os.dup(1)
            stack.callback(os.close, saved)
            _flush()
            os.dup2(2, 1)
            stack.callback(os.dup2, saved, 1)
            stack.callback(_flush)
        yield


def _flush() -> None:
    with suppress(OSError, ValueError):
        if sys.__stdout__ is not None:
            sys.__stdout__.flush()
