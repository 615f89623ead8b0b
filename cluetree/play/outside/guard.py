"""Run a program, and end it with everything that it started when the parent process ends.

This runs as a script in its own process and imports nothing of cluetree:
`python guard.py PARENT PIPE COMMAND...`. It writes `+` and the program's process id, or an error,
to the pipe, passes standard input and output on to the program, and ends the program on SIGTERM or
without its parent. On Linux it finds every process that the program has started; elsewhere only
those that stayed in the program's process group.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from types import FrameType

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_GET_CHILD_SUBREAPER = 37
_POLL = 0.5  # seconds between looks at the parent
_IS_LINUX = sys.platform == "linux"


def wake_without_parent() -> None:
    """On Linux, let this process continue after a stop once the thread that started it ends."""
    if _IS_LINUX:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGCONT)


def adopt_orphans(*, adopts: bool = True) -> bool:
    """On Linux, become the parent of each descendant whose parent ends; return the last setting."""
    before = ctypes.c_int()
    if _IS_LINUX:
        libc = ctypes.CDLL(None)
        libc.prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(before))
        libc.prctl(_PR_SET_CHILD_SUBREAPER, int(adopts))
    return bool(before)


def children() -> Iterator[int]:
    """On Linux, yield the processes whose parent is this process, unless they have ended."""
    for path in Path("/proc").glob("[0-9]*/stat") if _IS_LINUX else ():
        with contextlib.suppress(OSError):
            # The name stands in brackets and may contain anything; state and parent follow.
            parent = path.read_text(errors="replace").rpartition(")")[2].split()[1]
            if int(parent) == os.getpid() and not _has_ended(child := int(path.parent.name)):
                yield child


def _has_ended(child: int) -> bool:
    """Whether the last thread of a child has ended, so that its own children have a new parent.

    The state in /proc is that of the first thread, which may end before the others.
    """
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def kill_children(spared: Collection[int] = ()) -> None:
    """Kill children until there are none; each death may turn its own children into ours.

    A look reads one process after another. It misses a grandchild that it reads before the parent
    ends, if it reads the parent after that; therefore it looks twice.
    """
    while alive := {*children(), *children()} - {*spared}:
        for child in alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(child, signal.SIGKILL)
        time.sleep(0.01)


def _wake(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: the arrival of the signal wakes the loop of `main`."""


def main(parent: int, pipe: int, command: list[str]) -> int:
    """Run the command and return its exit status, negative if a signal ended it."""
    libc = ctypes.CDLL(None) if _IS_LINUX else None

    def end_with_guard() -> None:
        if libc is not None:
            libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)

    wake_without_parent()
    adopt_orphans()
    signals, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, _wake)
    try:
        program = subprocess.Popen(  # noqa: S603 -- what the user wants to run
            command,
            process_group=0,
            preexec_fn=end_with_guard,  # noqa: PLW1509 -- there is only one thread
        )
    except (OSError, ValueError) as error:
        os.write(pipe, f"{error}".encode())
        return 127
    os.write(pipe, f"+{program.pid}".encode())
    for descriptor in (pipe, 0, 1):  # else the program's end would not end its output
        os.close(descriptor)
    while program.poll() is None and os.getppid() == parent:
        ready, _, _ = select.select([signals], [], [], _POLL)
        if ready and signal.SIGTERM in os.read(signals, 100):
            break
    kill_group(program.pid)
    status = program.wait()
    kill_children()
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    return status


def kill_group(leader: int) -> None:
    """Kill the processes of a process group, if any are left."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


if __name__ == "__main__":
    _result = main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    if _result < 0:  # end in the same way as the program
        with contextlib.suppress(OSError, ValueError):
            signal.signal(-_result, signal.SIG_DFL)
        os.kill(os.getpid(), -_result)
    os._exit(_result)
