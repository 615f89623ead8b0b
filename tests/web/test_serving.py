"""The real server in another process."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import Queue

import pytest
import uvicorn

from cluetree.errors import ClueError
from cluetree.interfaces.cli.serve import web
from cluetree.interfaces.web import server

ANY = "0.0.0.0"  # noqa: S104 -- it stands for every address of this machine
PATIENCE = 120
"""Seconds; long, because the machine may be busy."""
PROGRAM = """
import sys
from cluetree.interfaces.web.server import serve
sys.exit(serve("127.0.0.1", 0, open_browser=False))
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


SLOW = """
import time
from cluetree.interfaces import web
class Session:
    def handle(self, line, deadline):
        print("Asked", flush=True)
        while deadline.left:
            time.sleep(0.01)
        print("Ended", flush=True)
        return "[]"
web.Session = Session
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for another process")
@pytest.mark.parametrize("leave", [False, True])
def test_question_ends_with_its_client_and_with_the_server(leave: bool) -> None:
    with (
        process(SLOW + PROGRAM) as (server, address),
        closing(http.client.HTTPConnection(address, timeout=PATIENCE)) as client,
    ):
        assert server.stdout is not None
        assert server.stderr is not None
        client.request("POST", "/rpc", "[]", {"content-type": "application/json"})
        assert server.stdout.readline() == "Asked\n"
        if leave:
            client.close()
            assert server.stdout.readline() == "Ended\n"
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0
        assert server.stderr.read() == ""


@pytest.mark.parametrize(
    ("host", "browser"), [("127.0.0.1", True), ("localhost", True), (ANY, True), (ANY, False)]
)
def test_addresses_are_printed_and_opened(
    host: str, browser: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = Queue[str]()

    def run(*_: object, sockets: list[socket.socket]) -> None:
        port = sockets[0].getsockname()[1]
        here = f"http://{'127.0.0.1' if host == ANY else host}:{port}/"
        output = capsys.readouterr().out
        assert output.startswith(f"The sheet: {here} ")
        others = f"Other devices in this network open http://{server._reachable(ANY)}:{port}/"
        assert ((others in output), ("█" in output)) == (host == ANY, host == ANY)
        if browser:
            assert opened.get(timeout=PATIENCE) == here
        raise KeyboardInterrupt  # as Ctrl-C does

    monkeypatch.setattr(webbrowser, "open", opened.put)
    monkeypatch.setattr(uvicorn.Server, "run", run)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert server.serve(host, 0, open_browser=browser) == 0
    assert opened.empty()
    assert capsys.readouterr().out == "\n", "the shell continues on a new line"


def test_invalid_address_is_rejected() -> None:
    with pytest.raises(ClueError, match=r"cannot listen at 192\.0\.2\.1:0: "):
        web(host="192.0.2.1", port=0)
    with pytest.raises(ClueError, match="the port must be 0 to 65535, got 65536"):
        web(port=65_536)


def test_file_must_be_readable_before_the_server_starts() -> None:
    with pytest.raises(ClueError, match=r"none[.]clue: cannot read the file: no such file"):
        web(Path("none.clue"))
    with pytest.raises(ClueError, match="--build takes no FILE"):
        web(Path("none.clue"), build=Path("page"))
