"""The server of the sheet: its files, the protocol, and the stream of the games' versions."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cluetree.interfaces.rpc import Session
from cluetree.interfaces.rpc.protocol import RpcError
from cluetree.interfaces.rpc.session import LONGEST_WORK
from cluetree.interfaces.rpc.slow_lines import is_quick
from cluetree.interfaces.rpc.workers import SlowLines
from cluetree.interfaces.web.guard import GUEST_FOR, Address, Guard, Invitations
from cluetree.interfaces.web.persistent_session import PersistentSession
from cluetree.interfaces.web.store import StoreError
from cluetree.limit import Deadline
from cluetree.line_protocol import LONGEST_LINE
from cluetree.text import TEXTS

STATIC: Final = Path(str(files("cluetree.interfaces.web") / "static"))
SECONDS_A_REQUEST: Final = 20
"""Seconds for the head of a request, and again for its body."""
_KINDS: Final = frozenset({"application/json", "application/json;charset=utf-8"})
_HEARTBEAT: Final = 15
"""Seconds after which a silent stream says that it is alive."""
_PAGE: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The sheet</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
{}
</html>
"""
_ENTRY: Final = _PAGE.format('<form method="post"><button>Open the sheet</button></form>')
_WELCOME: Final = _PAGE.format(
    '<meta http-equiv="refresh" content="0; url=/">\n<p><a href="/">Open the sheet</a></p>'
)


class VersionStream:
    """Sends every page the version of each game, whenever one changed."""

    def __init__(self, session: PersistentSession):
        self.session: Final = session
        self._sent = session.versions
        self._changed = asyncio.Event()
        self._over = False

    def spread(self) -> None:
        """Wake the listeners up if a game changed."""
        if self.session.versions != self._sent:
            self._sent = self.session.versions
            self._wake()

    def end(self) -> None:
        """End all streams, so that the server can end."""
        self._over = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def listen(self) -> AsyncIterator[str]:
        """Yield the versions now and after each change, as server-sent events."""
        while not self._over:
            changed = self._changed
            yield f"data: {msgspec.json.encode(self._sent).decode()}\n\n"
            while not changed.is_set():
                try:
                    await asyncio.wait_for(changed.wait(), _HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"


@dataclass(frozen=True)
class Site:
    """The server of the sheet."""

    versions: VersionStream
    """The games, and the streams that report their changes."""
    address: Address
    """Where it can be reached, which requests must name."""
    invitations: Invitations | None = None
    """Admits other machines by links; `None` if only this one can reach the server."""
    cookie: str = "cluetree"
    """The name of the cookie; browsers do not distinguish servers on two ports."""
    lines: SlowLines = field(default_factory=SlowLines)
    """Answers slow lines, a few at a time."""

    def app(self) -> Starlette:
        """Return the application."""
        guard = Middleware(
            Guard, address=self.address, invitations=self.invitations, cookie=self.cookie
        )
        folders = {"/static/languages": TEXTS, "/static": STATIC}
        return Starlette(
            routes=[
                Route("/", self._sheet),
                Route("/enter", self._enter, methods=["GET", "POST"]),
                Route("/rpc", self._rpc, methods=["POST"]),
                Route("/news", self._news),
                *(
                    Mount(path, GZipMiddleware(StaticFiles(directory=folder), compresslevel=6))
                    for path, folder in folders.items()
                ),
            ],
            middleware=[guard],
        )

    async def _sheet(self, _: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def _enter(self, request: Request) -> Response:
        """Give a cookie for the token of a link, to the button of the page that the link opens.

        A preview of the link does not press the button, so it does not use the link up. The answer
        is a page that opens the sheet, not a redirect: after a redirect that began at another site,
        browsers do not send a cookie that is meant for this site only.
        """
        if request.method != "POST":
            # The button must send its origin.
            return HTMLResponse(_ENTRY, headers={"referrer-policy": "same-origin"})
        token = request.query_params.get("token", "")
        cookie = self.invitations.admit(token) if self.invitations else None
        if cookie is None:
            return PlainTextResponse("This link does not work, or not any more.\n", 403)
        page = HTMLResponse(_WELCOME)
        secure = self.address.origin.startswith("https:")
        page.set_cookie(
            self.cookie, cookie, GUEST_FOR, httponly=True, samesite="strict", secure=secure
        )
        return page

    async def _rpc(self, request: Request) -> Response:
        """Answer one line of the protocol."""
        line = await _line(request)
        if isinstance(line, Response):
            return line
        answering = asyncio.ensure_future(self._answer(line))
        leaving = asyncio.ensure_future(_leave(request))
        await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        answering.cancel()  # unless it is done
        try:
            answer = await answering
        except asyncio.CancelledError:
            return Response(status_code=499)  # nobody reads it
        except StoreError as error:
            return PlainTextResponse(f"This cannot be saved: {error}\n", 507)
        finally:
            self.versions.spread()
        if answer is None:
            return Response(status_code=204)
        return Response(answer, media_type="application/json")

    async def _answer(self, line: bytes) -> str | None:
        session = self.versions.session
        if is_quick(line):
            return await run_in_threadpool(session.handle, line)
        deadline = Deadline(LONGEST_WORK)
        try:
            return await self.lines.run(lambda: session.handle(line, deadline), deadline)
        except RpcError as error:
            return Session().handle(line, refusal=error)

    async def _news(self, _: Request) -> Response:
        return StreamingResponse(self.versions.listen(), media_type="text/event-stream")


async def _leave(request: Request) -> None:
    """Wait until the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _line(request: Request) -> bytes | Response:
    """Read the line of a request, or refuse it, for instance if it is too long."""
    kind = request.headers.get("content-type", "").replace(" ", "").casefold()
    if kind not in _KINDS or "content-encoding" in request.headers:
        return PlainTextResponse("The body must be a line of plain JSON.\n", 415)
    body = bytearray()
    try:
        async with asyncio.timeout(SECONDS_A_REQUEST):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LONGEST_LINE:
                    long = f"A line must have at most {LONGEST_LINE} bytes.\n"
                    return PlainTextResponse(long, 413)
    except ClientDisconnect:
        return Response(status_code=400)
    except TimeoutError:
        late = f"A request must arrive within {SECONDS_A_REQUEST} seconds.\n"
        return PlainTextResponse(late, 408, {"connection": "close"})
    return bytes(body)
