"""A server with a fault: `python -m tests.conformance.broken FAULT`."""

import json
import sys
from collections.abc import Callable
from typing import Final

from cluetree.interfaces.rpc import Session

Handle = Callable[[str], str | None]


def wrong_id(handle: Handle, line: str) -> str | None:
    """Answer all ids but numbers with null."""
    answer = handle(line)
    if answer is None or answer.startswith("["):
        return answer
    fields = json.loads(answer)
    return json.dumps({**fields, "id": fields["id"] if isinstance(fields["id"], int) else None})


def chatty(handle: Handle, line: str) -> str | None:
    """Answer notifications as well."""
    return handle(line) or '{"jsonrpc":"2.0","id":null,"result":{}}'


def brittle(handle: Handle, line: str) -> str | None:
    """End at the first line that is no JSON."""
    json.loads(line)
    return handle(line)


def careless(handle: Handle, line: str) -> str | None:
    """Do what a client wants that is behind."""
    return handle(line.replace("expect_version", "ignored"))


def forgetful(handle: Handle, line: str) -> str | None:
    """Find every log possible."""
    answer = handle(line)
    return answer and answer.replace('"consistent":false', '"consistent":true')


FAULTS: Final = {
    "wrong_id": wrong_id,
    "chatty": chatty,
    "brittle": brittle,
    "careless": careless,
    "forgetful": forgetful,
}


def main(fault: str) -> None:
    """Serve, with the fault."""
    session = Session()
    for line in sys.stdin:
        answer = FAULTS[fault](session.handle, line)
        if answer is not None:
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
        if session.ended:
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
