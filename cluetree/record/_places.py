"""Positions in a record, for errors."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

from cluetree.errors import ClueError, RecordError

_Args = ParamSpec("_Args")
_Made = TypeVar("_Made")

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A JSON value."""

# The maximum length of a message, which may quote a whole invalid file.
_LONGEST: Final = 500


class Place(NamedTuple):
    """A position in a file: line and column in text, a path in JSON."""

    source: str
    line: int | None = None
    column: int | None = None
    path: str | None = None

    def error(self, reason: str) -> RecordError:
        """Return an error for this position; its message is always one line."""
        path = None if self.path is None else _one_line(self.path)
        return RecordError(
            _one_line(reason), source=self.source, line=self.line, column=self.column, path=path
        )


def _one_line(text: str) -> str:
    line = escaped(text)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def attempt(
    place: Place, make: Callable[_Args, _Made], *args: _Args.args, **kwargs: _Args.kwargs
) -> _Made:
    """Call `make` and attach the place to its errors.

    Raises:
        RecordError: If `make` raises a `ClueError`, which becomes its cause.
    """
    try:
        return make(*args, **kwargs)
    except ClueError as error:
        raise place.error(str(error)) from error


def walk(raw: Json, root: str = "$") -> Iterator[tuple[str, Json]]:
    """Yield the path and the value of each part of a JSON value; nesting may be deep."""
    waiting = [(root, raw)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, dict):
            waiting += reversed([(f"{path}.{key}", part) for key, part in value.items()])
        elif isinstance(value, list):
            waiting += reversed([(f"{path}[{n}]", part) for n, part in enumerate(value)])


def escaped(text: str) -> str:
    r"""Replace line breaks and invisible characters by JSON's escapes.

    >>> escaped("one\ntwo")
    'one\\ntwo'
    """
    if text.isprintable():
        return text
    return "".join(_escape(char) if _is_unseen(char) else char for char in text)


def _is_unseen(char: str) -> bool:
    # Keep joiners and direction marks (Cf), because some scripts need them.
    return char != " " and (char.isspace() or unicodedata.category(char) in {"Cc", "Cs"})


_SHORT_ESCAPES: Final = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def _escape(char: str) -> str:
    # Four digits are enough: these characters are all below U+10000.
    return _SHORT_ESCAPES.get(char) or f"\\u{ord(char):04x}"


def decoded(text: str | bytes, source: str) -> str:
    """Return the text without byte order mark.

    Raises:
        RecordError: If bytes are not UTF-8, or text cannot be encoded as UTF-8.
    """
    if isinstance(text, str):
        return whole(text, source).removeprefix("\ufeff")
    try:
        return text.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = text[: error.start].decode()
        reason = f"not UTF-8: byte {error.start + 1} is 0x{text[error.start]:02x}"
        raise _end_of(before, source).error(reason) from error


def whole(text: str, source: str) -> str:
    """Return the text unchanged.

    Raises:
        RecordError: If it cannot be encoded as UTF-8.
    """
    half = _HALF_A_PAIR.search(text)
    if half:
        raise _end_of(text[: half.start()], source).error(HALF_A_PAIR)
    return text


HALF_A_PAIR: Final = "not Unicode text: half of a surrogate pair"
_HALF_A_PAIR: Final = re.compile("[\ud800-\udfff]")


def has_half_a_pair(text: str) -> bool:
    """Return whether a string has a lone surrogate, which UTF-8 cannot encode."""
    return _HALF_A_PAIR.search(text) is not None


def _end_of(before: str, source: str) -> Place:
    *lines, last = before.removeprefix("\ufeff").split("\n")
    return Place(source, len(lines) + 1, len(last) + 1)
