"""Lines over standard input and output, or over TCP, to and from sessions."""

import gc
import logging
import os
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from types import FrameType
from typing import Final

from cluetree.interfaces.rpc.games import LONGEST_WORK
from cluetree.interfaces.rpc.session import Session
from cluetree.interfaces.rpc.tcp import Bounds, LineServer, ServeError, converse
from cluetree.interfaces.rpc.workers import ForkingLineServer
from cluetree.limit import Limit
from cluetree.line_protocol import read_lines

_log: Final = logging.getLogger("cluetree.rpc")


def serve(
    tcp: str | None = None,
    directory: Path | None = None,
    *,
    seconds: float | None = LONGEST_WORK,
    bounds: Bounds | None = None,
    processes: int = 1,
) -> int:
    """Answer lines until the client, or a signal, ends it.

    Without `tcp`, lines come from standard input and answers go to standard output, up to the
    end of input or `shutdown`. With it, every connection is a session of its own, up to
    SIGINT or SIGTERM. There is no encryption. The log goes to standard error; with one client it
    says only what went wrong.

    Args:
        tcp: Where to listen: a port, or HOST:PORT; 0 is any free port. Without a host only
            this machine can connect.
        directory: Where clients may read and write records; `None`: nowhere.
        seconds: How long a line may take, whatever its requests say.
        bounds: Who may connect over TCP, and for how long.
        processes: How many processes serve clients over TCP. More than one take a system that
            can fork.

    Returns:
        The exit status, 0.

    Raises:
        ServeError: If nobody can listen there, the directory is none, or processes cannot be
            had so.
        InvalidLimitError: If that is no time.
    """
    if directory is not None and not directory.is_dir():
        raise ServeError(f"{directory} is no directory")
    if tcp is None and bounds is not None and bounds.token is not None:
        raise ServeError("a token needs --tcp: on pipes only whoever started the server can ask")
    if processes < 1:
        raise ServeError(f"one process at least has to serve, not {processes}")
    if tcp is None and processes > 1:
        raise ServeError(f"{processes} processes need --tcp: on pipes there is one client")
    Limit(seconds=seconds)  # which makes sense, or raises

    def session(token: str | None = None) -> Session:
        return Session(directory, seconds=seconds, token=token)

    with _logging(logging.WARNING if tcp is None else logging.INFO), _stopped_by_signals():
        if tcp is None:
            _serve_pipes(session())
        else:
            gc.freeze()  # what was imported is no garbage, and need not be looked through
            with _server(tcp, session, bounds, processes) as server:
                _log.info("listening at %s port %s", *server.address)
                server.serve_forever()
    return 0


def _server(
    where: str, session: Callable[[str | None], Session], bounds: Bounds | None, processes: int
) -> LineServer:
    if processes == 1:
        return LineServer(where, session, bounds)
    return ForkingLineServer(where, session, bounds, processes)


@contextmanager
def _logging(level: int) -> Generator[None, None, None]:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("cluetree: %(message)s"))
    before = _log.level
    _log.addHandler(handler)
    _log.setLevel(level)
    try:
        yield
    finally:
        _log.removeHandler(handler)
        _log.setLevel(before)


class _Stop(BaseException):
    """Somebody wants the server to end; nothing that catches exceptions may swallow it."""


@contextmanager
def _stopped_by_signals() -> Generator[None, None, None]:
    """End what runs here at SIGINT and SIGTERM, as if its client were done.

    The process is about to end then: more signals, of which impatient people send several, have
    no effect.
    """
    stopped = False

    def stop(number: int, _frame: FrameType | None) -> None:
        nonlocal stopped
        if not stopped:
            stopped = True
            raise _Stop(signal.Signals(number).name)

    signals = (signal.SIGINT, signal.SIGTERM)
    before: list[Callable[[int, FrameType | None], object] | int | None] = []
    with suppress(ValueError):  # not in the main thread, which alone hears signals
        before = [signal.signal(number, stop) for number in signals]
    try:
        yield
    except _Stop as reason:
        before = [signal.SIG_IGN for _ in signals]
        _log.info("stopped by %s", reason)
    finally:
        for number, handler in zip(signals, before, strict=False):
            signal.signal(number, handler)


def _serve_pipes(session: Session) -> None:
    if sys.stdin is None or sys.stdout is None:
        raise ServeError("there is no standard input and output to serve; use TCP")
    lines, answers = sys.stdin.buffer, sys.stdout.buffer
    # What is printed by mistake must not get between the answers.
    with redirect_stdout(sys.stderr):
        try:
            converse(session, read_lines(lines), answers)
        except BrokenPipeError:
            _log.info("nobody reads the answers any more")
            # Python would complain at its end about what is still to be written.
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
