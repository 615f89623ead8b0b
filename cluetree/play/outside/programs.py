"""Programs that answer JSON-RPC requests over standard input and output, reused between games."""

import codecs
import os
import weakref
from collections.abc import Mapping
from itertools import count
from time import monotonic
from typing import Final, TypeVar

import msgspec
from msgspec import Raw

from cluetree.errors import IllegalActError
from cluetree.play.outside.child import Child, LateError, ProgramError

_T = TypeVar("_T")

_LONGEST_ANSWER: Final = 1 << 16
_MAX_BREAKDOWNS: Final = 3
_MAX_SHOWN: Final = 200
"""Characters of a program's output that an error repeats."""


class Call(msgspec.Struct, frozen=True, tag_field="jsonrpc", tag="2.0", omit_defaults=True):
    """A request, or without an id a notification."""

    method: str
    params: msgspec.Struct | Mapping[str, object]
    id: int | None = None


class Response(msgspec.Struct, frozen=True):
    """A response."""

    id: int | str | None = None
    result: Raw = msgspec.field(default_factory=Raw)
    error: Raw = msgspec.field(default_factory=Raw)


# Made at import, like those of `messages`: building msgspec decoders of one class in two threads
# at once ends the process, and a Dask worker plays in several threads.
_RESPONSE: Final = msgspec.json.Decoder(Response)


def decoded(line: bytes) -> Response | str:
    """Return a line as a response, or why it is not one."""
    if line.startswith(codecs.BOM_UTF8):
        return "it starts with a byte order mark"
    try:
        answer = _RESPONSE.decode(line)
    except msgspec.ValidationError as error:
        return f"it is not a response: {error}"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "it is invalid JSON"
    if bytes(answer.result) or bytes(answer.error):
        return answer
    return "it is not a response: it has neither result nor error"


class Program:
    """A running program; if it is strict, a response with another id is an error.

    Raises:
        ProgramError: If it cannot be started.
    """

    def __init__(self, command: tuple[str, ...], *, is_strict: bool = False):
        self.child: Final = Child(command, longest=_LONGEST_ANSWER)
        self.over = False
        """Whether it was ended."""
        self.sent: bytes = b""
        self.received: bytes = b""
        """The last line that was sent, and the last one that came after it."""
        self._is_strict: Final = is_strict
        self._ids = count(1)

    def tell(self, method: str, params: msgspec.Struct | Mapping[str, object]) -> None:
        """Send a notification."""
        self._send(Call(method, params))

    def ask(
        self,
        method: str,
        params: msgspec.Struct | Mapping[str, object],
        form: type[_T],
        seconds: float,
    ) -> _T:
        """Send a request, and return its result; other output is ignored.

        Raises:
            LateError: If no response comes in time.
            ProgramError: If the program ends.
            IllegalActError: If the response is an error or does not have this form.
        """
        number = next(self._ids)
        self._send(Call(method, params, number))
        end, problem = monotonic() + seconds, ""
        while (left := end - monotonic()) > 0:
            try:
                line = self.child.receive(left)
            except LateError:
                break
            if not line.strip():
                continue
            self.received = line
            answer = decoded(line)
            if isinstance(answer, str):
                problem = answer
            elif answer.id == number:
                return _result(answer, form)
            else:
                problem = f"it has the id {answer.id!r}, expected {number}"
                if self._is_strict:
                    raise IllegalActError(problem)
        if not self.received:
            raise LateError(f"no answer in {seconds:.3g} seconds, and no output: is it flushed?")
        shown = self.received[:_MAX_SHOWN].decode(errors="replace")
        raise LateError(f"no answer in {seconds:.3g} seconds; last output ({problem}): {shown!r}")

    def _send(self, call: Call) -> None:
        self.sent, self.received = msgspec.json.encode(call), b""
        self.child.send(self.sent)


def _result(answer: Response, form: type[_T]) -> _T:
    error = bytes(answer.error)
    if error not in {b"", b"null"}:
        words = error[:_MAX_SHOWN].decode(errors="replace")
        raise IllegalActError(f"it answers with an error: {words}")
    try:
        return msgspec.json.decode(bytes(answer.result), type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise IllegalActError(f"its answer cannot be read: {problem}") from None


class Programs:
    """The programs of one command: idle ones are reused before new ones are started.

    After three breakdowns in a row without a whole game between them, none is started again.
    """

    def __init__(self, command: tuple[str, ...]):
        self.command = command
        self._breakdowns = 0
        self._idle: list[Program] = []
        self._owner = os.getpid()
        self._finalizer = weakref.finalize(self, _end_all, self._idle)

    def take(self) -> tuple[Program, bool]:
        """Return a program and whether it is new; raise `ProgramError` if none can be started."""
        if self._owner != os.getpid():  # forked: the programs are the parent's
            self._idle.clear()
            self._owner = os.getpid()
        if self._idle:
            return self._idle.pop(), False
        if self._breakdowns >= _MAX_BREAKDOWNS:
            raise ProgramError(f"it broke down {self._breakdowns} times in a row")
        try:
            return Program(self.command), True
        except ProgramError:
            self._breakdowns += 1
            raise

    def put_back(self, program: Program) -> None:
        """Keep a program for the next game, unless it broke down."""
        if not program.over:
            self._breakdowns = 0
            self._idle.append(program)

    def give_up(self, program: Program) -> None:
        """End a program that broke down."""
        self._breakdowns += 1
        program.over = True
        program.child.end(grace=0)

    def close(self) -> None:
        """End the idle programs."""
        _end_all(self._idle)


def _end_all(programs: list[Program]) -> None:
    while programs:
        programs.pop().child.end()
