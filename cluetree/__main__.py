"""The command `cluetree`, also as `python -m cluetree`.

Ctrl-C ends it with status 130 and without a traceback, also during its imports and its end.
"""

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

_INTERRUPTED = 130
_Handler = Callable[[int, FrameType | None], object]


def main() -> int:
    """Run the command and return its exit status."""
    _handle_interrupts(_exit, instead_of=signal.default_int_handler)
    from cluetree.interfaces.cli.main import main as run  # noqa: PLC0415 -- takes time

    try:
        _handle_interrupts(signal.default_int_handler, instead_of=_exit)
        return run()
    except KeyboardInterrupt:
        return _INTERRUPTED
    finally:
        _handle_interrupts(_exit, instead_of=signal.default_int_handler)


def _handle_interrupts(handler: _Handler, *, instead_of: _Handler) -> None:
    """Set a handler of Ctrl-C, but keep that of another program, such as nohup."""
    if signal.getsignal(signal.SIGINT) is instead_of:
        signal.signal(signal.SIGINT, handler)


def _exit(_signal: int, _frame: FrameType | None) -> None:
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
