"""The commands that run until they are stopped: first answers, and what they reject."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command

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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("serve", "--seconds", "soon"), "must be a number, got 'soon'"),
        (
            ("web", "--build", "pyproject.toml"),
            "the target must be a folder, got the file pyproject.toml",
        ),
    ],
)
def test_invalid_options_are_rejected(
    words: tuple[str, ...],
    says: str,
    command: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").touch()
    assert says in command.refused(*words)
