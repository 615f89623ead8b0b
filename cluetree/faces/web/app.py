"""The server of the sheet: its files, the door to the games, and the news of their versions."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
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

from cluetree.faces.rpc.protocol import LONGEST_LINE
from cluetree.faces.web.guard import GUEST_FOR, Door, Guard
from cluetree.faces.web.kept_session import KeptSession
from cluetree.faces.web.store import StoreError

STATIC: Final = Path(str(files("cluetree.faces.web") / "static"))
_HEARTBEAT: Final = 15
"""Seconds after which a silent stream says that it is alive."""
_KINDS: Final = frozenset({"application/json", "application/json;charset=utf-8"})
_WELCOME: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=/">
<title>The sheet</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<p><a href="/">Open the sheet</a></p>
</html>
"""


class News:
    """Tells whoever listens which version each game is at, whenever one changed."""

    def __init__(self, session: KeptSession):
        self._session: Final = session
        self._told = session.versions
        self._bell = asyncio.Event()
        self._over = False

    def spread(self) -> None:
        """Wake the listeners up if there is something new."""
        if self._session.versions != self._told:
            self._told = self._session.versions
            self._ring()

    def end(self) -> None:
        """Let go of all listeners, so that the server can end."""
        self._over = True
        self._ring()

    def _ring(self) -> None:
        self._bell.set()
        self._bell = asyncio.Event()

    async def listen(self) -> AsyncIterator[str]:
        """Yield the versions now and after each change, as a stream of events."""
        while not self._over:
            bell = self._bell
            yield f"data: {_json(self._told)}\n\n"
            while not bell.is_set():
                try:
                    await asyncio.wait_for(bell.wait(), _HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"


def _json(versions: Mapping[str, int]) -> str:
    return msgspec.json.encode(versions).decode()


class _Pages:
    """What answers each path."""

    def __init__(self, session: KeptSession, news: News, door: Door | None, cookie: str):
        self._session = session
        self._news = news
        self._door = door
        self._cookie = cookie

    async def sheet(self, _: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    async def enter(self, request: Request) -> Response:
        """Give a cookie for the token of a link.

        The answer is a page that goes on by itself, not a redirect: after one that began at
        another site, the browser would keep back a cookie that is meant for this site only.
        """
        token = request.query_params.get("token", "")
        cookie = self._door.admit(token) if self._door else None
        if cookie is None:
            return PlainTextResponse("This link does not work, or not any more.\n", 403)
        page = HTMLResponse(_WELCOME)
        page.set_cookie(self._cookie, cookie, GUEST_FOR, httponly=True, samesite="strict")
        return page

    async def rpc(self, request: Request) -> Response:
        """Hand one line of the protocol to the games, and its answer back."""
        line = await _line(request)
        if isinstance(line, Response):
            return line
        try:
            answer = await run_in_threadpool(self._session.handle, line)
        except StoreError as error:
            return PlainTextResponse(f"This cannot be saved: {error}\n", 507)
        self._news.spread()
        if answer is None:
            return Response(status_code=204)
        return Response(answer, media_type="application/json")

    async def news(self, _: Request) -> Response:
        return StreamingResponse(self._news.listen(), media_type="text/event-stream")


async def _line(request: Request) -> bytes | Response:
    """Read the line that a request brings, or refuse it; of one too long no more is kept."""
    kind = request.headers.get("content-type", "").replace(" ", "").casefold()
    if kind not in _KINDS or "content-encoding" in request.headers:
        return PlainTextResponse("A line of plain JSON should come.\n", 415)
    length = request.headers.get("content-length", "0")
    body = bytearray()
    try:
        if not length.isdecimal() or int(length) <= LONGEST_LINE:
            async for chunk in request.stream():
                body += chunk
                if len(body) > LONGEST_LINE:
                    break
            else:
                return bytes(body)
    except ClientDisconnect:
        return Response(status_code=400)
    return PlainTextResponse(f"{LONGEST_LINE} bytes at most.\n", 413)


def make_app(
    session: KeptSession,
    host: str,
    *,
    news: News | None = None,
    door: Door | None = None,
    cookie: str = "cluetree",
) -> Starlette:
    """Make the server of the sheet.

    Args:
        session: The games.
        host: Where it will listen, which requests must name.
        news: Tells pages what changed; whoever gives it can end it.
        door: Lets in other machines by links; `None` if only this one can reach the server.
        cookie: The name of the cookie; browsers do not tell servers on two ports apart.
    """
    pages = _Pages(session, news or News(session), door, cookie)
    return Starlette(
        routes=[
            Route("/", pages.sheet),
            Route("/enter", pages.enter),
            Route("/rpc", pages.rpc, methods=["POST"]),
            Route("/news", pages.news),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, host=host, door=door, cookie=cookie)],
    )
