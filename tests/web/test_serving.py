"""The real server in another process: killed, interrupted, read as a stream."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
from starlette.applications import Starlette

from cluetree.errors import MissingExtraError
from cluetree.interfaces import web
from cluetree.interfaces.web import serve_web, serving
from tests.web.client import JSON, Client, Result, line

HERE = serving._reachable("0.0.0.0")  # noqa: S104 -- it is looked for, not bound
PATIENCE = 120
"""Seconds; long, because the machine may be busy."""
PROGRAM = """
import sys
from pathlib import Path
from cluetree.interfaces.web import serve_web
host, path, port = sys.argv[1:]
sys.exit(serve_web(host, int(port), Path(path), open_browser=False))
"""


class Server:
    """A server in another process, and a connection to it."""

    def __init__(self, process: subprocess.Popen[str]):
        self.process = process
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith("The sheet: "), said
        self.address = said.split("//")[1].split("/")[0]

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.address, timeout=PATIENCE)

    def call(self, method: str, **params: object) -> Result:
        with closing(self.connect()) as connection:
            connection.request("POST", "/rpc", line(method, **params), JSON)
            answer = json.load(connection.getresponse())
        assert "error" not in answer, answer
        return answer["result"]

    def kill(self) -> None:
        self.process.kill()
        assert self.process.wait(PATIENCE) == -signal.SIGKILL


@contextmanager
def running(
    path: Path, host: str = "127.0.0.1", port: int = 0, program: str = PROGRAM
) -> Iterator[Server]:
    with subprocess.Popen(
        [sys.executable, "-c", program, host, path, str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            yield Server(process)
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for another process")
def test_interrupted_server_exits_cleanly_with_an_open_stream(path: Path) -> None:
    with running(path) as server, closing(server.connect()) as listener:
        listener.request("GET", "/news")
        assert listener.getresponse().readline() == b"data: {}\n"
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


# In this process


Run = Callable[["serving._Server", list[socket.socket]], None]


@pytest.fixture
def instead(monkeypatch: pytest.MonkeyPatch) -> Callable[[Run], None]:
    """Replace serving by another function, called once everything is ready."""
    return partial(monkeypatch.setattr, serving._Server, "run")


def test_link_sets_a_cookie_named_after_the_port(
    path: Path, instead: Callable[[Run], None], capsys: pytest.CaptureFixture[str]
) -> None:
    def run(server: serving._Server, sockets: list[socket.socket]) -> None:
        port = sockets[0].getsockname()[1]
        said = capsys.readouterr().out
        assert said.startswith(f"The sheet: http://{HERE}:{port}/ ")
        assert str(path) in said
        link = said.split()[-1]
        root, _, token = link.partition("/enter")
        app = server.config.app
        assert isinstance(app, Starlette)
        guest = Client(app, root)
        assert root.endswith(f":{port}")
        assert guest.get("/").status_code == 403
        assert guest.enter(f"/enter{token}").status_code == 200
        assert [*guest.cookies] == [f"cluetree_{port}"]
        assert guest.call("games")["games"] == []

    instead(run)
    assert serving.serve("0.0.0.0", 0, path, open_browser=True) == 0  # noqa: S104 -- so others can


@pytest.mark.parametrize("wanted", [True, False])
def test_browser_is_opened_on_request(
    wanted: bool,
    path: Path,
    instead: Callable[[Run], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    opened = Queue[str]()
    monkeypatch.setattr(webbrowser, "open", opened.put)

    def run(_: serving._Server, sockets: list[socket.socket]) -> None:
        if wanted:
            assert opened.get(timeout=PATIENCE) == "http://{}:{}/".format(*sockets[0].getsockname())
        raise KeyboardInterrupt  # as Ctrl-C does it

    instead(run)
    assert serve_web("127.0.0.1", 0, path, open_browser=wanted) == 0
    assert opened.empty()
    assert capsys.readouterr().out.endswith(")\n\n"), "the shell continues on a new line"


def test_server_closes_silent_connections_and_streams(
    path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    servers = Queue[serving._Server]()
    startup = serving._Server.startup

    async def started(server: serving._Server, sockets: list[socket.socket] | None = None) -> None:
        await startup(server, sockets)
        servers.put(server)

    monkeypatch.setattr(serving._Server, "startup", started)
    monkeypatch.setattr(serving, "SECONDS_A_REQUEST", 10 * PATIENCE)
    serve = partial(serving.serve, "127.0.0.1", 0, path, open_browser=False)
    thread = Thread(target=serve)
    thread.start()
    server = servers.get(timeout=PATIENCE)
    host, port = server.servers[0].sockets[0].getsockname()
    with (
        closing(http.client.HTTPConnection(host, port, timeout=PATIENCE)) as talker,
        closing(http.client.HTTPConnection(host, port, timeout=PATIENCE)) as listener,
    ):
        listener.request("GET", "/news")
        news = listener.getresponse()
        assert "server" not in news.headers
        assert news.readline() == b"data: {}\n"
        for seconds in (10 * PATIENCE, 0.01):
            monkeypatch.setattr(serving, "SECONDS_A_REQUEST", seconds)
            talker.request("GET", "/")
            assert talker.getresponse().read()
        assert talker.sock.recv(1) == b"", "it had said what it wanted"
        with socket.create_connection((host, port), timeout=PATIENCE) as silent:
            assert silent.recv(1) == b""
        server.should_exit = True
        assert news.read() == b"\n", "it was open until the end"
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert "ERROR" not in capfd.readouterr().err


def test_missing_extra_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cluetree.interfaces.web.serving")
    monkeypatch.delattr(web, "serving")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(MissingExtraError, match=r"\[web\]"):
        serve_web(path=path)


HURRIED = PROGRAM.replace(
    "host, path",
    "from cluetree.interfaces.web import app, serving\n"
    "app.SECONDS_A_REQUEST = serving.SECONDS_A_REQUEST = 1\nhost, path",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (b"", b""),
        (b"POST /rpc HTT", b""),
        (b"POST /rpc HTTP/1.1\r\nHost: {}\r\n", b""),
        (
            (
                b"POST /rpc HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n"
                b"Content-Length: 100\r\n\r\n{"
            ),
            b"HTTP/1.1 408",
        ),
        (b"POST /enter HTTP/1.1\r\nHost: {}\r\n\r\nGET", b"HTTP/1.1 403"),
    ],
)
def test_incomplete_request_times_out(path: Path, sent: bytes, says: bytes) -> None:
    with running(path, program=HURRIED) as server:
        host, port = server.address.split(":")
        answer = b""
        for _ in range(20):  # a busy client may be late itself
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
                connection.sendall(sent.replace(b"{}", server.address.encode()))
                answer = b"".join(iter(partial(connection.recv, 1 << 16), b""))
            if answer or not says:
                break
        assert answer.startswith(says)
        assert bool(answer) is bool(says)
        for _ in range(20):
            with suppress(OSError, http.client.HTTPException):
                server.call("games")
                break
        else:
            pytest.fail("it answers nobody any more")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="limits as they are on POSIX")
def test_idle_connections_do_not_block_others(path: Path) -> None:
    few = PROGRAM.replace(
        "host, path",
        "from cluetree.interfaces.web import serving\nserving._MOST_CONNECTIONS = 20\nhost, path",
    )
    with running(path, program=few) as server, ExitStack() as stack:
        host, port = server.address.split(":")
        for number in range(100):
            idle = socket.create_connection((host, int(port)), timeout=PATIENCE)
            stack.enter_context(closing(idle))
            if number % 10 == 0:
                assert server.call("games")["games"] == []
        listeners = [stack.enter_context(closing(server.connect())) for _ in range(19)]
        for listener in listeners:
            listener.request("GET", "/news")
            assert listener.getresponse().readline() == b"data: {}\n"
        assert server.call("games")["games"] == []
