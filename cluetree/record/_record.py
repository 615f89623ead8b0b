"""The record, positions in it for errors, and checks of its texts."""

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from cluetree._names import listed, verify_type
from cluetree.errors import ClueError, InvalidEventError, RecordError
from cluetree.events import Event
from cluetree.table import Table

# Positions and texts

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A JSON value."""


class Location(NamedTuple):
    """A position in a file: line and column in text, a path in JSON."""

    source: str
    line: int | None = None
    column: int | None = None
    path: str | None = None

    def error(self, reason: str) -> RecordError:
        """Return an error for this position."""
        return RecordError(reason, *self)

    @contextmanager
    def attached(self, hint: str = "") -> Generator[None]:
        """Attach this position and a hint to errors of the library."""
        try:
            yield
        except ClueError as error:
            cause = error.__cause__ if isinstance(error, RecordError) else error
            raise self.error(f"{error.message}{hint}") from cause


def values_in(raw: Json, root: str = "$") -> Iterator[tuple[str, Json]]:
    """Yield the path and the value of each part of a JSON value; nesting may be deep."""
    waiting = [(root, raw)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, dict):
            waiting += reversed([(f"{path}.{key}", part) for key, part in value.items()])
        elif isinstance(value, list | tuple):
            waiting += reversed([(f"{path}[{n}]", part) for n, part in enumerate(value)])


def decoded(text: str | bytes, source: str) -> str:
    """Return the text without byte order mark; raise an error if it is not UTF-8."""
    if isinstance(text, str):
        verify_unicode(text, Location(source))
        return text.removeprefix("\ufeff")
    try:
        return text.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        *lines, last = text[: error.start].decode().removeprefix("\ufeff").split("\n")
        raise Location(source, len(lines) + 1, len(last) + 1).error(
            f"not UTF-8: byte {error.start + 1} is 0x{text[error.start]:02x}"
        ) from error


_HALF_A_PAIR: Final = re.compile("[\ud800-\udfff]")


def verify_unicode(text: str, location: Location) -> None:
    """Check that UTF-8 can encode a text."""
    if _HALF_A_PAIR.search(text):
        raise location.error("not Unicode text: half of a surrogate pair")


# The record


@dataclass(frozen=True)
class Record:
    """Everything that one observer knows about one game: the set-up and the events.

    Writing checks the events; construction does not, so that a log may be inconsistent for a
    while. A record does not keep the comments of a text file.
    """

    table: Table
    events: tuple[Event, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        verify_type("title", self.title, str, "a string", InvalidEventError)
        object.__setattr__(self, "events", listed("events", self.events, InvalidEventError))


def verify_texts(raw: Json, source: str) -> None:
    """Check that UTF-8 can encode every text of a JSON value."""
    for path, value in values_in(raw):
        for text in value if isinstance(value, dict) else (value,):
            if isinstance(text, str):
                verify_unicode(text, Location(source, path=path))
