"""The stream of versions: every page hears of it when a game changed."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import msgspec

from cluetree.interfaces.web.kept_session import KeptSession

_HEARTBEAT: Final = 15
"""Seconds after which a silent stream says that it is alive."""


class VersionStream:
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
            yield f"data: {msgspec.json.encode(self._told).decode()}\n\n"
            while not bell.is_set():
                try:
                    await asyncio.wait_for(bell.wait(), _HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
