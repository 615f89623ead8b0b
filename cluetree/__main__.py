"""The command `cluetree`, also as `python -m cluetree`.

Ctrl-C ends it with status 130 and without a traceback, also during its imports and its end.
"""

import os
import signal
import sys

_UNREADABLE, _INTERRUPTED = 2, 130
_EXTRA = frozenset({"cyclopts", "rich", "segno", "starlette", "uvicorn"})


def main() -> int:
    """Run the command and return its exit status."""
    # Another handler stays, such as that of nohup.
    is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_default:
        signal.signal(signal.SIGINT, _exit)
    try:
        from cluetree.interfaces.cli.main import main as run  # noqa: PLC0415 -- takes time

        if is_default:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run()
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        from cluetree.errors import MissingExtraError  # noqa: PLC0415 -- rarely needed

        missing = MissingExtraError("commands", error.name, "cli")
        sys.stderr.write(f"cluetree: {missing}\n")
        return _UNREADABLE
    except KeyboardInterrupt:
        return _INTERRUPTED
    finally:
        if is_default:
            signal.signal(signal.SIGINT, _exit)


def _exit(*_: object) -> None:
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
