"""The detective's sheet in the browser: a page that deduces nothing, a server that keeps nothing.

The server needs the `web` extra. The page without a server calls `answer` in a worker.
"""

from cluetree.interfaces.rpc import Session
from cluetree.limit import Meter


def answer(line: str | bytes, meter: Meter | None = None) -> str | None:
    """Answer a line, whose requests begin by opening the games that they need."""
    return Session().handle(line, meter)
