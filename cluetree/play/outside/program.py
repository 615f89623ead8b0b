"""Programs that answer JSON-RPC requests, one a line, over standard input and output."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from queue import Empty, Queue
from threading import Lock, Thread
from time import monotonic
from typing import IO, Final, TypeVar

import msgspec
from msgspec import Raw

from cluetree.errors import ClueError, IllegalActError

_T = TypeVar("_T")
_LONGEST_LINE: Final = 1 << 16
"""Bytes of a line that are read."""
_MAX_UNREAD: Final = 1000
"""Lines of output that wait to be read; with more, the program waits."""
_GRACE: Final = 1.0
"""Seconds that a program has to end after the end of its input."""
_MAX_SHOWN: Final = 200
"""Characters of a program's output that an error repeats."""


class ProgramError(ClueError, RuntimeError):
    """A program cannot be started, or has broken down."""


class LateError(ProgramError, TimeoutError):
    """A program does not answer in time."""


class _Call(msgspec.Struct, frozen=True, tag_field="jsonrpc", tag="2.0", omit_defaults=True):
    """A request, or without an id a notification."""

    method: str
    params: msgspec.Struct
    id: int | None = None


class _Response(msgspec.Struct, frozen=True):
    id: int | str | None = None
    result: Raw = Raw(b"null")
    error: Raw = Raw(b"null")


# Made at import: building msgspec decoders of one class in two threads at once is not safe.
_RESPONSE: Final = msgspec.json.Decoder(_Response)


class Program:
    """A running program, in a process group of its own; its standard error is ours.

    It is killed with its group by `end`, when this object is deleted, and when this process exits.
    If this process is killed, only the end of its input tells the program to end.

    Raises:
        ProgramError: If it cannot be started.
    """

    def __init__(self, command: tuple[str, ...]):
        try:
            with _STARTING:
                process = subprocess.Popen(  # noqa: S603 -- what the user wants to run
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
                )
                _STARTED.add(self)
                self.kill: Final = weakref.finalize(self, _kill, process, os.getpid())
        except (OSError, ValueError) as error:
            raise ProgramError(f"cannot start {command[0]}: {error}") from error
        assert process.stdin is not None  # noqa: S101 -- for the type checker
        assert process.stdout is not None  # noqa: S101
        self.sent: bytes = b""
        self.received: bytes = b""
        """The last line that was sent, and the last one that came after it."""
        self._process: Final = process
        self._input: Final = process.stdin
        self._lines: Final = Queue[bytes | None](_MAX_UNREAD)
        self._ids: Final = count(1)
        Thread(target=_read, args=(process.stdout, self._lines), daemon=True).start()

    def tell(self, method: str, params: msgspec.Struct) -> None:
        """Send a notification."""
        self._send(_Call(method, params))

    def ask(self, method: str, params: msgspec.Struct, form: type[_T], seconds: float) -> _T:
        """Send a request, and return its result; other output is ignored.

        Raises:
            LateError: If no response comes in time.
            ProgramError: If the program ends.
            IllegalActError: If the response is an error or does not have this form.
        """
        number, end = next(self._ids), monotonic() + seconds
        self._send(_Call(method, params, number))
        problem = "no output: is it flushed?"
        while (left := end - monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except Empty:
                break
            if line is None:
                self._lines.put(None)  # for the next call
                raise ProgramError(f"the program has ended{self._status()}")
            self.received = line
            try:
                answer = _RESPONSE.decode(line)
            except msgspec.ValidationError as error:
                fault = f"it is not a response: {error}"
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                fault = "it is invalid JSON"
            else:
                if answer.id == number:
                    return _result(answer, form)
                fault = f"it has the id {answer.id!r}, expected {number}"
            shown = line[:_MAX_SHOWN].decode(errors="replace")
            problem = f"last output ({fault}): {shown!r}"
        raise LateError(f"no answer in {seconds:.3g} seconds; {problem}")

    def end(self) -> None:
        """End the input, and kill the program if it goes on."""
        with suppress(OSError):
            self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        self.kill()

    def _send(self, call: _Call) -> None:
        self.sent, self.received = msgspec.json.encode(call), b""
        with suppress(OSError, ValueError):  # it has ended, as the next answer shows
            self._input.write(self.sent + b"\n")
            self._input.flush()

    def _status(self) -> str:
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return " its output"
        return f" with status {status}" if status >= 0 else f" by signal {-status}"


_STARTED: Final = weakref.WeakSet[Program]()
_STARTING: Final = Lock()


def kill_all() -> None:
    """Kill the programs of this process, which can start no more: it is about to exit."""
    _STARTING.acquire()
    for program in _STARTED:
        program.kill()


def _kill(process: "subprocess.Popen[bytes]", owner: int) -> None:
    """Kill a program and the rest of its group, unless it belongs to a parent of this process."""
    if owner != os.getpid():
        return
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    with suppress(OSError):  # what it has not read is lost
        if process.stdin is not None:
            process.stdin.close()


def _read(stream: IO[bytes], lines: "Queue[bytes | None]") -> None:
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(_LONGEST_LINE):
            if line.strip():
                lines.put(line.rstrip())
    lines.put(None)


def _result(answer: _Response, form: type[_T]) -> _T:
    if bytes(answer.error) != b"null":
        words = bytes(answer.error)[:_MAX_SHOWN].decode(errors="replace")
        raise IllegalActError(f"it answers with an error: {words}")
    try:
        return msgspec.json.decode(bytes(answer.result), type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise IllegalActError(f"its answer cannot be read: {problem}") from None


def split(command: str | Sequence[str]) -> tuple[str, ...]:
    """Split a command as a shell would; raise `ProgramError` if its program does not exist."""
    try:
        words = shlex.split(command) if isinstance(command, str) else command
    except ValueError as error:
        raise ProgramError(f"invalid command {command!r}: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise ProgramError(f"there is no program {' '.join(words[:1])!r}")
    return tuple(words)
