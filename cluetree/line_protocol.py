"""The version and the line format of the line protocol, for both ends."""

from collections.abc import Iterator
from typing import IO, Final

PROTOCOL: Final = 2
"""The version of the protocol; it changes with every incompatible change."""
LONGEST_LINE: Final = 1 << 20
"""The maximum length of a line in bytes, without its end."""
_CHUNK: Final = 1 << 16


def read_lines(stream: IO[bytes], longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """Yield lines without their ends; cut longer ones to about `longest` + 1 bytes.

    The length shows the caller that a line is too long. The rest is skipped and never kept.
    """
    while line := stream.readline(longest + 2):
        yield line.rstrip(b"\r\n")
        while not line.endswith(b"\n") and (line := stream.readline(_CHUNK)):
            pass
