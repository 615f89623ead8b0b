"""The commands that stay: what they answer at once, and what they refuse."""

import json
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from cluetree.interfaces.cli.common import OK, UNREADABLE
from cluetree.interfaces.cli.main import main
from cluetree.interfaces.rpc.tcp import Bounds

ASKED = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
    {"jsonrpc": "2.0", "id": 2, "method": "editions"},
    {"jsonrpc": "2.0", "id": 3, "method": "shutdown"},
]


@pytest.mark.slow
def test_the_protocol_is_spoken_on_pipes() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cluetree", "serve"],
        input="".join(json.dumps(line) + "\n" for line in ASKED),
        capture_output=True,
        text=True,
        timeout=60,
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
        (("web", "--build", "pyproject.toml"), "pyproject.toml is a file; a folder should"),
        (("notes",), "needs a terminal"),
    ],
)
def test_what_cannot_be_served_is_said(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == UNREADABLE
    captured = capsys.readouterr()
    assert says in captured.err
    assert len(captured.err.splitlines()) == 1


def test_what_is_asked_of_the_server_reaches_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = Mock(return_value=OK)
    monkeypatch.setattr("cluetree.interfaces.rpc.server.serve", served)
    token = tmp_path / "token"
    token.write_text(" open sesame\n", "utf-8")
    bounds = ("--max-clients", "3", "--silence", "7", "--token-file", str(token))
    words = ("--tcp", "4711", "--directory", str(tmp_path), "--seconds", "2", "--processes", "5")
    assert main(["serve", *words, *bounds]) == OK
    served.assert_called_once_with(
        "4711", tmp_path, seconds=2.0, bounds=Bounds(3, 7.0, "open sesame"), processes=5
    )


def test_notes_of_a_bad_record_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.clue"
    path.write_text("edition chess\n", "utf-8")
    assert main(["notes", str(path)]) == UNREADABLE
    assert "bad.clue:2:1: the set-up must have a l" in capsys.readouterr().err
