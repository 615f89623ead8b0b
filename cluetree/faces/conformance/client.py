"""The asking end of the protocol, for checks: requests to a program, and what it answers."""

import json
from collections.abc import Callable
from itertools import count
from typing import Final, TypeAlias, TypeVar

import msgspec
from msgspec import Raw

from cluetree.errors import ClueError
from cluetree.faces.rpc.child import Child, EndedError, ProgramError
from cluetree.faces.rpc.protocol import NO_ID, Code, Error, ErrorData
from cluetree.record import Json

_T = TypeVar("_T")
_MOST_SHOWN: Final = 200


class CheckError(ClueError, ValueError):
    """A server that does not answer as the protocol wants it."""


class Response(msgspec.Struct, forbid_unknown_fields=True):
    """One answer, which has either a result or an error."""

    jsonrpc: str
    id: Raw
    result: Raw = msgspec.field(default_factory=Raw)
    error: Error | None = None


class Client:
    """A conversation with a program that speaks the protocol.

    Args:
        child: The program.
        seconds: How long each answer may take.
    """

    def __init__(self, child: Child, seconds: float):
        self._child = child
        self._seconds = seconds
        self._ids = count(1)

    def say(self, line: str | bytes) -> None:
        """Say a line, whatever it is."""
        self._child.send(line)

    def hear(self) -> Response:
        """Take the next line, which must be one answer."""
        return _decoded(self._line(), Response)

    def hear_batch(self) -> list[Response]:
        """Take the next line, which must be the answers to a batch."""
        return _decoded(self._line(), list[Response])

    def _line(self) -> bytes:
        try:
            return self._child.receive(self._seconds)
        except ProgramError as error:
            raise CheckError(str(error)) from None

    def hear_end(self) -> None:
        """Wait for its end, before which it must say nothing more."""
        try:
            more = self._child.receive(self._seconds)
        except EndedError:
            return
        except ProgramError:
            raise CheckError("the program should end") from None
        raise CheckError(f"nothing more should come, not {_shown(more)}")

    def end(self) -> int | None:
        """End its input, and return its exit status; what it says until then can be heard."""
        return self._child.end(self._seconds)

    def request(self, method: str, /, **params: Json) -> Raw:
        """Ask, and return the result."""
        number = self._send(method, params)
        return _result(_addressed(self.hear(), number))

    def ask(self, form: type[_T], method: str, /, **params: Json) -> _T:
        """Ask, and return the result in its form."""
        return _decoded(bytes(self.request(method, **params)), form)

    def refused(self, code: Code, method: str, /, **params: Json) -> ErrorData:
        """Ask, and return the data of the error that must come."""
        number = self._send(method, params)
        return refusal(_addressed(self.hear(), number), code)

    def _send(self, method: str, params: dict[str, Json]) -> bytes:
        number = next(self._ids)
        self.say(line(method, number, **params))
        return b"%d" % number


Check: TypeAlias = Callable[[Client], None]
"""Raises `CheckError` if something is not as its docstring says."""


def line(method: str, request_id: int | str | None, /, **params: Json) -> str:
    """Write a request; without an id, a notification."""
    fields: dict[str, Json] = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(fields if request_id is None else {**fields, "id": request_id})


def refusal(response: Response, code: Code) -> ErrorData:
    """Return the data of an error, which must have this code."""
    if response.error is None:
        raise CheckError(f"error {code} should come, not {_shown(bytes(response.result))}")
    if response.error.code != int(code):
        raise CheckError(f"error {code} should come, not {response.error.code}")
    return response.error.data


def unaddressed(response: Response) -> Response:
    """Check that an answer has the id null."""
    return _addressed(response, NO_ID)


def same(what: str, found: object, expected: object) -> None:
    """Check that two things are equal."""
    if found != expected:
        raise CheckError(f"{what} should be {expected!r}, not {found!r}")


def _addressed(response: Response, request_id: bytes) -> Response:
    same("the version of JSON-RPC", response.jsonrpc, "2.0")
    same("the id of the answer", bytes(response.id), request_id)
    return response


def _result(response: Response) -> Raw:
    if response.error is not None:
        raise CheckError(f"error {response.error.code}: {response.error.message}")
    if not bytes(response.result):
        raise CheckError("the answer has neither a result nor an error")
    return response.result


def _decoded(content: bytes, form: type[_T]) -> _T:
    try:
        return msgspec.json.decode(content, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CheckError(f"{_shown(content)}: {error}") from None


def _shown(content: bytes) -> str:
    text = content.decode(errors="replace")
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
