"""The server of the sheet: its files, and the protocol. The page keeps the games."""

import asyncio
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cluetree.interfaces.rpc import Session
from cluetree.interfaces.rpc.session import LONGEST_WORK
from cluetree.limit import Meter
from cluetree.line_protocol import LONGEST_LINE
from cluetree.text import TEXTS

STATIC: Final = Path(str(files("cluetree.interfaces.web") / "static"))


def app(running: set[Meter]) -> Starlette:
    """Return the application; `running` has the meter of each request in progress."""
    return Starlette(
        routes=[
            Route("/", _page),
            Route("/rpc", partial(_rpc, running), methods=["POST"]),
            Mount("/static/languages", StaticFiles(directory=TEXTS)),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(GZipMiddleware)],
    )


async def _page(_: Request) -> Response:
    return FileResponse(STATIC / "index.html")


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
        answer = await run_in_threadpool(Session().handle, bytes(line), meter)
    finally:
        leaving.cancel()
        running.remove(meter)
    return Response(answer, media_type="application/json")


async def _leave(request: Request, meter: Meter) -> None:
    """End the work when the client leaves."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    meter.end()
