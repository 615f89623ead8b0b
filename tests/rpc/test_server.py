"""The line protocol on standard input and output."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from cluetree.errors import ClueError
from cluetree.interfaces.rpc import Session, server

GAMES = b'{"jsonrpc": "2.0", "id": 1, "method": "games"}\n'


@pytest.mark.slow
def test_server_answers_lines_of_any_length_until_the_end_of_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cluetree", "serve"],
        input=GAMES + b" " * 2**21 + GAMES,
        capture_output=True,
        check=True,
    )
    assert (len(done.stdout.splitlines()), done.stderr) == (2, b"")


@contextmanager
def pipes(monkeypatch: pytest.MonkeyPatch, lines: bytes) -> Iterator[IO[str]]:
    """Replace the standard streams, and yield what is written."""
    with io.TextIOWrapper(io.BytesIO(lines)) as stdin, io.TextIOWrapper(io.BytesIO()) as stdout:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        yield stdout


def test_printed_text_goes_to_standard_error(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def noisy(*_: object) -> str:
        print("noise")  # noqa: T201
        os.write(2, b"")
        return "{}"

    monkeypatch.setattr(Session, "handle", noisy)
    with pipes(monkeypatch, GAMES) as stdout:
        assert server.serve() == 0
        stdout.seek(0)
        assert json.loads(stdout.read()) == {}
    assert "noise" in capfd.readouterr().err


@pytest.mark.parametrize("missing", ["stdin", "stdout"])
def test_server_needs_its_streams(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, missing, None)
    with pytest.raises(ClueError, match="are closed"):
        server.serve()


def test_server_refuses_an_invalid_time_limit() -> None:
    with pytest.raises(ClueError, match="a number of at least 0, got nan"):
        server.serve(float("nan"))


FOREVER = """
import time
from cluetree.interfaces.rpc import Session, server
Session.handle = lambda *_: time.sleep(1e6)
server.serve()
"""


@pytest.mark.slow
def test_server_ends_during_a_question_when_its_client_is_gone() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", FOREVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(GAMES)
        process.stdout.close()
        process.stdin.close()
        assert process.wait(timeout=60) == 0


WATCH = """
import json, sys
from cluetree.interfaces.rpc import Session
from tests.rpc.client import LINES, SET_UP, SHOWN

session, seen = Session(), []

def watch(frame, event, _):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        seen.append(frame.f_back.f_code.co_name)

def say(method, **params):
    fields = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return session.handle(json.dumps(fields))

import cluetree.record._structs  # otherwise by one thread, while the others wait
sys.setprofile(watch)
say("new", record=SET_UP, game="g")
assert "result" in json.loads(say("tell", game="g", event=SHOWN))
for line in LINES:
    assert "result" in json.loads(say("tell", game="g", event=line))
for method in ("events", "beliefs", "check", "advise"):
    assert "result" in json.loads(say(method, game="g"))
session.handle('[{"jsonrpc": "2.0", "id": 1, "method": 5}]')
sys.setprofile(None)
print(*seen)
"""


@pytest.mark.slow
def test_requests_read_no_annotations() -> None:
    """Otherwise two simultaneous first clients can crash the server (msgspec 0.22)."""
    watched = subprocess.run(
        [sys.executable, "-c", WATCH],
        capture_output=True,
        cwd=Path(__file__).parents[2],
        encoding="utf-8",
        check=False,
    )
    assert (watched.stdout.split(), watched.stderr) == ([], "")
