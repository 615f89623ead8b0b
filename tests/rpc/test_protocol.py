"""Conformance with JSON-RPC 2.0, independent of the methods."""

import json
import logging

import pytest

from cluetree.interfaces.rpc import Session
from cluetree.line_protocol import LONGEST_LINE
from tests.rpc.client import SET_UP, Client

GAMES = '"method": "games"'


def request(parts: str) -> str:
    return f'{{"jsonrpc": "2.0", {parts}}}'


@pytest.mark.parametrize(
    "line",
    ["{", "nonsense", '{"a": NaN}', "[" * 100_000, "\0", '"\\ud800"', "1 2", "{'a': 1}", "\x85"],
)
def test_invalid_json_is_rejected(client: Client, line: str) -> None:
    answer = client.send(line)
    assert (answer["id"], answer["error"]["code"]) == (None, -32700)
    assert answer["error"]["message"].startswith("invalid JSON: ")
    assert client.ask("games") == {"games": []}


def test_invalid_utf8_is_rejected() -> None:
    session = Session()
    for bad in (b'"\xff"', b"\xed\xa0\x80", "\ud800"):
        answer = json.loads(session.handle(bad) or "")
        assert answer["error"]["code"] == -32700


@pytest.mark.parametrize("line", ["", " ", "\r", "\t \r\n", "\ufeff"])
def test_blank_line_has_no_answer(client: Client, line: str) -> None:
    assert client.send(line) is None


def test_byte_order_mark_is_ignored(client: Client) -> None:
    assert client.send("\ufeff" + request(f'"id": 1, {GAMES}'))["result"] == {"games": []}


# Lines


def test_longest_line() -> None:
    session = Session()
    line = request(f'"id": 1, {GAMES}').ljust(LONGEST_LINE)
    assert "result" in (session.handle(line) or "")
    assert "result" in (session.handle(line + "\r\n") or "")
    answer = json.loads(session.handle(line + " ") or "")
    assert answer["error"]["code"] == -32001
    assert str(LONGEST_LINE) in answer["error"]["message"]


def test_line_length_is_in_bytes() -> None:
    answer = json.loads(Session().handle("é" * (LONGEST_LINE // 2 + 1)) or "")
    assert answer["error"]["code"] == -32001


def test_answer_has_no_line_separators(client: Client) -> None:
    """Node's readline ends a line at U+2028, Python's splitlines also at U+0085."""
    title = "a\u2028b\u2029c\x85d\ne\rf"
    game = client.ask("new", record={**SET_UP, "title": title})
    assert game["title"] == title
    assert client.ask("save", game=game["game"])["record"]["title"] == title


# Internal errors


def test_internal_error_is_answered_and_logged(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    game = client.game("Bob holds Pipe")
    with monkeypatch.context() as patch:
        patch.setattr("cluetree.notebook.Notebook.undo", broken)
        with caplog.at_level(logging.ERROR, "cluetree.rpc"):
            error = client.refused("undo", game=game)
    assert (error["code"], error["data"]) == (-32603, {"kind": "ZeroDivisionError"})
    assert "undo failed" in caplog.text
    assert client.ask("undo", game=game)["changed"] is True
