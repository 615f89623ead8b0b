"""Runs the server of the sheet on a socket, and prints where it is."""

import asyncio
import socket
import sys
import webbrowser
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final

import h11
import segno
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cluetree.interfaces.rpc.tcp import listen
from cluetree.interfaces.rpc.workers import SlowLines
from cluetree.interfaces.web.app import SECONDS_A_REQUEST, Site, VersionStream
from cluetree.interfaces.web.guard import Address, Invitations
from cluetree.interfaces.web.persistent_session import PersistentSession
from cluetree.interfaces.web.store import Store
from cluetree.text.language import t

_print: Final = partial(print, flush=True)
_BACKLOG: Final = 100
"""Connections that asyncio accepts at a time, before it can close any of them."""
_MOST_CONNECTIONS: Final = 500
"""Above that, a connection that has sent no request is closed, or the newest."""
_FAREWELL: Final = 1
"""Seconds that open streams have when the server ends, and refused requests to end."""


def serve(
    host: str, port: int, path: Path, *, open_browser: bool, public_url: str | None = None
) -> int:
    """Serve the sheet until it is interrupted; see `cluetree.interfaces.web.serve_web`."""
    address = Address(host, public_url)
    with ExitStack() as opened:
        store = opened.enter_context(closing(Store(path)))
        listener = opened.enter_context(listen(host, port, _BACKLOG))
        port = listener.getsockname()[1]
        reached = _reachable(host)
        url = f"http://[{reached}]:{port}/" if ":" in reached else f"http://{reached}:{port}/"
        link = f"{public_url.rstrip('/')}/" if public_url else url
        invitations = None if address.is_local else Invitations(store, partial(_show_link, link))
        versions = VersionStream(PersistentSession(store))
        lines = opened.enter_context(closing(SlowLines()))
        app = Site(versions, address, invitations, f"cluetree_{port}", lines).app()
        key = "web.sheet" if invitations is None else "web.sheet_by_link"
        _print(t(key, url=url, path=str(path)))
        if invitations is not None:
            invitations.open()
        if open_browser and invitations is None:
            # Some browsers block the program that starts them.
            Thread(target=webbrowser.open, args=[url], daemon=True).start()
        config = uvicorn.Config(
            app,
            access_log=False,
            log_level="warning",
            server_header=False,
            lifespan="off",
            http=_Bounded,
            backlog=_BACKLOG,
            timeout_graceful_shutdown=_FAREWELL,
        )
        try:
            _Server(config, versions).run(sockets=[listener])
        except KeyboardInterrupt:
            _print("")
    return 0


class _Bounded(H11Protocol):
    """Bounds the number of connections, and how long one may take to send the head of a request."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        if len(self.connections) > _MOST_CONNECTIONS:
            bounded = (each for each in self.connections if isinstance(each, _Bounded))
            unused = (
                each
                for each in bounded
                if each is not self
                and each.cycle is None  # pyright: ignore[reportUnknownMemberType]
                and not each.transport.is_closing()  # it is counted until it is closed
            )
            next(unused, self).transport.close()
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()
        if self.conn.their_state is h11.SEND_BODY:  # the rest of a refused request
            self.loop.call_later(_FAREWELL, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._late is not None:
            self._late.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._late is not None:
            self._late.cancel()
        self._late = self.loop.call_later(SECONDS_A_REQUEST, self._end_if_waiting)

    def _end_if_waiting(self) -> None:
        if self.conn.their_state is h11.IDLE:  # and no answer is under way
            self.transport.close()


class _Server(uvicorn.Server):
    """Ends the streams of versions when it ends; otherwise it would wait for them."""

    def __init__(self, config: uvicorn.Config, versions: VersionStream):
        super().__init__(config)
        self._versions = versions

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._versions.end()
        await super().shutdown(sockets)


def _show_link(url: str, token: str) -> None:
    """Print a link, at a terminal also as a QR code."""
    link = f"{url}enter?token={token}"
    _print(f"\n{t('web.link', link=link)}\n")
    if sys.stdout is not None and sys.stdout.isatty():
        segno.make(link, error="l").terminal(compact=True)


def _reachable(host: str) -> str:
    """Return the address that others can use; of a server that listens on all, the outward one."""
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
