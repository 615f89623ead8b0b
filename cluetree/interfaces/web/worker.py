"""What the page without a server calls: the protocol, in a worker of the browser."""

from cluetree.interfaces.rpc import Session


def answer(line: str) -> str | None:
    """Answer a line, whose requests begin by opening the games that they need."""
    return Session().handle(line)
