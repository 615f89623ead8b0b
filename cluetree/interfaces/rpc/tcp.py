"""Lines over TCP: many clients at once, each a session of its own, none in another's way."""

import ipaddress
import logging
import os
import re
import socket
import socketserver
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from math import inf
from time import monotonic
from typing import Final, Protocol, TypeAlias

from cluetree.errors import ClueError
from cluetree.interfaces.rpc.protocol import NO_ID, Code, ErrorData, RpcError, failure
from cluetree.interfaces.rpc.session import Session
from cluetree.line_protocol import read_lines

MOST_CLIENTS: Final = 256
"""Connections that a server keeps at most, if nobody says otherwise."""
LONGEST_SILENCE: Final = 3600.0
"""Seconds for which a client may be silent, if nobody says otherwise."""
SECONDS_A_LINE: Final = 30.0
"""Seconds from a line's first byte to its last, and for a client to read its answer."""

_log: Final = logging.getLogger("cluetree.rpc")
_LOOPBACK: Final = "127.0.0.1"
_LAST_PORT: Final = 65_535
_CHUNK: Final = 1 << 16
# A page in a browser can make it send a request here, but not without such a first line.
_HTTP: Final = re.compile(rb"[A-Z]+ \S+ HTTP/")

Connected: TypeAlias = socket.socket | tuple[bytes, socket.socket]
"""What `socketserver` calls a request: here a connection, never a datagram."""


class ServeError(ClueError, OSError):
    """An address that cannot be served at, or a directory that is none."""


class Writable(Protocol):
    """Where answers go to."""

    def write(self, answer: bytes, /) -> object:
        """Take all of these bytes."""
        ...

    def flush(self) -> object:
        """Let them go."""
        ...


@dataclass(frozen=True, slots=True)
class Bounds:
    """Who may connect, and for how long.

    Raises:
        ServeError: If a number is below the least that makes sense, or the token is empty.
    """

    clients: int = MOST_CLIENTS
    """How many may be connected at once; who is one too many hears error 7."""
    silence: float = LONGEST_SILENCE
    """Seconds after which a client that says nothing hears error 8 and is let go."""
    token: str | None = None
    """What `initialize` must bring; `None`: nothing."""

    def __post_init__(self) -> None:
        if self.clients < 1:
            raise ServeError(f"one client at least may connect, not {self.clients}")
        if not 0 < self.silence < inf:
            raise ServeError(f"a client may be silent for seconds above 0, not {self.silence}")
        if self.token is not None and not self.token.strip():
            raise ServeError("an empty token keeps nobody out")


def converse(session: Session, lines: Iterable[bytes], answers: Writable) -> None:
    """Hand lines to a session and write its answers, until it or the lines end."""
    for line in lines:
        answer = session.handle(line)
        if answer is not None:
            answers.write(answer.encode() + b"\n")
            answers.flush()
        if session.ended:
            return


class _SocketReader:
    """Reads lines from a socket: the first byte may take long, the rest must follow quickly."""

    def __init__(self, connection: socket.socket, silence: float):
        self._connection = connection
        self._silence = silence
        self._kept = bytearray()

    def readline(self, size: int, /) -> bytes:
        """Return bytes up to the end of a line, and of these at most so many.

        Raises:
            TimeoutError: If they do not come in time.
        """
        until = inf
        while (end := self._kept.find(b"\n", 0, size) + 1) == 0 and len(self._kept) < size:
            if self._kept and until == inf:
                until = monotonic() + SECONDS_A_LINE
            self._connection.settimeout(min(self._silence, max(0.001, until - monotonic())))
            chunk = self._connection.recv(_CHUNK)
            if not chunk:
                break
            self._kept += chunk
        self._connection.settimeout(SECONDS_A_LINE)  # for the answers
        line = bytes(self._kept[: end or size])
        del self._kept[: len(line)]
        return line


class _Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self) -> None:
        assert isinstance(self.server, LineServer)  # noqa: S101 -- for the type checker
        bounds = self.server.bounds
        lines = read_lines(_SocketReader(self.connection, bounds.silence))
        with suppress(ConnectionError):
            try:
                first = next(lines, b"")
                if _HTTP.match(first):
                    _log.warning("closed a connection that speaks HTTP")
                else:
                    session = self.server.session(bounds.token)
                    converse(session, chain((first,), lines), self.wfile)
            except TimeoutError:
                _log.warning("let a silent client go")
                _dismiss(self.connection, Code.IDLE, "nothing came for too long")


def _dismiss(connection: socket.socket, code: Code, why: str) -> None:
    """Say why a connection is closed, as far as that can be done at once."""
    line = failure(NO_ID, RpcError(code, why, ErrorData(kind=code.name.lower())))
    with suppress(OSError):
        connection.setblocking(False)
        connection.send(line.encode() + b"\n")
        connection.recv(_CHUNK)  # what is left unread would make some systems drop the line


class LineServer(socketserver.ThreadingTCPServer):
    """Serves each connection in a thread of its own, as a session of its own.

    Args:
        where: Where to listen: a port, or HOST:PORT; 0 is any free port.
        session: Makes the session of a client that has to bring a token, or none.
        bounds: Who may connect, and for how long.

    Raises:
        ServeError: If nobody can listen there.
    """

    allow_reuse_address = os.name == "posix"  # elsewhere it would share the port
    daemon_threads = True
    request_queue_size = 512

    def __init__(
        self,
        where: str,
        session: Callable[[str | None], Session] = lambda token: Session(token=token),
        bounds: Bounds | None = None,
    ):
        self.session = session
        self.bounds = bounds or Bounds()
        self.on_leave: Callable[[], None] | None = None
        """Called before each connection is closed."""
        self._clients: set[object] = set()
        address = read_address(where)
        try:
            self.address_family = socket.getaddrinfo(*address, type=socket.SOCK_STREAM)[0][0]
            super().__init__(address, _Connection)
        except OSError as error:
            reason = error.strerror or error
            raise ServeError(f"cannot listen at {where}: {reason}") from error
        if self.bounds.token is None and not ipaddress.ip_address(self.address[0]).is_loopback:
            _log.warning("whoever can reach this port can ask: a token file would keep them out")

    @property
    def address(self) -> tuple[str, int]:
        """The host and port it listens at."""
        host, port = self.socket.getsockname()[:2]
        return host, port

    @property
    def connected(self) -> int:
        """How many clients there are."""
        return len(self._clients)

    def verify_request(self, request: Connected, client_address: object) -> bool:  # noqa: ARG002
        """Turn away who would be one too many."""
        most = self.bounds.clients
        if self.connected >= most:
            _log.warning("turned a client away: %s are connected", most)
            if isinstance(request, socket.socket):
                _dismiss(request, Code.TURNED_AWAY, f"{most} clients are connected; try later")
            return False
        return True

    def process_request(self, request: Connected, client_address: object) -> None:
        """Answer a connection, in a thread of its own."""
        self._clients.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Connected) -> None:
        """Close a connection."""
        self._clients.discard(request)
        if self.on_leave is not None:
            self.on_leave()
        super().shutdown_request(request)

    def handle_error(self, request: Connected, client_address: object) -> None:  # noqa: ARG002
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
