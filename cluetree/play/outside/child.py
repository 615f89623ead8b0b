"""A program with which lines are exchanged over its standard input and output."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from typing import IO, Final

from cluetree.errors import ClueError
from cluetree.line_protocol import LONGEST_LINE, read_lines
from cluetree.play.outside.guard import kill_group

_MAX_UNREAD: Final = 1000
"""Lines of output that are kept unread; after more, the output is closed."""
_GRACE: Final = 1.0
"""Seconds that a program has to end after the end of its input."""
_KILL: Final = 5.0
"""Seconds that the guard has to kill a program and what it started."""
_GUARD: Final = Path(__file__).with_name("guard.py")


class ProgramError(ClueError, RuntimeError):
    """A program cannot be started, or has broken down."""


class LateError(ProgramError, TimeoutError):
    """A program does not answer in time."""


_STARTED: Final[weakref.WeakSet["Child"]] = weakref.WeakSet()
"""The programs of this process, as long as they are in use."""


class Child:
    """A running program: lines go in, lines come out, each within a time limit.

    Neither end blocks the other: unread input waits here, and too much unread output closes it.
    Standard error is ours. The program ends with this process, even if this one is killed, and so
    does all that it has started: on Linux, and on other POSIX systems if it has stayed in the
    program's process group. On Windows only `end` ends the program. If the program kills its guard,
    `end` kills its process group, and the end of a worker or command the rest on Linux. A command
    in one text is split like in a shell, but not run by one. Of a line, `longest` bytes are read.

    Raises:
        ProgramError: If the program cannot be started.
    """

    def __init__(self, command: str | Sequence[str], *, longest: int = LONGEST_LINE):
        words = split(command)
        try:
            self._process, self._group = _started(words)
        except (OSError, ValueError) as error:
            raise ProgramError(f"cannot start {words[0]}: {error}") from error
        assert self._process.stdin is not None  # noqa: S101 -- for the type checker
        assert self._process.stdout is not None  # noqa: S101
        self._owner = os.getpid()
        _STARTED.add(self)
        self._output: Queue[bytes | None] = Queue(_MAX_UNREAD)
        self._input: Queue[bytes | None] = Queue()
        self._threads = (
            Thread(target=_read, args=(self._process.stdout, self._output, longest), daemon=True),
            Thread(target=_write, args=(self._process.stdin, self._input), daemon=True),
        )
        for thread in self._threads:
            thread.start()

    @staticmethod
    def guards() -> set[int]:
        """Return the process ids of the programs, or their guards, that may still run."""
        return {child.pid for child in _STARTED}

    @property
    def pid(self) -> int:
        """The process id of the program or its guard."""
        return self._process.pid

    def send(self, line: str | bytes) -> None:
        """Send a line, without waiting until it is read."""
        self._input.put((line.encode() if isinstance(line, str) else line) + b"\n")

    def receive(self, seconds: float) -> bytes:
        """Return the next line of output without its end.

        Raises:
            LateError: If none comes in time.
            ProgramError: If the output has ended.
        """
        try:
            line = self._output.get(timeout=max(0.0, seconds))
        except Empty:
            raise LateError(f"no answer in {seconds:.3g} seconds") from None
        if line is None:
            self._output.put(None)  # for the next call
            try:
                status = self._process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                raise ProgramError("the program has ended its output") from None
            how = f"with status {status}" if status >= 0 else f"by signal {-status}"
            raise ProgramError(f"the program has ended {how}")
        return line

    def end(self, grace: float = _GRACE) -> int | None:
        """End the input, and kill the program if it has not ended after `grace` seconds.

        Returns:
            The exit status, negative if a signal ended it; `None` in a process that was forked
            from the owner, where nothing is done.
        """
        if self._owner != os.getpid():
            return None
        self._input.put(None)
        try:
            status = self._process.wait(grace)
        except subprocess.TimeoutExpired:
            self._process.terminate()  # the guard then kills the program
            if sys.platform != "win32":
                self._process.send_signal(signal.SIGCONT)  # in case that it was stopped
            try:
                status = self._process.wait(_KILL)
            except subprocess.TimeoutExpired:
                self._process.kill()
                status = self._process.wait()
        if sys.platform != "win32" and status < 0:
            kill_group(self._group)  # the signal may have ended the guard alone
        for thread in self._threads:
            thread.join(_GRACE)
        return status


def _started(words: Sequence[str]) -> "tuple[subprocess.Popen[bytes], int]":
    """Start a program, under a guard where the system has signals, and return its group too."""
    if sys.platform == "win32":
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        return process, process.pid
    reader, writer = os.pipe()
    guard = (sys.executable, "-I", "-S", f"{_GUARD}", f"{os.getpid()}", f"{writer}")
    with open(reader, "rb", buffering=0) as answer:  # noqa: PTH123 -- a descriptor
        try:
            process = subprocess.Popen(  # noqa: S603 -- what the user wants to run
                [*guard, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
                pass_fds=(writer,),
            )
        finally:
            os.close(writer)
        said = answer.read(1000)
    if not said.startswith(b"+"):
        with process:
            raise OSError(said.decode(errors="replace") or "its guard has ended")
    return process, int(said)


def split(command: str | Sequence[str]) -> tuple[str, ...]:
    """Split a command as a shell would; raise `ProgramError` if its program does not exist."""
    try:
        words = shlex.split(command) if isinstance(command, str) else command
    except ValueError as error:
        raise ProgramError(f"invalid command {command!r}: {error}") from None
    if not words:
        raise ProgramError("the command of a program must not be empty")
    if shutil.which(words[0]) is None:
        raise ProgramError(f"there is no program {words[0]!r}")
    return tuple(words)


def _read(stream: IO[bytes], output: "Queue[bytes | None]", longest: int) -> None:
    with suppress(OSError, ValueError, Full), stream:
        for line in read_lines(stream, longest):
            output.put_nowait(line)
    with suppress(Full):
        output.put_nowait(None)


def _write(stream: IO[bytes], lines: "Queue[bytes | None]") -> None:
    with suppress(OSError, ValueError), stream:  # the program may end before it has read all
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()
