"""Protects the server from other sites and from devices that were not invited.

A request must name a host of this server (which blocks DNS rebinding), must not come from another
site, and, where other machines can reach the server, must bring the cookie that a link with a
token was exchanged for.
"""

import hashlib
import ipaddress
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cluetree.interfaces.rpc.tcp import ServeError
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
"""Seconds for which an admitted device may come back."""
_PUBLIC: Final = re.compile(
    r"https?://(\[[0-9a-f:]+\]|[\w.-]+)(:\d{1,5})?/?", re.IGNORECASE | re.ASCII
)
_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_OPEN: Final = frozenset({"/enter", "/static/icon.svg"})
"""The paths that need no cookie: the page that admits a guest, and its icon."""


class Invitations:
    """Links that each admit one device once, and the cookies of the admitted devices.

    Devices are saved by a digest of their cookie. `show` receives the token of each new link; a
    used link is followed by another one.
    """

    def __init__(self, store: Store, show: Callable[[str], None]):
        self._store: Final = store
        self._show: Final = show
        self._guests = store.guests(time.time() - GUEST_FOR)
        self._token = ""

    def open(self) -> None:
        """Make a link, and show it; it replaces the one before."""
        self._token = secrets.token_urlsafe()
        self._show(self._token)

    def admit(self, token: str) -> str | None:
        """Return a cookie in exchange for the token of the current link."""
        if not self._token or not secrets.compare_digest(token.encode(), self._token.encode()):
            return None
        cookie = secrets.token_urlsafe()
        digest, now = _digest(cookie), time.time()
        self._store.add_guest(digest, now)
        self._guests[digest] = now
        self.open()
        return cookie

    def knows(self, cookie: str | None) -> bool:
        """Whether a cookie belongs to a device that was admitted within `GUEST_FOR`."""
        admitted = self._guests.get(_digest(cookie)) if cookie is not None else None
        return admitted is not None and admitted >= time.time() - GUEST_FOR


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server can be reached; raises `ServeError` if the public URL has a path."""

    host: str
    """Where it listens."""
    public_url: str | None = None
    """How others reach it, behind a proxy that speaks https; `None`: without a proxy."""

    def __post_init__(self) -> None:
        if self.public_url is not None and not _PUBLIC.fullmatch(self.public_url):
            raise ServeError(
                f"the public URL must be like https://sheet.example, got {self.public_url!r}"
            )

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.public_url is None and _is_loopback(self.host)

    @property
    def origin(self) -> str:
        """The public URL as browsers send it in `Origin`; empty without a proxy."""
        return (self.public_url or "").rstrip("/").casefold()

    def is_named(self, name: str) -> bool:
        """Whether a request for this host name is for this server.

        A name server cannot redirect a bare address, so every address is accepted where other
        machines can reach the server.
        """
        if self.origin and name == urlsplit(self.origin).hostname:
            return True
        if _is_loopback(self.host):
            return name in _LOCAL or name == self.host
        try:
            return bool(ipaddress.ip_address(name))
        except ValueError:
            return name in {self.host.casefold(), "localhost"}


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


@dataclass(frozen=True)
class Guard:
    """Refuses requests that are not from the sheet's own page, and adds headers to all answers.

    Without `invitations` only this machine can reach the server.
    """

    app: ASGIApp
    address: Address
    invitations: Invitations | None
    cookie: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on."""
        if scope["type"] != "http":
            return
        request = HTTPConnection(scope)
        # Browsers keep the page's files, and ask each time whether they changed.
        is_file = request.url.path == "/" or request.url.path.startswith("/static/")
        headers = {**_HEADERS, "cache-control": "no-cache" if is_file else "no-store"}

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in headers.items():
                    sent.setdefault(name, value)
            await send(message)

        await (self._refusal(request) or self.app)(scope, receive, headed)

    def _refusal(self, request: HTTPConnection) -> PlainTextResponse | None:
        named = request.headers.getlist("host")
        if len(named) != 1 or not self.address.is_named(_name(named[0])):
            return PlainTextResponse("This host is not served here.\n", 421)
        if not self._is_from_here(request, named[0]):
            return PlainTextResponse("Other sites may not ask this.\n", 403)
        if self.invitations is None or request.url.path in _OPEN:
            return None
        if self.invitations.knows(request.cookies.get(self.cookie)):
            return None
        why = "Open the sheet with the link that `cluetree web` printed; each works once.\n"
        return PlainTextResponse(why, 403)

    def _is_from_here(self, request: HTTPConnection, host: str) -> bool:
        """Whether a request comes from our page, from the address bar, or not from a browser."""
        ours = {f"{request.url.scheme}://{host}", self.address.origin or None}
        if any(origin not in ours for origin in request.headers.getlist("origin")):
            return False
        # Following a link from elsewhere is harmless; any other request from other sites is not.
        site = request.headers.get("sec-fetch-site", "none")
        mode = request.headers.get("sec-fetch-mode", "navigate")
        navigates = mode == "navigate" and request.scope["method"] in {"GET", "HEAD"}
        return site in {"same-origin", "none"} or navigates


def _name(host: str) -> str:
    """Return the name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
