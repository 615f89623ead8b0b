"""Class annotations are read before threads start: msgspec does not do it thread-safely."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
WATCH: Final = """
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

import cluetree.record._reading  # otherwise by one thread, while the others wait
sys.setprofile(watch)
say("initialize")
say("new", record=SET_UP, game="g")
assert "result" in json.loads(say("tell", game="g", event=SHOWN))
for line in LINES:
    assert "result" in json.loads(say("tell", game="g", event=line))
for method in ("events", "beliefs", "check", "advise", "undo"):
    assert "result" in json.loads(say(method, game="g"))
session.handle('[{"jsonrpc": "2.0", "id": 1, "method": 5}]')
sys.setprofile(None)
print(*seen)
"""


@pytest.mark.slow
def test_requests_read_no_annotations() -> None:
    """Otherwise two simultaneous first clients can crash the server (msgspec 0.22)."""
    watched = subprocess.run(
        [sys.executable, "-c", WATCH], capture_output=True, cwd=ROOT, encoding="utf-8", check=False
    )
    assert (watched.stdout.split(), watched.stderr) == ([], "")
