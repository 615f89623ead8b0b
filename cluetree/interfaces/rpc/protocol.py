"""JSON-RPC 2.0 on one line: requests taken apart, answers and errors put together.

Nothing here knows what the methods do. The specification is at
https://www.jsonrpc.org/specification.
"""

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Final, Literal, Self

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from cluetree.line_protocol import LONGEST_LINE


class Code(IntEnum):
    """What an error's `code` says: JSON-RPC's own are negative, those of the game positive."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> Self:
        """Make a code that carries its meaning in words."""
        self = int.__new__(cls, code)
        self._value_ = code
        self.meaning = meaning
        return self

    PARSE_ERROR = -32700, "The line is no JSON."
    INVALID_REQUEST = -32600, "It is JSON, but no request."
    METHOD_NOT_FOUND = -32601, "No method is called so."
    INVALID_PARAMS = -32602, "The method cannot do with these params; `path` says where."
    INTERNAL_ERROR = -32603, "A fault of the server's own."
    LINE_TOO_LONG = -32001, "The line was longer than `max_line` and has been skipped."
    NO_GAME = 1, "No open game has this id; `candidates` are those that are open."
    GAME_EXISTS = 2, "A game of this id is open already."
    BEHIND = 3, "The game is not at `expect_version` any more, but at `version`; nothing was done."
    FILES = 4, "The file may not be used: none may, or it lies outside the permitted directory."
    TOO_MANY_GAMES = 5, "As many games are open as may be; close one."
    PROTOCOL = 6, "The server does not speak that protocol; `supported` are those it does."
    TURNED_AWAY = 7, "As many clients are connected as may be; the connection is closed."
    IDLE = 8, "Nothing came for too long, or half a line; the connection is closed."
    TOKEN = 9, "`initialize` has to bring the server's token first; a wrong one ends the session."
    CLUE_ERROR = 10, "An error of the library that none of the following fits."
    UNKNOWN_NAME = (
        11,
        "A word names no card, player or edition, or several; `candidates` it could mean.",
    )
    INVALID = 12, "An event, a guess, a table or a deck that breaks the rules by itself."
    CONTRADICTION = 13, "The log cannot be true, so nothing follows from it; `causes` clash."
    RECORD = (
        14,
        "A record that cannot be read or written; `path`, or `line` and `column`, say where.",
    )
    LIMIT = 15, "The work was stopped by a limit."


class ErrorData(msgspec.Struct, frozen=True, kw_only=True):
    """What an error is about, for programs; what does not apply is left out."""

    kind: Annotated[str, Meta(description="The error in one word, finer than the code.")]
    path: Annotated[
        str | UnsetType,
        Meta(description="The JSON path of the part of the request that is to blame."),
    ] = UNSET
    word: Annotated[str | UnsetType, Meta(description="The name that was not understood.")] = UNSET
    candidates: Annotated[
        Sequence[str] | UnsetType, Meta(description="What it could have meant, likeliest first.")
    ] = UNSET
    ambiguous: Annotated[
        bool | UnsetType,
        Meta(description="Whether the name means several things, rather than nothing."),
    ] = UNSET
    causes: Annotated[
        Sequence[int] | UnsetType, Meta(description="The numbers of events that clash.")
    ] = UNSET
    line: Annotated[int | UnsetType, Meta(description="The line of a text, from 1.")] = UNSET
    column: Annotated[
        int | UnsetType, Meta(description="The column in that line, in characters from 1.")
    ] = UNSET
    version: Annotated[int | UnsetType, Meta(description="The version that the game is at.")] = (
        UNSET
    )
    supported: Annotated[
        Sequence[int] | UnsetType, Meta(description="The protocols that the server speaks.")
    ] = UNSET


class RpcError(Exception):
    """A request that is answered with an error."""

    def __init__(self, code: Code, message: str, data: ErrorData):
        super().__init__(code, message, data)
        self.code = code
        self.message = message
        self.data = data

    def __str__(self) -> str:
        return self.message


class Error(msgspec.Struct, frozen=True):
    """The `error` of an answer."""

    code: int
    message: str
    data: ErrorData


_AnyId = Annotated[
    Raw,
    Meta(
        description="The request's own, repeated; null where it could not be read.",
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


@dataclass(frozen=True, slots=True)
class Request:
    """One request, its params still to be read."""

    method: str
    params: bytes
    """A JSON object, or an array if they go by position."""
    id: bytes
    """As the client spelled it; empty for a notification, which is not answered."""


class _Request(msgspec.Struct):
    jsonrpc: Literal["2.0"]
    method: str
    id: Raw = msgspec.field(default_factory=Raw)
    params: Raw = msgspec.field(default_factory=Raw)


class _Id(msgspec.Struct):
    id: Raw = msgspec.field(default_factory=Raw)


# Made here and not where they are needed: what reads a class for the first time in two threads at
# once ends the process.
_REQUEST: Final = msgspec.json.Decoder(_Request)
_ID: Final = msgspec.json.Decoder(_Id)

NO_ID: Final = b"null"


def requests_of(line: str | bytes) -> Sequence[bytes] | bytes:
    """Check the JSON of a line, and split a batch.

    Returns:
        The one value of the line, all values of a batch, or no bytes if the line is blank.

    Raises:
        RpcError: If the line is too long, is no JSON, or is a batch of nothing.
    """
    content = _utf8(line).rstrip(b"\r\n")
    if len(content) > LONGEST_LINE:
        what = f"the line is longer than {LONGEST_LINE} bytes"
        raise RpcError(Code.LINE_TOO_LONG, what, ErrorData(kind="line_too_long"))
    content = content.removeprefix(codecs.BOM_UTF8).strip(b" \t\r\n")
    if not content:
        return b""
    try:
        content.decode()
        msgspec.json.decode(content)  # what is not read at all must be right as well
    except RecursionError:
        raise _no_json("nested too deeply") from None
    except (UnicodeDecodeError, msgspec.DecodeError) as error:
        raise _no_json(str(error)) from None
    if not content.startswith(b"["):
        return content
    batch = [bytes(part) for part in msgspec.json.decode(content, type=list[Raw])]
    if not batch:
        raise invalid_request("a batch holds at least one request")
    return batch


def _utf8(line: str | bytes) -> bytes:
    try:
        return line.encode() if isinstance(line, str) else line
    except UnicodeEncodeError as error:
        raise _no_json(str(error)) from None


def _no_json(why: str) -> RpcError:
    return RpcError(Code.PARSE_ERROR, f"not JSON: {why}", ErrorData(kind="parse_error"))


def invalid_request(why: str, path: str | UnsetType = UNSET) -> RpcError:
    """Make the error that JSON is no request."""
    data = ErrorData(kind="invalid_request", path=path)
    return RpcError(Code.INVALID_REQUEST, f"not a request: {why}", data)


def invalid_params(why: str, path: str) -> RpcError:
    """Make the error that a part of the params is not as it should be."""
    data = ErrorData(kind="invalid_params", path=path)
    return RpcError(Code.INVALID_PARAMS, f"{path}: {why}", data)


def id_of(part: bytes) -> bytes:
    """Return the id of what may be no request; null if there is none that can be told."""
    try:
        told = bytes(_ID.decode(part).id)
    except msgspec.ValidationError:
        return NO_ID
    return told if told and _is_id(told) else NO_ID


def _is_id(told: bytes) -> bool:
    """Whether this JSON may be an id; an empty one, of a notification, may."""
    return told[:1] in b'"-0123456789n'


def request_of(part: bytes) -> Request:
    """Read one request.

    Raises:
        RpcError: If it is none.
    """
    try:
        said = _REQUEST.decode(part)
    except msgspec.ValidationError as error:
        why, path = where(error, "$")
        raise invalid_request(why, path) from None
    told, params = bytes(said.id), bytes(said.params) or b"{}"
    if not _is_id(told):
        raise invalid_request("an id is a text, a number or null", "$.id")
    if not params.startswith((b"{", b"[")):
        raise invalid_request("params are an object", "$.params")
    return Request(said.method, params, told)


_AT: Final = re.compile(r"(?P<why>.*) - at `\$(?P<path>.*)`", re.DOTALL)


def where(error: msgspec.ValidationError, root: str) -> tuple[str, str]:
    """Return what msgspec found wrong and where, the path starting from `root`."""
    found = _AT.fullmatch(str(error))
    why, path = (found["why"], found["path"]) if found else (str(error), "")
    return why[:1].lower() + why[1:], root + path


def success(request_id: bytes, result: bytes) -> str:
    """Write the answer to a request that went well; the result is in JSON already."""
    return _line(Success("2.0", Raw(request_id), Raw(result)))


def failure(request_id: bytes, error: RpcError) -> str:
    """Write the answer to a request that did not."""
    return _line(Failure("2.0", Raw(request_id), Error(error.code, error.message, error.data)))


# JSON lets these stand as they are, but some readers of lines (Node's, Python's) end a line there.
_LINE_ENDS: Final = str.maketrans({"\x85": r"\u0085", "\u2028": r"\u2028", "\u2029": r"\u2029"})


def _line(answer: Success | Failure) -> str:
    return msgspec.json.encode(answer).decode().translate(_LINE_ENDS)
