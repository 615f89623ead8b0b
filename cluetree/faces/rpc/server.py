"""Lines over standard input and output, or over TCP, to and from sessions."""

import logging
import os
import re
import signal
import socket
import socketserver
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, redirect_stdout, suppress
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import Final, Protocol, TypeAlias

from cluetree.errors import ClueError
from cluetree.faces.rpc.session import Session
from cluetree.lines import read_lines

MOST_CLIENTS: Final = 100
"""Connections that a server keeps at most; more are closed at once."""

_log: Final = logging.getLogger("cluetree.rpc")
_LOOPBACK: Final = "127.0.0.1"
_LAST_PORT: Final = 65_535
# A page in a browser can make it send a request here, but not without such a first line.
_HTTP: Final = re.compile(rb"[A-Z]+ \S+ HTTP/")


_Socket: TypeAlias = socket.socket | tuple[bytes, socket.socket]


class Writable(Protocol):
    """Where answers go to."""

    def write(self, answer: bytes, /) -> object:
        """Take all of these bytes."""
        ...

    def flush(self) -> object:
        """Let them go."""
        ...


class ServeError(ClueError, OSError):
    """An address that cannot be served at, or a directory that is none."""


def serve(tcp: str | None = None, directory: Path | None = None) -> int:
    """Answer lines until the client, or a signal, ends it.

    Without `tcp`, lines come from standard input and answers go to standard output, up to the
    end of input or `shutdown`. With it, every connection is a session of its own, up to
    SIGINT or SIGTERM. There is no password and no encryption. The log goes to standard error;
    with one client it says only what went wrong.

    Args:
        tcp: Where to listen: a port, or HOST:PORT; 0 is any free port. Without a host only
            this machine can connect.
        directory: Where clients may read and write records; `None`: nowhere.

    Returns:
        The exit status, 0.

    Raises:
        ServeError: If nobody can listen there, or the directory is none.
    """
    if directory is not None and not directory.is_dir():
        raise ServeError(f"{directory} is no directory")
    with _logging(logging.WARNING if tcp is None else logging.INFO), _stopped_by_signals():
        if tcp is None:
            _serve_pipes(Session(directory))
        else:
            with LineServer(tcp, directory) as server:
                _log.info("listening at %s port %s", *server.address)
                server.serve_forever()
    return 0


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


def converse(session: Session, lines: Iterable[bytes], answers: Writable) -> None:
    """Hand lines to a session and write its answers, until it or the lines end."""
    for line in lines:
        answer = session.handle(line)
        if answer is not None:
            answers.write(answer.encode() + b"\n")
            answers.flush()
        if session.ended:
            return


class _Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self) -> None:
        assert isinstance(self.server, LineServer)  # noqa: S101 -- for the type checker
        with suppress(ConnectionError):
            lines = read_lines(self.rfile)
            first = next(lines, b"")
            if _HTTP.match(first):
                _log.warning("closed a connection that speaks HTTP")
            else:
                converse(Session(self.server.directory), chain((first,), lines), self.wfile)


class LineServer(socketserver.ThreadingTCPServer):
    """Serves each connection in a thread of its own, as a session of its own.

    Args:
        where: Where to listen: a port, or HOST:PORT; 0 is any free port.
        directory: Where clients may read and write records.

    Raises:
        ServeError: If nobody can listen there.
    """

    allow_reuse_address = os.name == "posix"  # elsewhere it would share the port
    daemon_threads = True

    def __init__(self, where: str, directory: Path | None = None):
        self.directory = directory
        self._clients: set[object] = set()
        address = read_address(where)
        try:
            self.address_family = socket.getaddrinfo(*address, type=socket.SOCK_STREAM)[0][0]
            super().__init__(address, _Connection)
        except OSError as error:
            reason = error.strerror or error
            raise ServeError(f"cannot listen at {where}: {reason}") from error

    @property
    def address(self) -> tuple[str, int]:
        """The host and port it listens at."""
        host, port = self.socket.getsockname()[:2]
        return host, port

    def verify_request(self, request: _Socket, client_address: object) -> bool:  # noqa: ARG002
        """Turn away who would be one too many."""
        if len(self._clients) >= MOST_CLIENTS:
            _log.warning("turned a client away: %s are connected", MOST_CLIENTS)
            return False
        self._clients.add(request)
        return True

    def shutdown_request(self, request: _Socket) -> None:
        """Close a connection."""
        self._clients.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: _Socket, client_address: object) -> None:  # noqa: ARG002
        """Log what a connection died of."""
        _log.exception("a connection was lost")

    def server_close(self) -> None:
        """Stop listening, and end every connection."""
        super().server_close()
        for client in tuple(self._clients):
            if isinstance(client, socket.socket):
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)


_ADDRESS: Final = re.compile(r"(?:(?P<host>[^:]*|\[.+\]):)?(?P<port>\d{1,5})")


def read_address(where: str) -> tuple[str, int]:
    """Read a port, or HOST:PORT; without a host it is this machine alone.

    >>> read_address("7333"), read_address("[::]:0")
    (('127.0.0.1', 7333), ('::', 0))

    Raises:
        ServeError: If it is neither.
    """
    found = _ADDRESS.fullmatch(where)
    if found is None or int(found["port"]) > _LAST_PORT:
        raise ServeError(f"where to listen is a port or HOST:PORT, not {where!r}")
    return (found["host"] or "").strip("[]") or _LOOPBACK, int(found["port"])
