"""The commands that run until they are stopped: first answers, and what they reject."""

import json
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from cluetree.interfaces.cli.status import OK
from cluetree.interfaces.rpc.tcp import Bounds
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
        (("serve", "--directory", "no such folder"), "no such folder is not a directory"),
        (("serve", "--tcp", "nowhere:port"), "port"),
        (("web", "--port", "70000"), "the port must be 0 to 65535, got 70000"),
        (
            ("web", "--build", "pyproject.toml"),
            "the target must be a folder, got the file pyproject.toml",
        ),
        (("notes",), "needs a terminal"),
        (("notes", "bad.clue"), "bad.clue:2:1: the set-up must have a l"),
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
    (tmp_path / "bad.clue").write_text("edition chess\n", "utf-8")
    (tmp_path / "pyproject.toml").touch()
    assert says in command.refused(*words)


def test_options_reach_the_server(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = Mock(return_value=OK)
    monkeypatch.setattr("cluetree.interfaces.rpc.server.serve", served)
    token = tmp_path / "token"
    token.write_text(" open sesame\n", "utf-8")
    bounds = ("--max-clients", "3", "--silence", "7", "--token-file", str(token))
    words = ("--tcp", "4711", "--directory", str(tmp_path), "--seconds", "2", "--processes", "5")
    command("serve", *words, *bounds)
    served.assert_called_once_with(
        "4711", tmp_path, seconds=2.0, bounds=Bounds(3, 7.0, "open sesame"), processes=5
    )
