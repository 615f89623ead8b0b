"""What both ends of the line protocol agree on: its number, and what a line is."""

from collections.abc import Iterator
from typing import Final, Protocol

PROTOCOL: Final = 2
"""The number of the protocol; it changes when something that a client may rely on does."""
LONGEST_LINE: Final = 1 << 20
"""Bytes of a line, its end not counted, that are read at most."""
_CHUNK: Final = 1 << 16


class Readable(Protocol):
    """Where lines come from."""

    def readline(self, size: int, /) -> bytes:
        """Return bytes up to the end of a line, and of these at most so many."""
        ...


def read_lines(stream: Readable, longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """Yield lines without their ends; of a longer one its first `longest` + 1 bytes or so.

    So a caller can tell by its length that a line is too long. The rest is read past, never kept.
    """
    while line := stream.readline(longest + 2):
        yield line.rstrip(b"\r\n")
        while not line.endswith(b"\n") and (line := stream.readline(_CHUNK)):
            pass
