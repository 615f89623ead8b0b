"""The asking end of the protocol, for checks: what is said to a program, and what must come."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Raw, UnsetType

from cluetree.errors import ClueError
from cluetree.interfaces.rpc.protocol import Error
from cluetree.play.outside.child import Child, ProgramError
from cluetree.record import Json
from docs.operations_page import schema
from tests.rpc.validator import Validator

_T = TypeVar("_T")
_MOST_SHOWN: Final = 200
_SCHEMA: Final[Any] = schema()
_VALIDATOR: Final = Validator(_SCHEMA)
_NAME: Final = re.compile(r'"<(\w+)>"')


class CheckError(ClueError, ValueError):
    """A server that does not answer as the protocol wants it."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer, which has either a result or an error."""

    jsonrpc: Literal["2.0"]
    id: Raw
    result: Raw | UnsetType = UNSET
    error: Error | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.result is UNSET) is (self.error is UNSET):
            raise ValueError("an answer has either a result or an error")


class Client:
    """A conversation with a program that speaks the protocol.

    What is said to it and must come is JSON, with names and gaps as `checks.txt` explains them.

    Args:
        child: The program.
        seconds: How long each answer may take.
        names: What is called by a name from the start, each by those before it.
    """

    def __init__(self, child: Child, seconds: float, names: Mapping[str, str]):
        self._child = child
        self._seconds = seconds
        self._ids = count(1)
        self._asked = 0, ""
        self._named: dict[str, str] = {}
        for name, text in names.items():
            self._named[name] = self._filled(text)

    def _filled(self, text: str) -> str:
        return _NAME.sub(lambda found: self._named.get(found[1], found[0]), text)

    def say(self, line: str | bytes) -> None:
        """Say a line, whatever it is."""
        self._child.send(self._filled(line) if isinstance(line, str) else line)

    def send(self, method: str, params: str = "{}") -> None:
        """Say a request."""
        number = next(self._ids)
        self._asked = number, method
        self.say(f'{{"jsonrpc": "2.0", "id": {number}, "method": "{method}", "params": {params}}}')

    def hear(self, expected: str) -> bytes:
        """Take the next line, which must be an answer, or those to a batch, as expected."""
        try:
            line = self._child.receive(self._seconds)
        except ProgramError as error:
            raise CheckError(str(error)) from None
        decoded(line, list[Answer] if line.startswith(b"[") else Answer)
        if not self._fits(json.loads(self._filled(expected)), json.loads(line)):
            raise CheckError(f"{expected} should come, not {_shown(line)}")
        return line

    def result(self, expected: str = "{}") -> bytes:
        """Take the result of the last request, which must have its form and be as expected."""
        number, method = self._asked
        line = self.hear(f'{{"id": {number}, "result": {expected}}}')
        result = bytes(decoded(line, _Result).result)
        form = _SCHEMA["methods"][method]["result"]
        for trouble in _VALIDATOR.troubles(json.loads(result), form):
            raise CheckError(trouble)
        return result

    def refusal(self, code: str, data: str = "{}") -> None:
        """Take the error that the last request must be refused with."""
        self.hear(f'{{"id": {self._asked[0]}, "error": {{"code": {code}, "data": {data}}}}}')

    def _fits(self, expected: Json, found: Json) -> bool:
        """Say whether something is as expected, and name what is new."""
        match expected, found:
            case "...", _:
                return True
            case dict(), dict():
                return all(k in found and self._fits(e, found[k]) for k, e in expected.items())
            case list(), list():
                return self._fit(expected, found)
            case str(), _ if name := _NAME.fullmatch(f'"{expected}"'):
                self._named[name[1]] = json.dumps(found)
                return True
            case str(), str():
                parts = map(re.escape, expected.split("..."))
                return re.fullmatch(".*".join(parts), found, re.DOTALL) is not None
            case _:
                return type(expected) is type(found) and expected == found

    def _fit(self, expected: Sequence[Json], found: Sequence[Json]) -> bool:
        if not expected or not found:
            return not found and all(part == "..." for part in expected)
        first, *rest = expected
        if first == "...":
            return self._fit(rest, found) or self._fit(expected, found[1:])
        return self._fits(first, found[0]) and self._fit(rest, found[1:])


class _Result(msgspec.Struct):
    result: Raw


def decoded(content: bytes, form: type[_T]) -> _T:
    """Read JSON, which must have a form."""
    try:
        return msgspec.json.decode(content, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CheckError(f"{_shown(content)}: {error}") from None


def _shown(content: bytes) -> str:
    text = content.decode(errors="replace")
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
