"""The game that most tests begin with."""

from typing import Final

from cluetree.interfaces.rpc import Session
from cluetree.interfaces.web.persistent_session import PersistentSession
from tests.rpc import client
from tests.web.client import line

SET_UP: Final[dict[str, object]] = {**client.SET_UP, "title": "Friday", "events": []}
LINES: Final = (
    "Ann: Scarlet, Candlestick, Kitchen -> Bob passes, Eve shows Kitchen",
    "Bob: White, Wrench, Library -> Eve shows",
    "Bob holds Ballroom",
    "Eve lacks Revolver",
)
SUPPOSE: Final = line("suppose", game="a", copy="b", events=[])
RIVALS: Final = line("rivals", game="a", samples=4)


def enter_lines(session: PersistentSession | Session) -> None:
    """Open a game with the lines as its log."""
    session.handle(line("new", game="a", record=SET_UP).encode())
    for entry in LINES:
        session.handle(line("tell", game="a", event=entry).encode())
