"""Ctrl-C while the command `cluetree` starts or ends: exit status 130, without a traceback.

`cluetree` imports this first, as its other imports take most of the time to start. For the same
reason this imports little.
"""

import os
import signal
import sys

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def is_command() -> bool:
    """Whether this process runs the command, rather than a program that imports cluetree."""
    name = os.path.basename((sys.argv or [""])[0])  # noqa: PTH119 -- pathlib takes time
    if name == "-m":  # until Python has found the module
        return ("-m", "cluetree") in zip(sys.orig_argv, sys.orig_argv[1:], strict=False)
    return name in {"cluetree", "cluetree.exe", "cluetree-script.py"} or (
        sys.argv[0] == os.path.join(os.path.dirname(__file__), "__main__.py")  # noqa: PTH118, PTH120
    )


def exit_on_interrupt() -> None:
    """End this process at Ctrl-C, unless its handler is not Python's own."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _exit)


def raise_on_interrupt() -> None:
    """Undo `exit_on_interrupt`: Ctrl-C raises `KeyboardInterrupt` again."""
    if signal.getsignal(signal.SIGINT) is _exit:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _exit(*_: object) -> None:
    os._exit(INTERRUPTED)


if is_command():
    exit_on_interrupt()
