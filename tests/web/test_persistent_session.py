"""Every change is saved before its answer, and read back with its history."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from cluetree.interfaces.rpc import Session, slow_lines
from cluetree.interfaces.rpc.protocol import RpcError
from cluetree.interfaces.web.persistent_session import PersistentSession
from cluetree.interfaces.web.store import Store
from cluetree.limit import Deadline
from tests.web.client import Result, line
from tests.web.record import LINES, RIVALS, SET_UP, SUPPOSE, enter_lines


def call(session: PersistentSession, method: str, **params: object) -> Result:
    answer = json.loads(session.handle(line(method, **params).encode()) or "null")
    assert "error" not in answer, answer
    return answer["result"]


@contextmanager
def reopened(path: Path) -> Iterator[PersistentSession]:
    with closing(Store(path)) as store:
        yield PersistentSession(store)


def log(session: PersistentSession, game: str = "friday") -> list[str]:
    return [entry["line"] for entry in call(session, "events", game=game)["events"]]


@pytest.fixture
def played(path: Path) -> Path:
    """A game with a history: four entries told, two undone again."""
    with reopened(path) as session:
        call(session, "new", game="friday", record=SET_UP)
        for entry in LINES:
            call(session, "tell", game="friday", event=entry)
        call(session, "edit", game="friday", number=4, event="Eve lacks Rope")
        call(session, "undo", game="friday")
        call(session, "undo", game="friday")
    return path


def test_saved_game_is_unchanged_after_restart(played: Path) -> None:
    with reopened(played) as session:
        assert call(session, "games")["games"] == [
            {"game": "friday", "version": 7, "title": "Friday", "events": 3}
        ]
        assert log(session)[-1] == "Bob holds Ballroom"
        assert session.versions == {"friday": 7}


def test_history_continues_across_set_ups(played: Path) -> None:
    with reopened(played) as session:
        call(session, "redo", game="friday")
        before = log(session)
        record = call(session, "save", game="friday", spelling="json")["record"]
        text = json.dumps(record).replace("Bob", "Bea").replace("Eve", "Eva")
        call(session, "set_up", game="friday", record=json.loads(text))
        call(session, "tell", game="friday", event="Bea lacks Study")
        renamed = log(session)
        assert renamed[2:] == ["Bea holds Ballroom", "Eva lacks Revolver", "Bea lacks Study"]
    for _ in range(2):
        with reopened(played) as session:
            assert log(session) == renamed
            for _ in range(2):
                call(session, "undo", game="friday")
            assert log(session) == before
            call(session, "undo", game="friday")
        with reopened(played) as session:
            for _ in range(3):
                assert call(session, "redo", game="friday")["changed"]
            assert log(session) == renamed


def test_repair_of_the_set_up_is_kept(path: Path) -> None:
    sizes = [{"name": "Ann", "hand_size": 6}, {"name": "Bob", "hand_size": 7}]
    players = [*sizes, {"name": "Eve", "hand_size": 6}]
    with reopened(path) as session:
        call(session, "new", game="odd", record={**SET_UP, "players": players})
        call(session, "tell", game="odd", event=LINES[0])
        repairs = call(session, "repairs", game="odd")["repairs"]
        number = next(one["number"] for one in repairs if one["event"] == 0)
        call(session, "repair", game="odd", number=number)
        call(session, "tell", game="odd", event=LINES[1])
        saved = call(session, "save", game="odd")["record"]
    with reopened(path) as session:
        assert call(session, "save", game="odd")["record"] == saved
        assert call(session, "undo", game="odd")["changed"]
        assert len(log(session, "odd")) == 1


def test_closed_game_is_deleted(played: Path) -> None:
    with reopened(played) as session:
        call(session, "close", game="friday")
        assert session.versions == {}
    with reopened(played) as session:
        assert call(session, "games")["games"] == []


def test_copy_closed_in_the_same_line_is_not_saved(played: Path) -> None:
    with reopened(played) as session:
        before = [file.read_bytes() for file in played.iterdir()]
        requests = [
            line("suppose", game="friday", copy="what if", events=[LINES[3]]),
            line("beliefs", game="what if"),
            line("close", game="what if"),
        ]
        answers = json.loads(session.handle(f"[{','.join(requests)}]".encode()) or "")
        assert [list(answer)[-1] for answer in answers] == ["result"] * 3
        assert session.versions == {"friday": 7}
    assert [file.read_bytes() for file in played.iterdir()] == before


def test_replaced_game_has_no_history(played: Path) -> None:
    with reopened(played) as session:
        too_late = line("new", game="saturday", record=SET_UP, version=2**52 + 1)
        assert "params.version" in (session.handle(too_late.encode()) or "")
        again = {**SET_UP, "title": "Saturday"}
        requests = [
            line("close", game="friday"),
            line("new", game="friday", record=again, version=2**52),
            line("tell", game="friday", event=LINES[3]),
        ]
        session.handle(f"[{','.join(requests)}]".encode())
    with reopened(played) as session:
        assert call(session, "games")["games"] == [
            {"game": "friday", "version": 2**52 + 1, "title": "Saturday", "events": 1}
        ]
        assert call(session, "undo", game="friday")["changed"]
        assert not call(session, "undo", game="friday")["changed"]


def test_shutdown_of_one_page_keeps_the_others(played: Path) -> None:
    with reopened(played) as session:
        call(session, "shutdown")
        assert len(log(session)) == 3


# Slow lines


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
def test_slow_line_has_the_same_answer(session: PersistentSession, request_line: str) -> None:
    plain = Session()
    enter_lines(plain)
    enter_lines(session)
    expected = json.loads(plain.handle(request_line) or "")
    assert json.loads(session.handle(request_line.encode()) or "") == expected
    assert session.versions == {"a": len(LINES)}


def test_event_does_not_wait_for_advice(
    session: PersistentSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done = Event(), Event()

    class Slow(Session):
        def handle(
            self,
            line: str | bytes,
            deadline: Deadline | None = None,
            *,
            refusal: RpcError | None = None,
        ) -> str | None:
            if line == RIVALS.encode():
                begun.set()
                assert done.wait(30)
            return super().handle(line, deadline, refusal=refusal)

    enter_lines(session)
    monkeypatch.setattr(slow_lines, "Session", Slow)
    answers: list[str | None] = []
    adviser = Thread(target=lambda: answers.append(session.handle(RIVALS.encode())))
    adviser.start()
    assert begun.wait(300)
    session.handle(line("tell", game="a", event="Eve lacks Rope").encode())
    assert session.versions == {"a": len(LINES) + 1}
    done.set()
    adviser.join()
    assert json.loads(answers[0] or "")["result"]["version"] == len(LINES)
