"""The line protocol over TCP: every connection is a session with its own games."""

import asyncio
import ipaddress
import logging
import re
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Final

from cluetree.errors import ClueError
from cluetree.interfaces.rpc.protocol import NO_ID, Code, ErrorData, RpcError, failure
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
    """Bounds on the clients of a server.

    Raises:
        ServeError: If a bound is too small, or the token is empty.
    """

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


class _Lines:
    """The lines of a client: a long wait for the first byte, a short one for the rest."""

    def __init__(self, reader: StreamReader, silence: float):
        self._reader = reader
        self._silence = silence
        self._kept = bytearray()

    async def next(self) -> bytes | None:
        """Return a line without its end, or `None` after the last.

        Return only the beginning of a line that is too long, one byte more than the maximum.

        Raises:
            TimeoutError: If it does not arrive in time.
        """
        line = await self._piece(LONGEST_LINE + 2)
        beginning = line.rstrip(b"\r\n")
        while line and not line.endswith(b"\n"):
            line = await self._piece(_CHUNK)
        return beginning if beginning or line else None

    async def _piece(self, most: int) -> bytes:
        """Return bytes up to the end of a line, or `most` of them; fewer at the end of input."""
        kept = self._kept
        end = kept.find(b"\n", 0, most) + 1
        if not end and len(kept) < most:
            async with asyncio.timeout(SECONDS_A_LINE if kept else self._silence) as patience:
                while not end and len(kept) < most:
                    chunk = await self._reader.read(_CHUNK)
                    if not chunk:
                        break
                    if not kept:
                        until = asyncio.get_running_loop().time() + SECONDS_A_LINE
                        patience.reschedule(until)
                    searched = len(kept)
                    kept += chunk
                    end = kept.find(b"\n", searched, most) + 1
        piece = bytes(kept[: end or most])
        del kept[: len(piece)]
        return piece


class LineServer:
    """Serves every connection with a separate session, in one event loop.

    Args:
        where: Where to listen: a port, or HOST:PORT; 0 is any free port.
        session: Makes the session of a client, given the token that it must send, or `None`.
        bounds: The bounds on clients.
        lines: Answers lines; by default in threads.

    Raises:
        ServeError: If it cannot listen there.
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
        self._socket: Final = _listen(where)
        if self._bounds.token is None and not ipaddress.ip_address(self.address[0]).is_loopback:
            _log.warning("every client that reaches this port can ask: use a token file")

    @property
    def address(self) -> tuple[str, int]:
        """The host and port it listens at."""
        host, port = self._socket.getsockname()[:2]
        return host, port

    async def serve(self, stop: asyncio.Event) -> None:
        """Answer clients until `stop` is set, then end every connection."""
        server = await asyncio.start_server(
            self._connected, sock=self._socket, backlog=_BACKLOG, limit=_CHUNK
        )
        await stop.wait()
        server.close()
        for client in self._clients:
            client.cancel()
        await asyncio.gather(*self._clients, return_exceptions=True)

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()

    def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Start to serve a client, or reject it."""
        most = self._bounds.clients
        full = len(self._clients) >= most
        if full:
            _log.warning("rejected a client: %s are connected", most)
            serving = _dismiss(
                writer, Code.TOO_MANY_CLIENTS, f"{most} clients are connected; try later"
            )
        else:
            serving = self._serve(reader, writer)
        client = asyncio.ensure_future(_until_closed(serving, writer))
        if not full:
            self._clients.add(client)
            client.add_done_callback(self._clients.discard)

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        lines = _Lines(reader, self._bounds.silence)
        writer.transport.set_write_buffer_limits(0)  # so that `drain` waits until all is sent
        try:
            line = await lines.next()
            if line is not None and _HTTP.match(line):
                _log.warning("closed a connection that speaks HTTP")
                return
            session = self._session(self._bounds.token)
            while line is not None and not session.ended:
                answer = await self._lines.answer(session, line)
                if answer is not None:
                    writer.write(answer.encode() + b"\n")
                    async with asyncio.timeout(SECONDS_A_LINE):
                        await writer.drain()
                if not session.ended:
                    line = await lines.next()
        except TimeoutError:
            _log.warning("disconnected a silent client")
            await _dismiss(writer, Code.IDLE, "no complete line arrived in time")


async def _until_closed(serving: Coroutine[object, object, None], writer: StreamWriter) -> None:
    """Serve a client, log unexpected errors, and close the connection."""
    try:
        await serving
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


async def _dismiss(writer: StreamWriter, code: Code, why: str) -> None:
    """Send the reason why a connection is closed."""
    line = failure(NO_ID, RpcError(code, why, ErrorData(kind=code.name.lower())))
    writer.write(line.encode() + b"\n")
    await asyncio.sleep(0)  # read received data: else some systems discard the line


_ADDRESS: Final = re.compile(r"(?:(?P<host>[^:]*|\[.+\]):)?(?P<port>\d{1,5})")


def read_address(where: str) -> tuple[str, int]:
    """Parse a port, or HOST:PORT; the default host is the loopback address.

    >>> read_address("7333"), read_address("[::]:0")
    (('127.0.0.1', 7333), ('::', 0))

    Raises:
        ServeError: If it is neither.
    """
    found = _ADDRESS.fullmatch(where)
    if found is None or int(found["port"]) > _LAST_PORT:
        raise ServeError(f"the address must be a port or HOST:PORT, got {where!r}")
    return (found["host"] or "").strip("[]") or _LOOPBACK, int(found["port"])


def _listen(where: str) -> socket.socket:
    address = read_address(where)
    try:
        family = socket.getaddrinfo(*address, type=socket.SOCK_STREAM)[0][0]
        dual = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        listener = socket.create_server(
            address, family=family, backlog=_BACKLOG, dualstack_ipv6=dual
        )
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections inherit it
    except OSError as error:
        raise ServeError(f"cannot listen at {where}: {error.strerror or error}") from error
    return listener
