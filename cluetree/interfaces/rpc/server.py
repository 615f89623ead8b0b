"""The line protocol over standard input and output."""

import logging
import os
import select
import sys
from contextlib import redirect_stdout, suppress
from threading import Thread

from cluetree.errors import ClueError
from cluetree.interfaces.rpc.session import LONGEST_WORK, Session
from cluetree.limit import Limit
from cluetree.text.printable import printable_lines


class _Formatter(logging.Formatter):
    """Escapes control characters, also those in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        return printable_lines(super().format(record))


def serve(seconds: float = LONGEST_WORK) -> int:
    """Answer the lines of standard input until its end, and return exit status 0.

    A line takes at most `seconds`, even if its requests have higher limits. If the client is gone,
    the process ends at once: its answers have no reader, and it has nothing to save.
    """
    if sys.stdin is None or sys.stdout is None:
        raise ClueError("standard input and output are closed")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("cluetree: %(message)s"))
    logging.getLogger("cluetree.rpc").addHandler(handler)
    session, answers = Session(seconds=Limit(seconds).seconds), sys.stdout.buffer
    with suppress(OSError):  # standard output has no file descriptor
        Thread(target=_end_without_reader, args=[answers.fileno()], daemon=True).start()
    with redirect_stdout(sys.stderr):  # accidental prints must not get between the answers
        for line in sys.stdin.buffer:
            if (answer := session.handle(line)) is not None:
                answers.write(answer.encode() + b"\n")
                answers.flush()
    return 0


def _end_without_reader(output: int) -> None:
    """End the process when the other end of a pipe or a socket is closed, where systems tell."""
    if sys.platform != "win32":
        watch = select.poll()
        watch.register(output, 0)  # errors only
        watch.poll()
        os._exit(0)
