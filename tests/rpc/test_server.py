"""Lines over pipes and sockets: start, use and end of a connection."""

import asyncio
import gc
import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from queue import Queue
from typing import IO, Any, Final

import pytest

from cluetree.interfaces.rpc import tcp
from cluetree.interfaces.rpc.server import serve
from cluetree.interfaces.rpc.session import Session
from cluetree.interfaces.rpc.tcp import Bounds, LineServer, ServeError, read_address
from cluetree.interfaces.rpc.workers import SlowLines
from cluetree.limit import Deadline
from cluetree.line_protocol import read_lines
from tests.rpc.client import LINES, Client

ROOT: Final = Path(__file__).parent.parent.parent
LONG: Final = 100.0
"""Seconds; long, because the machine may be busy."""
GAMES: Final = b'{"jsonrpc": "2.0", "id": 1, "method": "games"}\n'
NO_GAMES: Final = b'{"jsonrpc":"2.0","id":1,"result":{"games":[]}}\n'

posix = pytest.mark.skipif(os.name != "posix", reason="signals as they are on POSIX")


# Lines


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"a", [b"a"]),
        (b"a\nb\r\n\nc", [b"a", b"b", b"", b"c"]),
        (b"12345678\nb\n", [b"12345678", b"b"]),
        (b"12345678\r\nb\n", [b"12345678", b"b"]),
        (b"123456789\nb\n", [b"123456789", b"b"]),
        (b"123456789\r\nb\n", [b"123456789", b"b"]),
        (b"12345678901234567890\nb\n", [b"1234567890", b"b"]),
        (b"12345678901234567890", [b"1234567890"]),
    ],
)
def test_read_lines(content: bytes, lines: list[bytes]) -> None:
    """A line longer than 8 bytes is cut, but recognizably too long."""
    assert list(read_lines(io.BytesIO(content), longest=8)) == lines


# Pipes


@contextmanager
def program(*arguments: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a server with pipes and kill it in the end."""
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "tests.rpc.serving", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_server_exits_after_the_last_answer_at_end_of_input() -> None:
    with program() as process:
        out, err = process.communicate(GAMES * 3 + GAMES.strip(), timeout=LONG)
        assert (out, err, process.returncode) == (NO_GAMES * 4, b"", 0)


# TCP


@pytest.mark.parametrize(
    ("where", "address"),
    [
        ("7333", ("127.0.0.1", 7333)),
        (":7333", ("127.0.0.1", 7333)),
        ("0.0.0.0:0", ("0.0.0.0", 0)),  # noqa: S104 -- only read
        ("localhost:65535", ("localhost", 65535)),
        ("[::1]:80", ("::1", 80)),
    ],
)
def test_address(where: str, address: tuple[str, int]) -> None:
    assert read_address(where) == address


@pytest.mark.parametrize(
    "where", ["", "host", "host:", "1:2:3", "h:65536", "h:-1", "h:1x", "::1:80"]
)
def test_invalid_address_is_rejected(where: str) -> None:
    with pytest.raises(ServeError, match="HOST:PORT"):
        read_address(where)


@contextmanager
def serving(bounds: Bounds | None = None, lines: SlowLines | None = None) -> Iterator[LineServer]:
    """Serve in a thread of this process."""
    ready: Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Queue()
    with closing(LineServer("0", bounds=bounds, lines=lines)) as server:

        async def run() -> None:
            stop = asyncio.Event()
            ready.put((asyncio.get_running_loop(), stop))
            await server.serve(stop)

        thread = threading.Thread(target=asyncio.run, args=(run(),))
        thread.start()
        loop, stop = ready.get(timeout=LONG)
        try:
            yield server
        finally:
            loop.call_soon_threadsafe(stop.set)
            thread.join()


@pytest.fixture
def server() -> Iterator[LineServer]:
    with serving() as running:
        yield running


@contextmanager
def connected(server: LineServer) -> Iterator[Callable[[bytes], bytes]]:
    """Connect; yield a function that sends a line and returns the answer."""
    with (
        socket.create_connection(server.address, timeout=LONG) as connection,
        connection.makefile("rwb") as file,
    ):

        def talk(line: bytes) -> bytes:
            file.write(line)
            file.flush()
            return file.readline()

        yield talk


def client_of(talk: Callable[[bytes], bytes]) -> Client:
    return Client(lambda line: talk(line.encode() + b"\n").decode())


def test_clients_at_once_do_not_mix(server: LineServer) -> None:
    ready = threading.Barrier(6, timeout=LONG)

    def play(number: int) -> list[str]:
        with connected(server) as talk:
            client = client_of(talk)
            game = client.game()
            ready.wait()
            for at in range(20):
                client.ask("tell", game=game, event=LINES[(number + at) % len(LINES)])
            lines = client.lines(game)
            assert len(client.ask("games")["games"]) == 1
            return lines

    with ThreadPoolExecutor(6) as pool:
        for number, lines in enumerate(pool.map(play, range(6))):
            assert lines == [LINES[(number + at) % len(LINES)] for at in range(20)]


def test_shutdown_ends_one_connection_alone(server: LineServer) -> None:
    with connected(server) as first, connected(server) as second:
        client_of(first).ask("shutdown")
        assert first(GAMES) == b""
        assert second(GAMES) == NO_GAMES


def test_connection_cut_in_the_middle_of_a_line(server: LineServer) -> None:
    for line in (b'{"jsonrpc": "2.0", "id"', GAMES * 1000, b"x" * 100_000):
        with closing(socket.create_connection(server.address, timeout=LONG)) as connection:
            connection.sendall(line)
    with connected(server) as talk:
        assert talk(GAMES) == NO_GAMES


def test_line_in_pieces(server: LineServer) -> None:
    with closing(socket.create_connection(server.address, timeout=LONG)) as connection:
        for byte in GAMES[:-1]:
            connection.sendall(bytes([byte]))
        connection.sendall(b"\n" + GAMES)
        with connection.makefile("rb") as answers:
            assert answers.readline() == answers.readline() == NO_GAMES


@pytest.mark.parametrize("first", [b"POST / HTTP/1.1\r\n", b"GET /x HTTP/1.0\r\n"])
def test_http_request_is_rejected(server: LineServer, first: bytes) -> None:
    """A web page can send requests to this machine, but only as HTTP."""
    with connected(server) as talk:
        assert talk(first + b"Host: localhost\r\n\r\n" + GAMES) == b""


def code_of(line: bytes) -> int:
    code: int = json.loads(line)["error"]["code"]
    return code


def test_excess_client_gets_an_error() -> None:
    with serving(Bounds(clients=2)) as server, connected(server) as one, connected(server) as two:
        assert one(GAMES) == two(GAMES) == NO_GAMES
        with connected(server) as third:
            assert code_of(third(b"")) == 7
            assert third(b"") == b""
        assert one(GAMES) == NO_GAMES


def answers(bounds: Bounds, *pieces: bytes) -> list[bytes]:
    """Answer a client that sends these pieces and then nothing."""

    async def talk() -> list[bytes]:
        ours, theirs = socket.socketpair()
        with theirs, closing(LineServer("0", bounds=bounds)) as server:
            reader, (_, writer) = asyncio.StreamReader(), await asyncio.open_connection(sock=ours)
            reader.feed_data(pieces[0])
            client = asyncio.ensure_future(server._serve_or_reject(reader, writer))
            for piece in pieces[1:]:
                await asyncio.sleep(0.005)
                reader.feed_data(piece)
            await client
            await writer.wait_closed()
            with theirs.makefile("rb") as file:
                return file.readlines()

    return asyncio.run(talk())


def test_silent_client_is_disconnected() -> None:
    said, late = answers(Bounds(silence=0.01), GAMES)
    assert (said, code_of(late)) == (NO_GAMES, 8)


@pytest.mark.parametrize("pieces", [[b"{"], [b"{", b" ", b" "]])
def test_incomplete_line_times_out(pieces: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "SECONDS_A_LINE", 0.01)
    first, *more = pieces
    said, late = answers(Bounds(), GAMES + first, *more)
    assert (said, code_of(late)) == (NO_GAMES, 8)


@pytest.mark.slow
def test_client_that_does_not_read_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "SECONDS_A_LINE", 1.0)
    with serving(Bounds(clients=1)) as server:
        deaf = socket.create_connection(server.address, timeout=LONG)
        with closing(deaf), suppress(OSError):
            while True:
                deaf.sendall(GAMES * 1000)
        with connected(server) as talk:
            assert talk(GAMES) == NO_GAMES


# The token


def initialize(token: str) -> bytes:
    params = {"token": token}
    fields = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    return json.dumps(fields).encode() + b"\n"


def test_request_without_the_token_is_rejected() -> None:
    with serving(Bounds(token="a word")) as server, connected(server) as talk:  # noqa: S106
        assert code_of(talk(GAMES)) == 9
        assert code_of(talk(b'{"jsonrpc": "2.0", "id": 1, "method": "no such"}\n')) != 0
        assert "result" in json.loads(talk(initialize("a word")))
        assert talk(GAMES) == NO_GAMES


@pytest.mark.parametrize("token", ["", "a", "a word ", "\u00e4"])
def test_wrong_token_ends_the_connection(token: str) -> None:
    with serving(Bounds(token="a word")) as server, connected(server) as talk:  # noqa: S106
        assert "error" in json.loads(talk(initialize(token)))
        assert talk(GAMES) == b""


def test_batch_needs_the_token() -> None:
    with serving(Bounds(token="a word")) as server, connected(server) as talk:  # noqa: S106
        answers = json.loads(talk(b"[%b]\n" % b",".join([GAMES.strip()] * 2)))
        assert {answer["error"]["code"] for answer in answers} == {9}


def test_open_server_without_a_token_logs_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    LineServer("0.0.0.0:0").close()
    assert "every client that reaches this port can ask" in caplog.text
    caplog.clear()
    LineServer("0.0.0.0:0", bounds=Bounds(token="a word")).close()  # noqa: S106
    LineServer("0").close()
    assert caplog.text == ""


@pytest.mark.parametrize(
    "bounds", [{"clients": 0}, {"silence": 0}, {"silence": float("nan")}, {"token": " "}]
)
def test_invalid_bounds_are_rejected(bounds: dict[str, Any]) -> None:
    with pytest.raises(ServeError):
        Bounds(**bounds)


@pytest.mark.parametrize("missing", ["stdin", "stdout"])
def test_server_without_a_console_needs_tcp(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, missing, None)
    with pytest.raises(ServeError, match="standard input and output are closed; use TCP"):
        serve()


def test_token_needs_tcp() -> None:
    with pytest.raises(ServeError, match="a token needs --tcp: on pipes"):
        serve(bounds=Bounds(token="a word"))  # noqa: S106


def test_stopping_does_not_wait_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, done = threading.Event(), threading.Event()

    def wait(_session: object, _line: bytes, _deadline: object) -> str:
        begun.set()
        assert done.wait(LONG)
        return ""

    with ExitStack() as stack:
        with serving() as server:
            talk = stack.enter_context(connected(server))
            assert talk(GAMES) == NO_GAMES
            monkeypatch.setattr(Session, "handle", wait)
            asked = threading.Thread(target=talk, args=(b'{"method": "rivals"}\n',))
            asked.start()
            assert begun.wait(LONG)
        asked.join(LONG)
        assert not asked.is_alive()
        done.set()


def test_quick_line_does_not_wait_for_another_clients_question(
    server: LineServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done, handle = threading.Event(), threading.Event(), Session.handle

    def slow(session: Session, line: bytes, deadline: Deadline | None = None) -> str | None:
        if b"beliefs" in line:
            begun.set()
            assert done.wait(LONG)
        return handle(session, line, deadline)

    monkeypatch.setattr(Session, "handle", slow)
    with connected(server) as first, connected(server) as second:
        asked = threading.Thread(target=first, args=(b'{"method": "beliefs"}\n',))
        asked.start()
        assert begun.wait(LONG)
        assert second(GAMES) == NO_GAMES
        done.set()
        asked.join()


def test_eager_client_does_not_block_others(server: LineServer) -> None:
    with closing(socket.create_connection(server.address, timeout=LONG)) as eager:
        eager.sendall(GAMES * 2000)
        with connected(server) as talk:
            assert talk(GAMES) == NO_GAMES
        with eager.makefile("rb") as answers:
            assert [answers.readline() for _ in range(2000)] == [NO_GAMES] * 2000


def test_internal_error_ends_one_connection_and_is_logged(
    server: LineServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_session: object, _line: bytes) -> str:
        raise RuntimeError("out of order")

    with connected(server) as other:
        assert other(GAMES) == NO_GAMES
        with monkeypatch.context() as patch, connected(server) as talk:
            patch.setattr(Session, "handle", broken)
            assert talk(GAMES) == b""
        assert other(GAMES) == NO_GAMES
    (logged,) = [record for record in caplog.records if record.exc_info]
    assert logged.message == "a connection was lost"


# In this process


@pytest.fixture
def handlers() -> Iterator[dict[signal.Signals, object]]:
    """Restore the handlers of SIGINT and SIGTERM after a test."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield dict[signal.Signals, object](before)
    for number, handler in before.items():
        signal.signal(number, handler)
    gc.unfreeze()


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_second_signal_does_not_interrupt_the_shutdown(
    number: signal.Signals,
    handlers: dict[signal.Signals, object],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def signalled(_server: LineServer, stop: asyncio.Event) -> None:
        signal.raise_signal(number)
        await asyncio.wait_for(stop.wait(), LONG)

    monkeypatch.setattr(LineServer, "serve", signalled)
    level = tcp._log.level
    assert serve("0") == 0
    assert [signal.getsignal(each) for each in handlers] == [signal.SIG_IGN] * 2
    listening, stopped = capsys.readouterr().err.splitlines()
    assert listening.startswith("cluetree: listening at 127.0.0.1 port ")
    assert stopped == f"cluetree: stopped by {number.name}"
    assert (tcp._log.level, tcp._log.handlers) == (level, [])


@contextmanager
def pipes(monkeypatch: pytest.MonkeyPatch, lines: bytes) -> Iterator[IO[str]]:
    """Use these lines as standard input; yield the reading end of standard output."""
    reader, writer = (os.fdopen(end, mode) for end, mode in zip(os.pipe(), "rw", strict=True))
    with reader, writer, monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        patch.setattr(sys, "stdout", writer)
        yield reader


def test_printed_text_goes_to_standard_error(
    handlers: dict[signal.Signals, object],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def answer(_session: object, line: bytes) -> str:
        sys.stdout.write("here I am\n")
        return line.decode().strip()

    monkeypatch.setattr(Session, "handle", answer)
    with pipes(monkeypatch, b"1\n2\n") as out:
        assert serve() == 0
        assert [out.readline(), out.readline()] == ["1\n", "2\n"]
    assert capsys.readouterr().err == "here I am\n" * 2, "the server prints nothing else"
    assert {number: signal.getsignal(number) for number in handlers} == handlers


def test_closed_output_ends_the_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pipes(monkeypatch, GAMES) as out:
        out.close()
        assert serve() == 0
        sys.stdout.write("buffered text is dropped without an error")
        sys.stdout.flush()
    assert capsys.readouterr().err == ""


def test_taken_address_is_rejected(server: LineServer) -> None:
    host, port = server.address
    with pytest.raises(ServeError, match=f"cannot listen at {host}:{port}"):
        LineServer(f"{host}:{port}")
