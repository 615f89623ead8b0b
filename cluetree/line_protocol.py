"""The version and the line format of the line protocol, for both ends."""

import json
from collections.abc import Iterator
from typing import IO, Final

from more_itertools import duplicates_everseen

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


def doubled_key(text: bytes) -> str | None:
    """Return a key that an object of this JSON has twice; its first value would be lost."""
    doubled: list[str] = []

    def note(pairs: list[tuple[str, object]]) -> None:
        doubled.extend(duplicates_everseen(key for key, _ in pairs))

    json.loads(text, object_pairs_hook=note, parse_int=str, strict=False)
    return next(iter(doubled), None)
