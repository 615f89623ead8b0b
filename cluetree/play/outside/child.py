"""A program that is spoken to line by line, over its standard input and output."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Thread
from typing import IO, Final

from cluetree.errors import ClueError
from cluetree.line_protocol import LONGEST_LINE, read_lines

_MOST_WAITING: Final = 1000
"""Lines that a program may say before anybody listens; then its output is closed."""
_GRACE: Final = 1.0
"""Seconds that a program has to end by itself once its input has ended."""


class ProgramError(ClueError, RuntimeError):
    """A program that cannot be started, or that has broken down."""


class LateError(ProgramError, TimeoutError):
    """A program that does not answer in time."""


class EndedError(ProgramError):
    """A program that has ended, so that it says no more."""


class Child:
    """A running program: lines go in, lines come out, each within a time.

    Neither end can hold up the other: what the program does not read waits here, and what it
    says too much of ends it. What it writes to standard error goes where ours goes. It runs in
    a process group of its own where there are such, so that `end` also ends what it started.

    Args:
        command: The program and its arguments; a text is split as a shell would, but no shell
            runs it.
        longest: Bytes of a line; what goes beyond is lost.

    Raises:
        ProgramError: If it cannot be started.
    """

    def __init__(self, command: str | Sequence[str], *, longest: int = LONGEST_LINE):
        words = split(command)
        try:
            self._process = subprocess.Popen(  # noqa: S603 -- what the user wants to run
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise ProgramError(f"cannot start {words[0]}: {error}") from error
        assert self._process.stdin is not None  # noqa: S101 -- for the type checker
        assert self._process.stdout is not None  # noqa: S101
        self._owner = os.getpid()
        self._said: Queue[bytes | None] = Queue(_MOST_WAITING)
        self._told: Queue[bytes | None] = Queue()
        self._threads = (
            Thread(target=_read, args=(self._process.stdout, self._said, longest), daemon=True),
            Thread(target=_write, args=(self._process.stdin, self._told), daemon=True),
        )
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def send(self, line: str | bytes) -> None:
        """Say a line to it; whether it listens is not waited for."""
        self._told.put((line.encode() if isinstance(line, str) else line) + b"\n")

    def receive(self, seconds: float) -> bytes:
        """Return the next line that it says, without its end.

        Raises:
            LateError: If it says none in that time.
            EndedError: If it has ended, and all that it said was returned.
        """
        try:
            line = self._said.get(timeout=max(0.0, seconds))
        except Empty:
            raise LateError(f"no answer in {seconds:.3g} seconds") from None
        if line is None:
            self._said.put(None)  # for whoever asks next
            raise EndedError("the program has ended")
        return line

    def end(self, grace: float = _GRACE) -> int | None:
        """End its input, give it some seconds to end by itself, and kill it otherwise.

        The program is gone when this returns, with all that it left running in its group.

        Returns:
            Its exit status; `None` if it is not ours, but of the process that we were forked off.
        """
        if self._owner != os.getpid():
            return None
        self._told.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self._kill()
        status = self._process.wait()
        for thread in self._threads:
            thread.join(_GRACE)
        return status

    def _kill(self) -> None:
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)


def split(command: str | Sequence[str]) -> tuple[str, ...]:
    """Split a command as a shell would, and see to it that there is such a program.

    Raises:
        ProgramError: If there is none.
    """
    try:
        words = shlex.split(command) if isinstance(command, str) else command
    except ValueError as error:
        raise ProgramError(f"{command!r} is no command: {error}") from None
    if not words:
        raise ProgramError("an empty command starts nothing")
    if shutil.which(words[0]) is None:
        raise ProgramError(f"there is no program {words[0]!r}")
    return tuple(words)


def _read(stream: IO[bytes], said: "Queue[bytes | None]", longest: int) -> None:
    with suppress(OSError, ValueError, Full), stream:
        for line in read_lines(stream, longest):
            said.put_nowait(line)
    with suppress(Full):
        said.put_nowait(None)


def _write(stream: IO[bytes], told: "Queue[bytes | None]") -> None:
    # What the program has not read when it ends cannot be written any more.
    with suppress(OSError, ValueError), stream:
        while (line := told.get()) is not None:
            stream.write(line)
            stream.flush()
