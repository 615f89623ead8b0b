"""Lines over pipes and sockets: what comes in at the one door, and how it closes."""

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
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import pytest

from cluetree.faces.rpc import server as servers
from cluetree.faces.rpc.server import LineServer, ServeError, read_address, serve
from cluetree.lines import LONGEST_LINE, read_lines
from tests.rpc.client import LINES, Client

ROOT: Final = Path(__file__).parent.parent.parent
LONG: Final = 60.0
"""Seconds; nothing here takes one, but the machine may be busy."""
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
    """Of a line longer than 8 bytes just so much is kept that it can be seen."""
    assert list(read_lines(io.BytesIO(content), longest=8)) == lines


# Pipes


@contextmanager
def program(*arguments: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a server with pipes, and see to it that it is gone in the end."""
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


def say(process: subprocess.Popen[bytes], line: bytes) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    process.stdin.flush()
    return process.stdout.readline()


def test_answers_come_while_the_input_is_open() -> None:
    with program() as process:
        for _ in range(3):
            assert say(process, GAMES) == NO_GAMES
        out, err = process.communicate(timeout=LONG)
        assert (out, err, process.returncode) == (b"", b"", 0)


def test_end_of_input_ends_it_after_the_last_answer() -> None:
    with program() as process:
        out, err = process.communicate(GAMES * 3 + GAMES.strip(), timeout=LONG)
        assert (out, err, process.returncode) == (NO_GAMES * 4, b"", 0)


def test_shutdown_ends_it() -> None:
    shutdown = b'{"jsonrpc": "2.0", "id": 2, "method": "shutdown"}\n'
    with program() as process:
        assert say(process, shutdown) == b'{"jsonrpc":"2.0","id":2,"result":{}}\n'
        assert process.wait(LONG) == 0


def test_long_line_is_skipped() -> None:
    with program() as process:
        long = b"x" * (3 * LONGEST_LINE) + b"\n"
        out, _ = process.communicate(long + GAMES, timeout=LONG)
        error, answer = out.splitlines(keepends=True)
        assert json.loads(error)["error"]["code"] == -32001
        assert answer == NO_GAMES


def test_nobody_listens_any_more() -> None:
    with program() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(GAMES)
        process.stdin.flush()
        assert process.wait(LONG) == 0
        assert process.stderr.read() == b""


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_it(number: signal.Signals) -> None:
    with program() as process:
        assert say(process, GAMES) == NO_GAMES
        process.send_signal(number)
        out, err = process.communicate(timeout=LONG)
        assert (out, err, process.returncode) == (b"", b"", 0)


@posix
def test_many_signals_end_it_all_the_same() -> None:
    with program() as process:
        assert say(process, GAMES) == NO_GAMES
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
            process.send_signal(number)
        assert process.wait(LONG) == 0


def test_files_in_a_directory(tmp_path: Path) -> None:
    with program("-", tmp_path) as process:

        def handle(line: str) -> str:
            return say(process, line.encode() + b"\n").decode()

        client = Client(handle)
        game = client.game(*LINES)
        client.ask("save", game=game, path="game.clue")
    assert (tmp_path / "game.clue").exists()


def test_directory_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ServeError, match="no directory"):
        serve(directory=tmp_path / "none")


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
def test_no_address(where: str) -> None:
    with pytest.raises(ServeError, match="HOST:PORT"):
        read_address(where)


@pytest.fixture
def server() -> Iterator[LineServer]:
    with LineServer("0") as serving:
        thread = threading.Thread(target=serving.serve_forever, args=(0.01,))
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


@contextmanager
def connected(server: LineServer) -> Iterator[Callable[[bytes], bytes]]:
    """Connect, and give what says a line and returns the answer."""
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


def test_only_this_machine_can_connect(server: LineServer) -> None:
    assert server.address[0] == "127.0.0.1"


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
def test_page_in_a_browser_cannot_speak(server: LineServer, first: bytes) -> None:
    """A page may have its browser send anything to this machine, but only as HTTP."""
    with connected(server) as talk:
        assert talk(first + b"Host: localhost\r\n\r\n" + GAMES) == b""


def test_one_client_too_many(server: LineServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "MOST_CLIENTS", 2)
    with connected(server) as first, connected(server) as second:
        assert first(GAMES) == second(GAMES) == NO_GAMES
        with connected(server) as third:
            assert third(b"") == b""
        assert first(GAMES) == NO_GAMES


def test_place_is_free_again_once_a_client_is_gone(
    server: LineServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "MOST_CLIENTS", 1)
    for _ in range(5):
        with connected(server) as talk:
            client_of(talk).ask("shutdown")
            assert talk(b"") == b""


def test_closing_ends_every_connection() -> None:
    with LineServer("0") as serving:
        thread = threading.Thread(target=serving.serve_forever, args=(0.01,))
        thread.start()
        with connected(serving) as talk:
            assert talk(GAMES) == NO_GAMES
            serving.shutdown()
            thread.join()
            serving.server_close()
            assert talk(b"") == b""


def test_address_that_is_taken(server: LineServer) -> None:
    host, port = server.address
    with pytest.raises(ServeError, match=f"cannot listen at {host}:{port}"):
        LineServer(f"{host}:{port}")


def test_host_that_is_none() -> None:
    with pytest.raises(ServeError, match="cannot listen at"):
        LineServer("no.such.host.invalid:0")


@posix
def test_program_over_tcp_ends_at_a_signal() -> None:
    with program("0") as process:
        assert process.stderr is not None
        words = process.stderr.readline().split()
        assert words[:3] == [b"cluetree:", b"listening", b"at"]
        address = words[3].decode(), int(words[5])
        with socket.create_connection(address, timeout=LONG) as connection:
            connection.sendall(GAMES)
            with connection.makefile("rb") as answers:
                assert answers.readline() == NO_GAMES
                process.send_signal(signal.SIGTERM)
                assert answers.readline() == b""
        assert process.wait(LONG) == 0
        assert process.stderr.read() == b"cluetree: stopped by SIGTERM\n"
