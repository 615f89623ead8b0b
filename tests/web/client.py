"""A client of the web server without a browser or a network."""

import asyncio
import json
from collections.abc import AsyncIterable, Mapping
from typing import Any, TypeAlias

import httpx
from starlette.types import ASGIApp

LOCAL = "http://127.0.0.1:8765"
Result: TypeAlias = Any  # decoded JSON
JSON = {"content-type": "application/json"}


class Client:
    """Sends requests to an app and keeps its cookies."""

    def __init__(self, app: ASGIApp, root: str = LOCAL):
        self._transport = httpx.ASGITransport(app)
        self._root = root
        self.cookies = httpx.Cookies()

    def ask(
        self,
        method: str,
        path: str,
        *,
        content: bytes | str | AsyncIterable[bytes] = b"",
        headers: Mapping[str, str] | None = None,
        root: str | None = None,
    ) -> httpx.Response:
        async def send() -> httpx.Response:
            async with httpx.AsyncClient(
                transport=self._transport, base_url=root or self._root, cookies=self.cookies
            ) as client:
                answer = await client.request(method, path, content=content, headers=headers)
                self.cookies = client.cookies
                return answer

        return asyncio.run(send())

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        return self.ask("GET", path, headers=headers)

    def enter(self, link: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """Press the button of the page that a link opens."""
        return self.ask("POST", link, headers=headers)

    def post(self, line: bytes | str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        return self.ask("POST", "/rpc", content=line, headers={**JSON, **(headers or {})})

    def call(self, method: str, **params: object) -> Result:
        """Ask by the protocol, and return the result."""
        answer = json.loads(self.post(line(method, **params)).raise_for_status().text)
        assert "error" not in answer, answer
        return answer["result"]


def line(method: str, **params: object) -> str:
    """Write a request of the protocol."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
