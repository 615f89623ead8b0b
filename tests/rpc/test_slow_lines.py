"""Slow lines do not block clients and have the same answers as others."""

import asyncio
import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from threading import Event
from time import monotonic
from unittest.mock import patch

import pytest

from cluetree import limit
from cluetree.interfaces.rpc import Session, workers
from cluetree.interfaces.rpc.protocol import RpcError
from cluetree.interfaces.rpc.slow_lines import games_asked, is_quick
from cluetree.interfaces.rpc.workers import SlowLines
from cluetree.limit import Deadline
from tests.rpc.client import Answer
from tests.web.client import line
from tests.web.record import RIVALS, SET_UP, SUPPOSE, enter_lines


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
def test_only_read_only_lines_are_answered_aside(
    requests: list[str], asked: set[str] | None
) -> None:
    games = {name: name for name in "ac"}
    for text in (f" [{','.join(requests)}]", *(requests if len(requests) == 1 else [])):
        found = games_asked(text.encode(), games)
        assert (None if found is None else {*found}) == asked


def test_changes_without_search_or_files_are_quick() -> None:
    for quick, names in (
        (True, ("tell", "undo", "new", "close", "set_up", "events", "initialize")),
        (False, ("repair", "load", "save", "beliefs", "answer", "unknown")),
    ):
        assert {is_quick(line(name, game="a").encode()) for name in names} == {quick}


@pytest.mark.parametrize("content", [b"", b"[" * 100_000, b'{"method": "\xff"}', b"\xff"])
def test_invalid_line_is_left_to_the_session(content: bytes) -> None:
    assert games_asked(content, {}) is None


# In other processes


@pytest.fixture(scope="module")
def pool() -> Iterator[SlowLines]:
    # Processes have one clock in common, not that of the tests.
    with patch.object(limit, "monotonic", monotonic), closing(SlowLines(2)) as opened:
        yield opened


def ask(
    pool: SlowLines, session: Session, *lines: str, seconds: float | None = None
) -> list[Answer]:
    async def all_at_once() -> list[str | None]:
        return await asyncio.gather(*(pool.answer(session, each.encode()) for each in lines))

    with patch.object(session, "seconds", seconds):
        return [json.loads(answer or "") for answer in asyncio.run(all_at_once())]


@pytest.mark.slow
def test_another_process_gives_the_same_answer(pool: SlowLines) -> None:
    session = Session()
    enter_lines(session)
    why = line("why", game="a", player="Eve", card="Rope")
    rivals = line("rivals", game="a", limit={"states": 10_000_000})
    expected = [json.loads(session.handle(each) or "") for each in (rivals, why)]
    assert ask(pool, session, rivals, why) == expected


@pytest.mark.slow
def test_killed_worker_loses_no_answer(pool: SlowLines, caplog: pytest.LogCaptureFixture) -> None:
    session = Session()
    enter_lines(session)
    expected = json.loads(session.handle(RIVALS) or "")
    assert ask(pool, session, RIVALS) == [expected]
    for worker in multiprocessing.active_children():
        worker.kill()
        worker.join()
    assert ask(pool, session, RIVALS, RIVALS) == [expected] * 2
    assert caplog.messages == ["a worker process died; starting new ones"]


@pytest.mark.slow
def test_line_whose_process_is_always_killed_is_refused(
    pool: SlowLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session()
    enter_lines(session)
    with monkeypatch.context() as patched:
        patched.setattr(workers, "_answer_shared", _die)
        (refused,) = ask(pool, session, RIVALS)
    assert refused["error"]["code"] == -32603
    assert "ended 3 times" in refused["error"]["message"]
    (answer,) = ask(pool, session, RIVALS)
    assert "result" in answer


def _die(*_: object) -> None:
    os._exit(1)


@pytest.mark.slow
def test_token_and_time_limit_apply_to_slow_lines(pool: SlowLines) -> None:
    session = Session(token="word")  # noqa: S106
    enter_lines(session)
    (refused,) = ask(pool, session, RIVALS)
    assert refused["error"]["code"] == 9
    free = Session()
    enter_lines(free)
    (late,) = ask(pool, free, line("rivals", game="a", samples=10_000), seconds=0.05)
    assert late["error"]["code"] in {15, 16}


@pytest.mark.slow
def test_work_in_a_process_ends_with_its_task(pool: SlowLines) -> None:
    session = Session()
    enter_lines(session)
    long = line("rivals", game="a", samples=10_000, limit={"seconds": 1000}).encode()

    async def leave() -> Answer:
        asked = [asyncio.ensure_future(pool.answer(session, long)) for _ in range(2)]
        await asyncio.sleep(0.5)
        for each in asked:
            each.cancel()
        return json.loads(await pool.answer(session, RIVALS.encode()) or "")

    assert "result" in asyncio.run(leave())


# Turns


def test_lines_wait_for_their_turn_until_their_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(workers, "_MOST_WAITING", 2)
    lines, done = SlowLines(), Event()
    late, soon = Deadline(), Deadline(0.02)

    async def run() -> list[object]:
        taken = [asyncio.ensure_future(lines.run(done.wait, late)) for _ in range(2)]
        await asyncio.sleep(0)
        waiting = [asyncio.ensure_future(lines.run(lambda: "done", each)) for each in (late, soon)]
        await asyncio.sleep(0)
        busy = await asyncio.gather(lines.run(done.wait, late), return_exceptions=True)
        refused = await asyncio.gather(waiting[1], return_exceptions=True)
        done.set()
        return [*busy, *refused, await waiting[0], *await asyncio.gather(*taken)]

    *errors, answer, _, _ = asyncio.run(run())
    assert [str(error) for error in errors] == [
        "2 questions wait; try later",
        "other questions take all processors; try later",
    ]
    assert answer == "done"


def test_turn_is_kept_until_the_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that goes on after its task was cancelled still takes a processor."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    lines, done, deadline = SlowLines(), Event(), Deadline()

    async def run() -> None:
        taken = [asyncio.ensure_future(lines.run(done.wait, deadline)) for _ in range(2)]
        await asyncio.sleep(0.01)
        for each in taken:
            each.cancel()
        await asyncio.gather(*taken, return_exceptions=True)
        assert deadline.left == 0
        with pytest.raises(RpcError, match="take all processors"):
            await lines.run(done.wait, Deadline(0.01))
        done.set()
        assert await lines.run(done.wait, Deadline(60))

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as they are on POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left(number: signal.Signals) -> None:
    """Ctrl-C reaches all processes; SIGKILL, which cannot be caught, only the server."""
    command = [sys.executable, "-m", "cluetree", "serve", "--tcp", "0", "--processes", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as server:
        assert server.stderr is not None
        words = server.stderr.readline().split()
        address = words[3].decode(), int(words[5])
        with socket.create_connection(address, timeout=300) as sent, sent.makefile("rwb") as file:
            for each in (line("new", game="a", record=SET_UP), RIVALS):
                file.write(each.encode() + b"\n")
                file.flush()
                assert "result" in json.loads(file.readline())
            (os.killpg if number == signal.SIGINT else os.kill)(server.pid, number)
            status = server.wait(300)
            assert file.readline() == b""
        said = server.stderr.read()  # ends once no process holds it
    if number == signal.SIGKILL:
        assert status == -number  # multiprocessing says that it cleans up
    else:
        assert (status, said) == (0, b"cluetree: stopped by %b\n" % number.name.encode())
