"""The line protocol over standard input and output, or over TCP."""

import asyncio
import gc
import logging
import os
import signal
import stat
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing, contextmanager, redirect_stdout, suppress
from pathlib import Path
from queue import Queue
from threading import Thread
from types import FrameType
from typing import Final

from cluetree.interfaces.rpc.session import LONGEST_WORK, Session
from cluetree.interfaces.rpc.tcp import Bounds, LineServer, ServeError
from cluetree.interfaces.rpc.workers import SlowLines
from cluetree.limit import Limit
from cluetree.line_protocol import read_lines
from cluetree.text.printable import printable_lines

_log: Final = logging.getLogger("cluetree.rpc")
_SWITCH: Final = 0.0005
"""Seconds after which Python lets another thread run."""
_AHEAD: Final = 16
"""The maximum number of lines of standard input that are read ahead."""


def serve(
    tcp: str | None = None,
    directory: Path | None = None,
    *,
    seconds: float | None = LONGEST_WORK,
    bounds: Bounds | None = None,
    processes: int = 1,
) -> int:
    """Serve the line protocol until the client or a signal ends it, and return exit status 0.

    Without `tcp`, read lines from standard input and write answers to standard output, up to the
    end of input or `shutdown`. With `tcp`, a port or HOST:PORT, every connection is a separate
    session, and SIGINT or SIGTERM ends the server; without a host only this machine can connect.
    Nothing is encrypted. The log goes to standard error; without `tcp` it contains only warnings.

    `load` and `save` use records in the directory. A line takes at most `seconds`, even if its
    requests have higher limits. Several processes answer slow questions over TCP.

    Raises:
        ServeError: If it cannot listen there, or the directory or the number of processes is
            invalid.
        InvalidLimitError: If `seconds` is invalid.
    """
    if directory is not None and not directory.is_dir():
        raise ServeError(f"{directory} is not a directory")
    if tcp is None and bounds is not None and bounds.token is not None:
        raise ServeError("a token needs --tcp: on pipes there is only the client that started it")
    if processes < 1:
        raise ServeError(f"the number of processes must be at least 1, got {processes}")
    if tcp is None and processes > 1:
        raise ServeError(f"{processes} processes need --tcp: on pipes there is one client")
    Limit(seconds=seconds)  # raises if it is invalid

    def session(token: str | None = None) -> Session:
        return Session(directory, seconds=seconds, token=token)

    with _logging(logging.WARNING if tcp is None else logging.INFO):
        if tcp is None:
            with suppress(_Stop), _signals_to(_stop_here):
                _serve_pipes(session())
            return 0
        gc.freeze()  # exclude imported modules from garbage collection
        # The event loop would wait 5 ms for a counting thread each time it reads or writes.
        sys.setswitchinterval(_SWITCH)
        lines = SlowLines(processes)
        with closing(lines), closing(LineServer(tcp, session, bounds, lines)) as server:
            asyncio.run(_serve_until_signal(server))
    return 0


async def _serve_until_signal(server: LineServer) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    with _signals_to(lambda _: loop.call_soon_threadsafe(stop.set)):
        _log.info("listening at %s port %s", *server.address)
        await server.serve(stop)


class _Formatter(logging.Formatter):
    """Escapes control characters, also those in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        return printable_lines(super().format(record))


@contextmanager
def _logging(level: int) -> Generator[None, None, None]:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("cluetree: %(message)s"))
    before = _log.level
    _log.addHandler(handler)
    _log.setLevel(level)
    try:
        yield
    finally:
        _log.removeHandler(handler)
        _log.setLevel(before)


class _Stop(BaseException):
    """A signal that ends the server; not an `Exception`, so that no handler catches it."""


def _stop_here(name: str) -> None:
    raise _Stop(name)


@contextmanager
def _signals_to(stop: Callable[[str], object]) -> Generator[None, None, None]:
    """Call `stop` at the first SIGINT or SIGTERM.

    Further signals are ignored, because the process is about to end.
    """
    stopped = False

    def handle(number: int, _frame: FrameType | None) -> None:
        nonlocal stopped
        if not stopped:
            stopped = True
            _log.info("stopped by %s", signal.Signals(number).name)
            stop(signal.Signals(number).name)

    signals = (signal.SIGINT, signal.SIGTERM)
    before: list[Callable[[int, FrameType | None], object] | int | None] = []
    with suppress(ValueError):  # only the main thread receives signals
        before = [signal.signal(number, handle) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=False):
            signal.signal(number, signal.SIG_IGN if stopped else handler)


def _serve_pipes(session: Session) -> None:
    if sys.stdin is None or sys.stdout is None:
        raise ServeError("standard input and output are closed; use TCP")
    answers, lines = sys.stdout.buffer, Queue[bytes | None](_AHEAD)
    Thread(target=_read, args=(lines, session), daemon=True).start()
    # Accidental prints must not get between the answers.
    with redirect_stdout(sys.stderr):
        try:
            while not session.ended and (line := lines.get()) is not None:
                answer = session.handle(line)
                if answer is not None:
                    answers.write(answer.encode() + b"\n")
                    answers.flush()
        except BrokenPipeError:
            _log.info("the client closed the pipe")
            # Python would report unwritten output when it exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())


def _read(lines: "Queue[bytes | None]", session: Session) -> None:
    """Read the lines of standard input, and `None` at the end."""
    with ExitStack() as opened:
        stream, is_file = sys.stdin.buffer, True
        with suppress(OSError):
            # When Python exits, it closes standard input and would wait for a thread that reads it.
            copy = opened.enter_context(os.fdopen(os.dup(stream.fileno()), "rb"))
            stream, is_file = copy, stat.S_ISREG(os.fstat(copy.fileno()).st_mode)
        for line in read_lines(stream):
            lines.put(line)
        if not is_file:  # the end of a file says nothing about the client
            session.end_input()
        lines.put(None)
