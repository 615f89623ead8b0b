"""JSON-RPC 2.0, one message per line: parse requests, and write answers and errors.

This module is independent of the methods. It also translates the library's errors. The
specification is at https://www.jsonrpc.org/specification.
"""

import codecs
import json
import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, Final, Literal, Self

import msgspec
from more_itertools import duplicates_everseen
from msgspec import UNSET, Meta, Raw, UnsetType

from cluetree.errors import (
    ClueError,
    ContradictionError,
    InvalidEditionError,
    InvalidEventError,
    InvalidGuessError,
    InvalidTableError,
    LimitReached,
    RecordError,
    UnknownNameError,
    one_line,
)
from cluetree.operations.registry import RequestError, invalid_params


class Code(IntEnum):
    """The codes of errors: JSON-RPC's are negative, those of the game positive."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> Self:
        """Make a code with its meaning in words."""
        self = int.__new__(cls, code)
        self._value_ = code
        self.meaning = meaning
        return self

    PARSE_ERROR = -32700, "The line is invalid JSON."
    INVALID_REQUEST = -32600, "The JSON is not a request."
    METHOD_NOT_FOUND = -32601, "There is no such method."
    INVALID_PARAMS = -32602, "The params are invalid; `path` is the invalid one."
    INTERNAL_ERROR = -32603, "An internal error of the server."
    NO_GAME = 1, "No open game has this id; `candidates` are open games."
    GAME_EXISTS = 2, "A game with this id is already open."
    CLUE_ERROR = 10, "Any other error of the library."
    UNKNOWN_NAME = 11, "An unknown or ambiguous card, player or edition; see `candidates`."
    INVALID = 12, "An event, a guess, a table or a deck breaks the rules."
    CONTRADICTION = 13, "The log is contradictory; `causes` are the conflicting events."
    RECORD = 14, "A record cannot be read or written at `path`, or at `line` and `column`."
    LIMIT = 15, "The work was stopped by a limit."


class ErrorData(msgspec.Struct, frozen=True, kw_only=True):
    """The details of an error for programs; fields that do not apply are omitted."""

    kind: Annotated[str, Meta(description="The error in one word, finer than the code.")]
    path: Annotated[
        str | UnsetType, Meta(description="The JSON path of the invalid part of the request.")
    ] = UNSET
    word: Annotated[str | UnsetType, Meta(description="The unknown name.")] = UNSET
    candidates: Annotated[
        Sequence[str] | UnsetType, Meta(description="Its possible meanings, likeliest first.")
    ] = UNSET
    ambiguous: Annotated[
        bool | UnsetType, Meta(description="Whether the name has several meanings, or none.")
    ] = UNSET
    causes: Annotated[
        Sequence[int] | UnsetType, Meta(description="The numbers of the conflicting events.")
    ] = UNSET
    line: Annotated[int | UnsetType, Meta(description="The line of a text, from 1.")] = UNSET
    column: Annotated[
        int | UnsetType, Meta(description="The column in that line, in characters from 1.")
    ] = UNSET


class Error(msgspec.Struct, frozen=True):
    """The `error` of an answer."""

    code: int
    message: str
    data: ErrorData


_INITIAL: Final = re.compile(r"(?<!^)(?=[A-Z])")
_INVALID: Final = InvalidEditionError, InvalidEventError, InvalidGuessError, InvalidTableError
_CODES: Final = (
    (UnknownNameError, Code.UNKNOWN_NAME),
    (ContradictionError, Code.CONTRADICTION),
    (LimitReached, Code.LIMIT),
    (RecordError, Code.RECORD),
    (_INVALID, Code.INVALID),
)
"""The codes of errors of the library; the first that fits counts."""
_DETAILS: Final = ("word", "candidates", "ambiguous", "causes", "line", "column")


def _fault(error: ClueError) -> Error:
    reason = _reason(error)
    # The class in lower case: `unknown_card` for an `UnknownCardError`.
    kind = _INITIAL.sub("_", type(reason).__name__.removesuffix("Error")).lower()
    code = next((code for kinds, code in _CODES if isinstance(reason, kinds)), Code.CLUE_ERROR)
    if isinstance(reason, RequestError):
        kind, code = reason.kind, Code[reason.kind.upper()]
    elif isinstance(reason, RecordError) and reason.line is None:
        kind, code = "invalid_params", Code.INVALID_PARAMS
    message = error.message
    path: str | UnsetType = UNSET
    if error.path is not None:
        path = error.path if error.path.startswith("$") else f"$.params.{error.path}".rstrip(".")
        message = f"{path}: {message}"
    details = [(name, getattr(each, name, None)) for each in (reason, error) for name in _DETAILS]
    given = {name: value for name, value in details if value is not None}
    return Error(code, one_line(message), ErrorData(kind=kind, path=path, **given))


def _reason(error: ClueError) -> ClueError:
    """Return what is wrong in a record: the error about its part, if there is one."""
    if isinstance(error, RecordError) and isinstance(error.__cause__, ClueError):
        return _reason(error.__cause__)
    return error


_AnyId = Annotated[
    Raw,
    Meta(
        description="The id of the request; null if it could not be read.",
        extra_json_schema={"type": ["string", "number", "null"]},
    ),
]


class Success(msgspec.Struct, frozen=True):
    """An answer with a result."""

    jsonrpc: Literal["2.0"]
    id: _AnyId
    result: Raw


class Failure(msgspec.Struct, frozen=True):
    """An answer with an error."""

    jsonrpc: Literal["2.0"]
    id: _AnyId
    error: Error


class _Id(msgspec.Struct, frozen=True):
    id: Raw = Raw()


class Request(_Id, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One request; its params are not parsed yet.

    Its `id` is as the client wrote it, and empty for a notification, which gets no answer.
    """

    jsonrpc: Literal["2.0"]
    method: str
    params: Raw = Raw(b"{}")
    """A JSON object, or an array of positional params."""


_REQUEST: Final = msgspec.json.Decoder(Request)
_ID: Final = msgspec.json.Decoder(_Id)
_BATCH: Final = msgspec.json.Decoder(list[Raw])

NO_ID: Final = Raw(b"null")


def requests_of(line: str | bytes) -> Sequence[bytes] | bytes:
    """Return the one value of a line, all values of a batch, or no bytes for a blank line.

    Raises:
        RequestError: If the line is invalid JSON, or is an empty batch.
    """
    try:
        content = line.encode() if isinstance(line, str) else line
        content.decode()  # msgspec does not check skipped text
        content = content.removeprefix(codecs.BOM_UTF8).strip(b" \t\r\n")
        if not content.startswith(b"["):
            return content
        batch = [bytes(part) for part in _BATCH.decode(content)]
    except (UnicodeError, msgspec.DecodeError, RecursionError) as error:
        raise _invalid_json(error) from None
    if not batch:
        raise _not_a_request("a batch must have at least one request, got none")
    return batch


def _invalid_json(error: Exception) -> RequestError:
    reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
    return RequestError("parse_error", f"invalid JSON: {reason}")


def _not_a_request(reason: str, path: str | None = None) -> RequestError:
    return RequestError("invalid_request", f"not a request: {reason}", path)


def request_of(part: bytes) -> Request:
    """Parse one request; raise `RequestError` if it is invalid JSON, or not a request."""
    doubled: list[str] = []

    def note(pairs: list[tuple[str, object]]) -> None:
        doubled.extend(duplicates_everseen(key for key, _ in pairs))

    try:
        json.loads(part, object_pairs_hook=note, parse_int=str, parse_constant=msgspec.json.decode)
        request = _REQUEST.decode(part)
    except msgspec.ValidationError as error:
        invalid = invalid_params(error, Request)
        raise _not_a_request(invalid.message, f"$.{invalid.path}".rstrip(".")) from None
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise _invalid_json(error) from None
    if doubled:  # the first value would be lost
        raise _not_a_request(f"the field {doubled[0]!r} is given twice")
    if not _is_id(request.id):
        raise _not_a_request("an id must be a string, a number or null", "$.id")
    if not bytes(request.params).startswith((b"{", b"[")):
        raise _not_a_request("params must be an object", "$.params")
    return request


def id_of(part: bytes) -> Raw:
    """Return the id of an invalid request; null if it has none."""
    try:
        request_id = _ID.decode(part).id
    except (msgspec.DecodeError, RecursionError):
        return NO_ID
    return request_id if request_id and _is_id(request_id) else NO_ID


def _is_id(value: Raw) -> bool:
    """Whether this JSON is a valid id; the empty one of a notification is."""
    return bytes(value)[:1] in b'"-0123456789n'


def success(request_id: Raw, result: bytes) -> str:
    """Write the answer to a successful request; the result is JSON already."""
    return _encoded(Success("2.0", request_id, Raw(result)))


def failure(request_id: Raw, error: ClueError) -> str:
    """Write the answer to a failed request."""
    return _encoded(Failure("2.0", request_id, _fault(error)))


# JSON allows these characters unescaped, but Node and Python can split lines at them.
_LINE_ENDS: Final = str.maketrans({"\x85": r"\u0085", "\u2028": r"\u2028", "\u2029": r"\u2029"})


def _encoded(answer: Success | Failure) -> str:
    return msgspec.json.encode(answer).decode().translate(_LINE_ENDS)
