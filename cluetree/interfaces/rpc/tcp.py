"""The line protocol over TCP: every connection is a session with its own games."""

import asyncio
import ipaddress
import logging
import re
import socket
from asyncio import StreamReader, StreamReaderProtocol, StreamWriter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Final

from cluetree.errors import ClueError, system_reason
from cluetree.interfaces.rpc.protocol import NO_ID, Code, RpcError, failure
from cluetree.interfaces.rpc.session import Session
from cluetree.interfaces.rpc.workers import SlowLines
from cluetree.line_protocol import LONGEST_LINE

MOST_CLIENTS: Final = 256
"""Default for the maximum number of connections."""
LONGEST_SILENCE: Final = 3600.0
"""Default for the seconds after which a silent client is disconnected."""
SECONDS_A_LINE: Final = 30.0
"""Seconds from a line's first byte to its last, and for a client to read its answer."""

_log: Final = logging.getLogger("cluetree.rpc")
_LOOPBACK: Final = "127.0.0.1"
_LAST_PORT: Final = 65_535
_CHUNK: Final = 1 << 16
_BACKLOG: Final = 512
# A page can make a browser send a request here, but only with this first line.
_HTTP: Final = re.compile(rb"[A-Z]+ \S+ HTTP/")


class ServeError(ClueError, OSError):
    """An invalid address, directory or bound of a server."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds on the clients of a server; raises `ServeError` if one is too small or empty."""

    clients: int = MOST_CLIENTS
    """The maximum number of connected clients; further clients get error 7."""
    silence: float = LONGEST_SILENCE
    """Seconds after which a silent client gets error 8 and is disconnected."""
    token: str | None = None
    """The token that `initialize` must send; `None`: none."""

    def __post_init__(self) -> None:
        if self.clients < 1:
            raise ServeError(f"the number of clients must be at least 1, got {self.clients}")
        if not 0 < self.silence < inf:
            raise ServeError(f"the seconds of silence must be positive, got {self.silence}")
        if self.token is not None and not self.token.strip():
            raise ServeError("the token must not be empty")


async def _next_line(reader: StreamReader, silence: float) -> bytes | None:
    """Return a line without its end, or `None` after the last; raise `TimeoutError` if it is late.

    Wait long for its first byte, and `SECONDS_A_LINE` for the rest. Of a line that is too long,
    return only a beginning that is too long, too.
    """
    async with asyncio.timeout(silence) as patience:
        line = piece = await reader.read(1)
        if not line:
            return None
        patience.reschedule(asyncio.get_running_loop().time() + SECONDS_A_LINE)
        while piece and not piece.endswith(b"\n"):
            piece = await _piece(reader)
            if len(line) <= LONGEST_LINE:
                line += piece
    return line.rstrip(b"\r\n")


async def _piece(reader: StreamReader) -> bytes:
    """Return bytes up to the end of a line; fewer of a long one, and at the end of the input."""
    try:
        return await reader.readuntil()
    except asyncio.IncompleteReadError as error:
        return error.partial
    except asyncio.LimitOverrunError as error:
        return await reader.readexactly(error.consumed)


class _Connection(StreamReaderProtocol):
    """A connection that notices its end even while a line is answered."""

    session: Session | None = None

    def eof_received(self) -> bool | None:
        if self.session is not None:
            self.session.end_input()
        return super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.session is not None:
            self.session.end_input(0)
        super().connection_lost(exc)


class LineServer:
    """Serves every connection with a separate session, in one event loop.

    It listens at a port, or HOST:PORT, where port 0 is any free one, or raises `ServeError`.
    `session` makes the session of a client, given the token that it must send, or `None`.
    """

    def __init__(
        self,
        where: str,
        session: Callable[[str | None], Session] = lambda token: Session(token=token),
        bounds: Bounds | None = None,
        lines: SlowLines | None = None,
    ):
        self._session: Final = session
        self._bounds: Final = bounds or Bounds()
        self._lines: Final = lines or SlowLines()
        self._clients: Final = set[asyncio.Task[None]]()
        self._socket: Final = listen(*read_address(where))
        if self._bounds.token is None and not ipaddress.ip_address(self.address[0]).is_loopback:
            _log.warning("every client that reaches this port can ask: use a token file")

    @property
    def address(self) -> tuple[str, int]:
        """The host and port it listens at."""
        host, port = self._socket.getsockname()[:2]
        return host, port

    async def serve(self, stop: asyncio.Event) -> None:
        """Answer clients until `stop` is set; the end of the event loop ends their connections."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(self._connection, sock=self._socket, backlog=_BACKLOG)
        await stop.wait()
        server.close()

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()

    def _connection(self) -> _Connection:
        return _Connection(StreamReader(_CHUNK), self._connected)

    def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        # A coroutine here would be logged as failed when the end of the loop cancels it.
        client = asyncio.ensure_future(self._serve_or_reject(reader, writer))
        self._clients.add(client)
        client.add_done_callback(self._clients.discard)

    async def _serve_or_reject(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve a client, or reject it; log unexpected errors, and close the connection."""
        most = self._bounds.clients
        try:
            if len(self._clients) <= most:
                await self._serve(reader, writer)
            else:
                _log.warning("rejected a client: %s are connected", most)
                why = f"{most} clients are connected; try later"
                await _dismiss(writer, Code.TOO_MANY_CLIENTS, why)
        except ConnectionError:
            pass
        except Exception:  # noqa: BLE001 -- the other connections must continue
            _log.exception("a connection was lost")
        finally:
            if writer.transport.get_write_buffer_size():
                writer.transport.abort()  # the client does not read
            else:
                with suppress(OSError):
                    writer.write_eof()  # first, because unread lines cause a reset
                writer.close()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        silence = self._bounds.silence
        writer.transport.set_write_buffer_limits(0)  # so that `drain` waits until all is sent
        try:
            line = await _next_line(reader, silence)
            if line is not None and _HTTP.match(line):
                _log.warning("closed a connection that speaks HTTP")
                return
            session = self._session(self._bounds.token)
            protocol = writer.transport.get_protocol()
            if isinstance(protocol, _Connection):
                protocol.session = session
            while line is not None and not session.ended:
                answer = await self._lines.answer(session, line)
                if answer is not None:
                    writer.write(answer.encode() + b"\n")
                    async with asyncio.timeout(SECONDS_A_LINE):
                        await writer.drain()
                if not session.ended:
                    line = await _next_line(reader, silence)
        except TimeoutError:
            _log.warning("disconnected a silent client")
            await _dismiss(writer, Code.IDLE, "no complete line arrived in time")


async def _dismiss(writer: StreamWriter, code: Code, why: str) -> None:
    """Send the reason why a connection is closed."""
    writer.write(failure(NO_ID, RpcError(code, why)).encode() + b"\n")
    await asyncio.sleep(0)  # read received data: else some systems discard the line


_ADDRESS: Final = re.compile(r"(?:(?P<host>[^:]*|\[.+\]):)?(?P<port>\d{1,5})")


def read_address(where: str) -> tuple[str, int]:
    """Parse a port, or HOST:PORT, by default of the loopback address; or raise `ServeError`.

    >>> read_address("7333"), read_address("[::]:0")
    (('127.0.0.1', 7333), ('::', 0))
    """
    found = _ADDRESS.fullmatch(where)
    if found is None or int(found["port"]) > _LAST_PORT:
        raise ServeError(f"the address must be a port or HOST:PORT, got {where!r}")
    return (found["host"] or "").strip("[]") or _LOOPBACK, int(found["port"])


def listen(host: str, port: int, backlog: int = _BACKLOG) -> socket.socket:
    """Listen at an address, on a socket whose connections do not delay answers."""
    if not 0 <= port <= _LAST_PORT:
        raise ServeError("the port must be 0 to {most}, got {port}", most=_LAST_PORT, port=port)
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        dual = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        listener = socket.create_server(
            (host, port), family=family, backlog=backlog, dualstack_ipv6=dual
        )
        # Connections inherit it. Otherwise an answer in two parts takes 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError as error:
        raise ServeError(
            "cannot listen at {host}:{port}: {why}",
            host=host,
            port=port,
            why=system_reason(error),
        ) from error
    return listener
