"""The commands that run until they are stopped: first answers, and what they reject."""

import json
import subprocess
import sys

import pytest

ASKED = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
    {"jsonrpc": "2.0", "id": 2, "method": "editions"},
    {"jsonrpc": "2.0", "id": 3, "method": "shutdown"},
]


@pytest.mark.slow
def test_protocol_works_on_pipes() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cluetree", "serve"],
        input="".join(json.dumps(line) + "\n" for line in ASKED),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert answers[0]["result"]["server"]["name"] == "cluetree"
