"""Runs the server of the sheet on a socket, and says where it is."""

import asyncio
import socket
import sys
import webbrowser
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final

import h11
import segno
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cluetree.errors import ClueError
from cluetree.interfaces.web.app import SECONDS_A_REQUEST, make_app
from cluetree.interfaces.web.guard import Invitations, is_local
from cluetree.interfaces.web.kept_session import KeptSession
from cluetree.interfaces.web.store import Store
from cluetree.interfaces.web.version_stream import VersionStream

_PORTS: Final = 1 << 16
_FAREWELL: Final = 1
"""Seconds that open streams have when the server ends."""


class AddressError(ClueError, OSError):
    """An address that cannot be listened on."""


def serve(host: str, port: int, path: Path, *, open_browser: bool) -> int:
    """Serve the sheet until it is interrupted; see `cluetree.interfaces.web.serve_web`."""
    with closing(Store(path)) as store, _listen(host, port) as listener:
        session = KeptSession(store)
        port = listener.getsockname()[1]
        invitations = (
            None if is_local(host) else Invitations(store, partial(_show_link, host, port))
        )
        versions = VersionStream(session)
        app = make_app(
            session, host, versions=versions, invitations=invitations, cookie=f"cluetree_{port}"
        )
        _say(f"The sheet: {_url(host, port)}   (Ctrl+C ends it; games are kept in {path})")
        if invitations is not None:
            invitations.open()
        if open_browser and invitations is None:
            # Not every browser lets go of who starts it.
            Thread(target=webbrowser.open, args=[_url(host, port)], daemon=True).start()
        config = uvicorn.Config(
            app,
            access_log=False,
            log_level="warning",
            server_header=False,
            lifespan="off",
            http=_Punctual,
            timeout_graceful_shutdown=_FAREWELL,
        )
        try:
            _Server(config, versions).run(sockets=[listener])
        except KeyboardInterrupt:
            _say("")
    return 0


class _Punctual(H11Protocol):
    """Ends a connection on which no whole head of a request comes in time."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._late is not None:
            self._late.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._late is not None:
            self._late.cancel()
        self._late = self.loop.call_later(SECONDS_A_REQUEST, self._end_if_waiting)

    def _end_if_waiting(self) -> None:
        if self.conn.their_state is h11.IDLE:  # nor was it in the middle of an answer
            self.transport.close()


class _Server(uvicorn.Server):
    """Ends the streams of versions when it ends, for which it would wait otherwise."""

    def __init__(self, config: uvicorn.Config, versions: VersionStream):
        super().__init__(config)
        self._versions = versions

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._versions.end()
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port < _PORTS:
        raise AddressError(f"cannot listen on {host}, port {port}: ports end at {_PORTS - 1}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise AddressError(f"cannot listen on {host}, port {port}: {error}") from error


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _show_link(host: str, port: int, token: str) -> None:
    """Show a link to whoever sits at the terminal."""
    link = f"{_url(_reachable(host), port)}enter?token={token}"
    _say(f"\nFor one device, once: {link}\n")
    if sys.stdout is not None and sys.stdout.isatty():
        segno.make(link, error="l").terminal(compact=True)


def _reachable(host: str) -> str:
    """The address that others can use, of a server that listens on all."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104 -- it is looked for, not bound
        return host
    family, outside = (
        (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    )
    # Nothing is sent: this only asks which of our addresses would be used.
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((outside, 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def _say(text: str) -> None:
    print(text, flush=True)
