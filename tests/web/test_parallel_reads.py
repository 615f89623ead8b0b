"""What takes long keeps nobody waiting, and is answered as it would be in its turn."""

import json
from threading import Event, Thread
from typing import Final

import pytest

from cluetree.interfaces.rpc import Session
from cluetree.interfaces.web import parallel_reads
from cluetree.interfaces.web.kept_session import KeptSession
from cluetree.interfaces.web.parallel_reads import games_asked
from tests.web.client import line
from tests.web.record import LINES, SET_UP

SUPPOSE: Final = line("suppose", game="a", copy="b", events=[])
RIVALS: Final = line("rivals", game="a", samples=4)


@pytest.mark.parametrize(
    ("requests", "asked"),
    [
        ([RIVALS], {"a"}),
        ([line("why", game="a"), line("beliefs", game="c")], {"a", "c"}),
        ([SUPPOSE, line("why", game="b"), line("close", game="b")], {"a"}),
        ([line("beliefs", game="a")], None),  # quick, and quicker where it was asked before
        ([SUPPOSE, line("why", game="b")], None),  # the copy would be lost
        ([line("why", game="a"), line("close", game="a")], None),
        ([SUPPOSE, line("why", game="b"), line("close", game="a")], None),
        ([line("tell", game="a"), RIVALS], None),
        ([RIVALS, line("new", game="c")], None),
        ([], None),
        (["{}"], None),
        (["7"], None),
        ([line("why", game=7)], None),
    ],
)
def test_only_what_leaves_everything_as_it_is_goes_aside(
    requests: list[str], asked: set[str] | None
) -> None:
    assert games_asked(f" [{','.join(requests)}]".encode()) == asked
    if len(requests) == 1:
        assert games_asked(requests[0].encode()) == asked


@pytest.mark.parametrize("content", [b"", b"[" * 100_000, b'{"method": "\xff"}', b"\xff"])
def test_what_cannot_be_read_is_left_to_the_session(content: bytes) -> None:
    assert games_asked(content) is None


def told(session: KeptSession | Session) -> None:
    session.handle(line("new", game="a", record=SET_UP).encode())
    for entry in LINES:
        session.handle(line("tell", game="a", event=entry).encode())


@pytest.mark.parametrize(
    "request_line",
    [
        RIVALS,
        line("why", game="a", player="Eve", card="Rope"),
        line("advise", game="a", top=2),
        line("advise", game="a", rooms=["nowhere"]),
        line("why", game="a", player="Eve", card="Rope", expect_version=3),
        line("rivals", game="nothing"),
        f"[{SUPPOSE},{line('conflicts', game='b')},{line('close', game='b')}]",
    ],
)
def test_the_answer_is_the_same_as_in_turn(session: KeptSession, request_line: str) -> None:
    plain = Session()
    told(plain)
    told(session)
    expected = json.loads(plain.handle(request_line) or "")
    assert json.loads(session.handle(request_line.encode()) or "") == expected
    assert session.versions == {"a": len(LINES)}


def test_an_entry_does_not_wait_for_advice(
    session: KeptSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done = Event(), Event()

    class Slow(Session):
        def handle(self, line: str | bytes) -> str | None:
            if line == RIVALS.encode():
                begun.set()
                assert done.wait(60)
            return super().handle(line)

    told(session)
    monkeypatch.setattr(parallel_reads, "Session", Slow)
    answers: list[str | None] = []
    adviser = Thread(target=lambda: answers.append(session.handle(RIVALS.encode())))
    adviser.start()
    assert begun.wait(60)
    session.handle(line("tell", game="a", event="Eve lacks Rope").encode())
    assert session.versions == {"a": len(LINES) + 1}
    done.set()
    adviser.join()
    assert json.loads(answers[0] or "")["result"]["version"] == len(LINES)
