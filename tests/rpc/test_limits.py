"""Time limits of requests and batches."""

import json
from itertools import count

import pytest

from cluetree.interfaces.rpc import Session, session as sessions
from cluetree.limit import Limit
from tests.rpc.client import SET_UP, Client

GAMES = {"jsonrpc": "2.0", "id": 1, "method": "games"}


def slow_clock(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    """Advance the clock by a step at every reading."""
    ticks = count()
    monkeypatch.setattr(sessions, "monotonic", lambda: step * next(ticks))


def test_batch_stops_at_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    slow_clock(monkeypatch, 1)
    session = Session(seconds=3)
    answers = json.loads(session.handle(json.dumps([GAMES] * 5)) or "")
    assert ["result" in answer for answer in answers] == [True, True, False, False, False]
    assert {answer["error"]["code"] for answer in answers[2:]} == {15}
    assert "limit of 3 seconds" in answers[2]["error"]["message"]


def test_next_line_has_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slow_clock(monkeypatch, 1)
    client = Client(Session(seconds=2).handle)
    assert all("result" in client.call("games") for _ in range(5))


@pytest.mark.parametrize(
    ("asked", "most"), [(Limit(seconds=100), 3), (Limit(states=7), 3), (Limit(seconds=1), 1)]
)
def test_request_cannot_raise_the_limit(asked: Limit, most: float) -> None:
    session = Session(seconds=3)
    session.handle("")
    limit = session.limit_of(asked)
    assert limit is not None
    assert limit.seconds is not None
    assert 0 < limit.seconds <= most
    assert limit.states == asked.states


def test_session_can_be_unlimited() -> None:
    session = Session(seconds=None, limit=None)
    session.handle("")
    assert session.limit_of(None) is None
    assert session.limit_of(Limit(seconds=100)) == Limit(seconds=100)


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
    assert len(list(session.games)) == 2
