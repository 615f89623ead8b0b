"""Check that a program speaks the line protocol.

For whoever writes a server of their own, or puts something between a client and ours. Exit
status 0: everything is as it should be. 1: something is not. 2: the program cannot be started.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from cluetree.interfaces.conformance.checks import CHECKS, NAMES
from cluetree.interfaces.conformance.client import CheckError, Client
from cluetree.play.outside.child import Child, ProgramError

SECONDS: Final = 30.0
"""How long an answer may take."""
_LONGEST_ANSWER: Final = 1 << 26


def main(arguments: Sequence[str] | None = None) -> int:
    """Run every check, print a line for each, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m cluetree.interfaces.conformance",
        description="Check that a program speaks cluetree's line protocol.",
    )
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each answer")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the server, as you start it")
    options = parser.parse_args(arguments)
    if not options.command:
        parser.error("which program? give its command, such as: cluetree serve")
    troubles: list[str | None] = []
    try:
        for name, trouble in run(options.command, options.seconds):
            print(f"ok    {name}" if trouble is None else f"FAIL  {name}: {trouble}")
            troubles.append(trouble)
    except ProgramError as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2
    passed = troubles.count(None)
    print(f"{passed} of {len(troubles)} checks passed")
    return 0 if passed == len(troubles) else 1


def run(command: Sequence[str], seconds: float = SECONDS) -> Iterator[tuple[str, str | None]]:
    """Run every check; as long as they pass, on one program.

    Yields:
        The name of a check and, if it failed, why.

    Raises:
        ProgramError: If the program cannot be started.
    """
    child: Child | None = None
    try:
        for name, check in CHECKS.items():
            child = child or Child(command, longest=_LONGEST_ANSWER)
            client = Client(child, seconds, NAMES)
            trouble = None
            try:
                check(client)
            except CheckError as error:
                trouble = str(error)
            if trouble is not None or client.ended:
                child.end()
                child = None
            yield name, trouble
    finally:
        if child is not None:
            child.end()


if __name__ == "__main__":
    sys.exit(main())
