"""Time limits of requests and batches."""

import json
from itertools import count

import pytest

from cluetree import limit as limits
from cluetree.interfaces.rpc import Session, session as sessions
from tests.rpc.client import SET_UP, Client

GAMES = {"jsonrpc": "2.0", "id": 1, "method": "games"}


def slow_clock(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    """Advance the clock by a step at every reading."""
    ticks = count()
    monkeypatch.setattr(limits, "monotonic", lambda: step * next(ticks))


def test_batch_stops_at_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    slow_clock(monkeypatch, 1)
    session = Session(seconds=4)
    answers = json.loads(session.handle(json.dumps([GAMES] * 5)) or "")
    assert ["result" in answer for answer in answers] == [True, True, True, False, False]
    assert {answer["error"]["code"] for answer in answers[3:]} == {15}
    assert "more than 4 seconds" in answers[3]["error"]["message"]


def test_next_line_has_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slow_clock(monkeypatch, 1)
    client = Client(Session(seconds=3).handle)
    assert all("result" in client.call("games") for _ in range(5))


def test_request_cannot_raise_the_limit() -> None:
    client = Client(Session(seconds=0).handle)
    refused = client.refused("games")
    assert (refused["code"], refused["message"]) == (15, "the answer needs more than 0 seconds")


def test_batch_has_a_maximum_of_requests() -> None:
    session = Session()
    answers = json.loads(session.handle(json.dumps([GAMES] * 1000)) or "")
    assert len(answers) == 1000
    answer = json.loads(session.handle(json.dumps([GAMES] * 1001)) or "")
    assert answer["error"]["code"] == -32600
    assert "1 to 1000 requests, got 1001" in answer["error"]["message"]


def test_batch_has_a_maximum_of_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_ANSWERED", 100)
    session = Session()
    new = {"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"record": SET_UP}}
    answers = json.loads(session.handle(json.dumps([new] * 5)) or "")
    assert ["result" in answer for answer in answers] == [True, True, False, False, False]
    assert {answer["error"]["code"] for answer in answers[2:]} == {15}
    assert len(session.games.books) == 2
