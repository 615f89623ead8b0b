"""Runs the server of the sheet on a socket, and prints where it is."""

import socket
import sys
import webbrowser
from functools import partial
from threading import Thread
from typing import Final

import segno
import uvicorn

from cluetree.errors import ClueError, system_reason
from cluetree.interfaces.web.app import app
from cluetree.limit import Meter
from cluetree.text.language import t

_print: Final = partial(print, flush=True)
_LAST_PORT: Final = 65_535
_LOCAL: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_ANY: Final = {"0.0.0.0": ("127.0.0.1", "192.0.2.1"), "::": ("::1", "2001:db8::1")}  # noqa: S104 -- looked for, not bound
"""An address that stands for all: the loopback one, and one in another network."""


def serve(host: str, port: int, *, open_browser: bool) -> int:
    """Serve the sheet until it is interrupted; see `cluetree.interfaces.web.serve_web`."""
    if not 0 <= port <= _LAST_PORT:
        raise ClueError(f"the port must be 0 to {_LAST_PORT}, got {port}")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise ClueError(f"cannot listen at {host}:{port}: {system_reason(error)}") from error
    running = set[Meter]()
    config = uvicorn.Config(
        app(running),
        log_level="warning",
        lifespan="off",
        server_header=False,
        headers=[("cache-control", "no-cache")],  # or a browser may mix files of two versions
    )
    with listener:
        port = listener.getsockname()[1]
        here = _url(_ANY.get(host, (host,))[0], port)
        _print(t("web.sheet", url=here))
        if host not in _LOCAL:
            there = _url(_reachable(host), port)
            _print(t("web.others", url=there))
            if sys.stdout.isatty():
                segno.make(there, error="l").terminal(compact=True)
        if open_browser:
            # Some browsers block the program that starts them.
            Thread(target=webbrowser.open, args=[here], daemon=True).start()
        try:
            _Server(config, running).run(sockets=[listener])
        except KeyboardInterrupt:
            _print("")
    return 0


class _Server(uvicorn.Server):
    """Ends the questions in progress when it ends; otherwise it would wait for their answers."""

    def __init__(self, config: uvicorn.Config, running: set[Meter]):
        super().__init__(config)
        self._running = running

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for meter in self._running:
            meter.end()
        await super().shutdown(sockets)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _reachable(host: str) -> str:
    """Return the address that others can use; of a server that listens on all, the outward one."""
    if host not in _ANY:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ANY[host][1], 9))  # nothing is sent
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
