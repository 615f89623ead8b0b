"""The session: conformance with JSON-RPC 2.0, limits, and the games that it keeps."""

import json
import logging
from itertools import count

import pytest

from cluetree import limit as limits
from cluetree.interfaces.rpc import Session, session as sessions
from tests.clocks import tick
from tests.rpc.client import CLASH, SET_UP, Answer, Client

GAMES = '{"jsonrpc": "2.0", "id": 1, "method": "games"}'


@pytest.fixture
def client() -> Client:
    return Client()


def answers(session: Session, *requests: str) -> Answer:
    """Return the answers to a batch."""
    return json.loads(session.handle(f"[{','.join(requests)}]") or "")


@pytest.mark.parametrize(
    "line",
    [
        "{",
        '{"a": NaN}',
        "[" * 100_000,
        '"\\ud800"',
        "1 2",
        "\x85",
        b'"\xff"',
        b"\xed\xa0\x80",
        "\ud800",
    ],
)
def test_invalid_json_is_rejected(client: Client, line: str | bytes) -> None:
    answer = json.loads(Session().handle(line) or "")
    assert (answer["id"], answer["error"]["code"]) == (None, -32700)
    assert answer["error"]["message"].startswith("invalid JSON: ")
    assert client.ask("games") == {"games": []}


@pytest.mark.parametrize(
    ("parts", "code", "message"),
    [
        ('"id": 1, "method": 5', -32600, "$.method: not a request: expected `str`, got `int`"),
        (
            '"id": {}, "method": "games"',
            -32600,
            "$.id: not a request: an id must be a string",
        ),
        ('"id": 1, "method": "games", "params": 5', -32600, "$.params: not a request: params must"),
        ('"id": 1, "method": "games", "x": 1', -32600, "$.x: not a request: unknown parameter"),
        ('"id": 1, "method": 5, bad', -32700, "invalid JSON"),
        ('"id": 1, "id": 2, "method": "games"', -32600, "not a request: the field 'id' is given t"),
        (
            '"id": 1, "method": "new", "params": {"record": {"edition": "x", "edition": "y"}}',
            *(-32600, "not a request: the field 'edition' is given twice"),
        ),
        ('"id": 1, "method": "advis"', -32601, "no method 'advis': did you mean advise?"),
        (
            '"id": 1, "method": "advise", "params": {"aim": "wim"}',
            *(-32602, "$.params.aim: must be gain, solve or win, got 'wim'"),
        ),
        ('"id": 1, "method": "rivals", "params": {"samples": 1e400}', -32602, "$.params.samples: "),
    ],
)
def test_invalid_request_is_rejected(client: Client, parts: str, code: int, message: str) -> None:
    error = client.send(f'{{"jsonrpc": "2.0", {parts}}}')["error"]
    assert error["code"] == code
    assert error["message"].startswith(message)


@pytest.mark.parametrize("line", ["", " ", "\r", "\t \r\n", "\ufeff"])
def test_blank_line_has_no_answer(client: Client, line: str) -> None:
    assert client.send(line) is None


def test_byte_order_mark_is_ignored(client: Client) -> None:
    assert client.send(f"\ufeff{GAMES}")["result"] == {"games": []}


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
        patch.setattr("cluetree.notebook.Notebook.delete", broken)
        with caplog.at_level(logging.ERROR, "cluetree.rpc"):
            error = client.refused("delete", game=game, number=1)
    assert (error["code"], error["data"]) == (-32603, {"kind": "internal_error"})
    assert "delete failed" in caplog.text
    assert client.ask("delete", game=game, number=1)["events"] == 0


# Limits


def slow_clock(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    """Advance the clock by a step at every reading."""
    ticks = count()
    monkeypatch.setattr(limits, "monotonic", lambda: step * next(ticks))


def test_batch_stops_at_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    slow_clock(monkeypatch, 1)
    session = Session(seconds=4)
    for _ in range(2):  # each line has its own time
        *done, late, later = answers(session, *[GAMES] * 5)
        assert all("result" in answer for answer in done)
        assert late["error"]["code"] == later["error"]["code"] == 15
        assert "more than 4 seconds" in late["error"]["message"]


def test_request_cannot_raise_the_limit() -> None:
    client = Client(Session(seconds=0).handle)
    refused = client.refused("games")
    assert (refused["code"], refused["message"]) == (15, "the answer needs more than 0 seconds")


def test_batch_has_a_maximum_of_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_ANSWERED", 100)
    session = Session()
    new = {"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"record": SET_UP}}
    *done, late, later = answers(session, *[json.dumps(new)] * 4)
    assert all("result" in answer for answer in done)
    assert late["error"]["code"] == later["error"]["code"] == 15
    assert len(session.games.books) == 2


# Games


def test_repair_keeps_the_numbers_of_repairs_cut_short(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The default limit would find more, and number them differently."""
    game = client.game(*CLASH)
    with monkeypatch.context() as ticking:
        tick(ticking)
        cut = client.ask("check", game=game)
    assert cut["complete"] is False
    number = len(cut["repairs"]) + 1
    assert client.refused("repair", game=game, number=number)["code"] == -32602
    assert len(client.ask("check", game=game)["repairs"]) >= number
