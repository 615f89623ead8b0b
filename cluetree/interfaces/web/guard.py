"""Who may speak to the server: what keeps other sites and other people's devices out.

The games are secrets, and the server stands in a browser's reach. So it listens to its own page
only: a request must name a host that is ours (against DNS rebinding), may not come from another
site, and, where the server can be reached from other machines, must bring the cookie that a link
with a token was exchanged for.
"""

import hashlib
import ipaddress
import secrets
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cluetree.interfaces.web.store import Store

_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
GUEST_FOR: Final = 30 * 24 * 60 * 60
"""Seconds for which a device that was let in may come back."""
_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class Invitations:
    """Lets devices in: each by a link that works once, and from then on by a cookie.

    Args:
        store: Where the devices that were let in are remembered, by a digest of their cookie.
        show: Is told the token of each link, and of the next one when a link was used.
    """

    def __init__(self, store: Store, show: Callable[[str], None]):
        self._store: Final = store
        self._show: Final = show
        self._guests = set(store.guests(time.time() - GUEST_FOR))
        self._token = ""

    def open(self) -> None:
        """Make a link, and show it; the one before works no more."""
        self._token = secrets.token_urlsafe()
        self._show(self._token)

    def admit(self, token: str) -> str | None:
        """Return the cookie that a token is good for, if it is the right one."""
        if not self._token or not secrets.compare_digest(token.encode(), self._token.encode()):
            return None
        cookie = secrets.token_urlsafe()
        self._store.add_guest(_digest(cookie), time.time())
        self._guests.add(_digest(cookie))
        self.open()
        return cookie

    def knows(self, cookie: str | None) -> bool:
        """Whether a cookie is one that was given out."""
        return cookie is not None and _digest(cookie) in self._guests


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()


def is_local(host: str) -> bool:
    """Whether only this machine can reach a server that listens on a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def own_name(name: str, host: str) -> bool:
    """Whether a request that names a host means the server that listens on `host`.

    A bare address cannot be turned to another machine by a name server, and so is trusted where
    the server can be reached from others.
    """
    if is_local(host):
        return name in _LOCAL or name == host
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return name in {host.casefold(), "localhost"}


class Guard:
    """Refuses what does not come from the sheet's own page, and adds headers to all answers.

    Args:
        app: What is guarded.
        host: Where the server listens.
        invitations: Lets in other machines; `None` where only this one can reach the server.
        cookie: The name of the cookie.
    """

    def __init__(self, app: ASGIApp, host: str, invitations: Invitations | None, cookie: str):
        self._app = app
        self._host = host
        self._invitations = invitations
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(HTTPConnection(scope))
        await (refusal or self._app)(scope, receive, headed)

    def _refusal(self, request: HTTPConnection) -> PlainTextResponse | None:
        named = request.headers.getlist("host")
        if len(named) != 1 or not own_name(_name(named[0]), self._host):
            return PlainTextResponse("This host is not served here.\n", 421)
        if not _is_from_here(request, named[0]):
            return PlainTextResponse("Other sites may not ask this.\n", 403)
        if self._invitations is None or request.url.path == "/enter":
            return None
        if self._invitations.knows(request.cookies.get(self._cookie)):
            return None
        why = "Open the sheet with the link that `cluetree web` printed; each works once.\n"
        return PlainTextResponse(why, 403)


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_from_here(request: HTTPConnection, host: str) -> bool:
    """Whether a request comes from our page, from the address bar, or from no browser."""
    origins = request.headers.getlist("origin")
    if any(origin != f"{request.url.scheme}://{host}" for origin in origins):
        return False
    # Following a link from elsewhere is harmless; all else from other sites is not.
    site = request.headers.get("sec-fetch-site", "none")
    mode = request.headers.get("sec-fetch-mode", "navigate")
    navigates = mode == "navigate" and request.scope["method"] in {"GET", "HEAD"}
    return site in {"same-origin", "none"} or navigates
