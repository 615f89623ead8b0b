"""The server of the sheet: its files, and the protocol. The page keeps the games."""

import asyncio
import errno
import socket
import sys
import webbrowser
from functools import partial
from html import escape
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import Final

import segno
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cluetree import record as records
from cluetree.errors import ClueError, system_reason
from cluetree.interfaces.rpc.session import LONGEST_WORK
from cluetree.interfaces.web import answer
from cluetree.limit import Meter
from cluetree.text import TEXTS
from cluetree.text.language import t

LONGEST_LINE: Final = 1 << 20
"""The maximum length of a request's body in bytes."""
STATIC: Final = Path(str(files("cluetree.interfaces.web") / "static"))


def app(running: set[Meter], file: Path | None = None) -> Starlette:
    """Return the application, perhaps for the game in a file.

    `running` has the meter of each request in progress.
    """
    return Starlette(
        routes=[
            Route("/", partial(_page, file)),
            *([Route("/game", partial(_game, file))] if file else ()),
            Route("/rpc", partial(_rpc, running), methods=["POST"]),
            Mount("/static/languages", StaticFiles(directory=TEXTS)),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(GZipMiddleware)],
    )


async def _page(file: Path | None, _: Request) -> Response:
    page = (STATIC / "index.html").read_text("utf-8")
    follows = f'<html data-follows="{escape(file.name)}"' if file else "<html"
    return HTMLResponse(page.replace("<html", follows, 1))


async def _game(file: Path, request: Request) -> Response:
    """Return the record in the file in JSON, or why it cannot be read."""
    if request.client and request.client.host in _LOCAL and request.url.hostname not in _LOCAL:
        # Another site may have given its name this machine's address to read a hand.
        return PlainTextResponse("The game is shown at localhost only.\n", 403)
    try:
        text = records.dumps_json(await run_in_threadpool(records.load, file))
    except ClueError as error:
        return PlainTextResponse(str(error).replace(str(file), file.name))
    return Response(text, media_type="application/json")


async def _rpc(running: set[Meter], request: Request) -> Response:
    """Answer a line of the protocol, whose requests begin by opening the games that they need."""
    if request.headers.get("content-type") != "application/json":
        return PlainTextResponse("The body must be JSON.\n", 415)  # so that no other site can ask
    line = bytearray()
    try:
        async for chunk in request.stream():
            line += chunk
            if len(line) > LONGEST_LINE:
                return PlainTextResponse(f"A line must have at most {LONGEST_LINE} bytes.\n", 413)
    except ClientDisconnect:
        return Response(status_code=400)
    meter = Meter(LONGEST_WORK)
    running.add(meter)
    leaving = asyncio.ensure_future(_leave(request, meter))
    try:
        answered = await run_in_threadpool(answer, bytes(line), meter)
    finally:
        leaving.cancel()
        running.remove(meter)
    return Response(answered, media_type="application/json")


async def _leave(request: Request, meter: Meter) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    meter.end()


# On a socket

_print: Final = partial(print, flush=True)
_LAST_PORT: Final = 65_535
_LOCAL: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_ANY: Final = {"0.0.0.0": ("127.0.0.1", "192.0.2.1"), "::": ("::1", "2001:db8::1")}  # noqa: S104 -- looked for, not bound
"""An address that stands for all: the loopback one, and one in another network."""


def serve(host: str, port: int, *, open_browser: bool, file: Path | None = None) -> int:
    """Serve the sheet until it is interrupted, and return exit status 0.

    Other machines reach it only if it listens on another address than the loopback one. With a
    file, every client sees the game in it, and no client changes it.

    Raises:
        ClueError: If it cannot listen, or the file cannot be read.
    """
    if file:
        records.load(file)
    if not 0 <= port <= _LAST_PORT:
        raise ClueError(f"the port must be 0 to {_LAST_PORT}, got {port}")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        other = "; is a sheet open there already? --port 0 takes a free port"
        hint = other if error.errno == errno.EADDRINUSE else ""
        raise ClueError(f"cannot listen at {host}:{port}: {system_reason(error)}{hint}") from error
    running = set[Meter]()
    config = uvicorn.Config(
        app(running, file),
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
            _print(t("web.watchers" if file else "web.others", url=there))
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
