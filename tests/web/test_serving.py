"""The real server in another process."""

import os
import signal
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue

import pytest
import uvicorn

from cluetree.errors import ClueError, MissingExtraError
from cluetree.interfaces import web
from cluetree.interfaces.web import serve_web, serving

PATIENCE = 120
"""Seconds; long, because the machine may be busy."""
PROGRAM = """
import sys
from cluetree.interfaces.web import serve_web
sys.exit(serve_web("127.0.0.1", 0, open_browser=False))
"""


@contextmanager
def process(program: str = PROGRAM) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server in another process, and yield it with its address."""
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as started:
        try:
            assert started.stdout is not None
            said = started.stdout.readline()
            assert said.startswith("The sheet: "), said
            yield started, said.split("//")[1].split("/")[0]
        finally:
            started.kill()


@contextmanager
def running(program: str = PROGRAM) -> Iterator[str]:
    with process(program) as (_, address):
        yield address


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for another process")
def test_interrupted_server_exits_cleanly() -> None:
    with process() as (server, _):
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0


@pytest.mark.parametrize("wanted", [True, False])
def test_browser_is_opened_on_request(wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Queue[str]()
    monkeypatch.setattr(webbrowser, "open", opened.put)
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    assert serve_web("127.0.0.1", 0, open_browser=wanted) == 0
    if wanted:
        assert opened.get(timeout=PATIENCE).startswith("http://127.0.0.1:")
    assert opened.empty()


def test_invalid_address_is_rejected() -> None:
    with pytest.raises(ClueError, match="cannot listen at"):
        serve_web("192.0.2.1", 0)


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cluetree.interfaces.web.serving")
    monkeypatch.delattr(web, "serving")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(MissingExtraError, match=r"\[web\]"):
        serve_web()


def test_address_for_others_is_not_a_wildcard() -> None:
    assert serving._reachable("0.0.0.0") != "0.0.0.0"  # noqa: S104 -- it is looked for, not bound
