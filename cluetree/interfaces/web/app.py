"""The server of the sheet: its files, the door to the games, and the stream of their versions."""

import asyncio
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

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

from cluetree.interfaces.web.guard import GUEST_FOR, Guard, Invitations
from cluetree.interfaces.web.kept_session import KeptSession
from cluetree.interfaces.web.store import StoreError
from cluetree.interfaces.web.version_stream import VersionStream
from cluetree.line_protocol import LONGEST_LINE
from cluetree.text import TEXTS

STATIC: Final = Path(str(files("cluetree.interfaces.web") / "static"))
SECONDS_A_REQUEST: Final = 20
"""Seconds for the head of a request, and again for its body."""
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


@dataclass(frozen=True)
class _Pages:
    """What answers each path."""

    session: KeptSession
    versions: VersionStream
    invitations: Invitations | None
    cookie: str

    async def sheet(self, _: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    async def enter(self, request: Request) -> Response:
        """Give a cookie for the token of a link.

        The answer is a page that goes on by itself, not a redirect: after one that began at
        another site, the browser would keep back a cookie that is meant for this site only.
        """
        token = request.query_params.get("token", "")
        cookie = self.invitations.admit(token) if self.invitations else None
        if cookie is None:
            return PlainTextResponse("This link does not work, or not any more.\n", 403)
        page = HTMLResponse(_WELCOME)
        page.set_cookie(self.cookie, cookie, GUEST_FOR, httponly=True, samesite="strict")
        return page

    async def rpc(self, request: Request) -> Response:
        """Hand one line of the protocol to the games, and its answer back."""
        line = await _line(request)
        if isinstance(line, Response):
            return line
        try:
            answer = await run_in_threadpool(self.session.handle, line)
        except StoreError as error:
            return PlainTextResponse(f"This cannot be saved: {error}\n", 507)
        self.versions.spread()
        if answer is None:
            return Response(status_code=204)
        return Response(answer, media_type="application/json")

    async def news(self, _: Request) -> Response:
        return StreamingResponse(self.versions.listen(), media_type="text/event-stream")


async def _line(request: Request) -> bytes | Response:
    """Read the line that a request brings, or refuse it; of one too long no more is kept."""
    kind = request.headers.get("content-type", "").replace(" ", "").casefold()
    if kind not in _KINDS or "content-encoding" in request.headers:
        return PlainTextResponse("A line of plain JSON should come.\n", 415)
    length = request.headers.get("content-length", "0")
    body = bytearray()
    try:
        if not length.isdecimal() or int(length) <= LONGEST_LINE:
            async with asyncio.timeout(SECONDS_A_REQUEST):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > LONGEST_LINE:
                        break
                else:
                    return bytes(body)
    except ClientDisconnect:
        return Response(status_code=400)
    except TimeoutError:
        late = f"A request has to be here within {SECONDS_A_REQUEST} seconds.\n"
        return PlainTextResponse(late, 408, {"connection": "close"})
    return PlainTextResponse(f"{LONGEST_LINE} bytes at most.\n", 413)


def make_app(
    session: KeptSession,
    host: str,
    *,
    versions: VersionStream | None = None,
    invitations: Invitations | None = None,
    cookie: str = "cluetree",
) -> Starlette:
    """Make the server of the sheet.

    Args:
        session: The games.
        host: Where it will listen, which requests must name.
        versions: Tells pages what changed; whoever gives it can end it.
        invitations: Lets in other machines by links; `None` if only this one can reach the server.
        cookie: The name of the cookie; browsers do not tell servers on two ports apart.
    """
    pages = _Pages(session, versions or VersionStream(session), invitations, cookie)
    return Starlette(
        routes=[
            Route("/", pages.sheet),
            Route("/enter", pages.enter),
            Route("/rpc", pages.rpc, methods=["POST"]),
            Route("/news", pages.news),
            Mount("/static/languages", StaticFiles(directory=TEXTS)),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, host=host, invitations=invitations, cookie=cookie)],
    )
