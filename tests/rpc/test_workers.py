"""Several processes at one port: what holds for one server holds for all of them together."""

import errno
import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Final, TypeAlias

import pytest

from cluetree.interfaces.rpc.protocol import Code
from cluetree.interfaces.rpc.server import serve
from cluetree.interfaces.rpc.session import Session
from cluetree.interfaces.rpc.tcp import LineServer, ServeError
from cluetree.interfaces.rpc.workers import ForkingLineServer
from tests.rpc.client import LINES
from tests.rpc.test_server import GAMES, LONG, NO_GAMES, client_of, code_of, initialize

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are forked")

PYTHON: Final = (sys.executable, "-W", "error")
SERVE: Final = ("serve", "--tcp", "0", "--processes", "2")
AT_FORK: Final = """
import os, signal, sys, threading
from cluetree.interfaces.cli.main import main

def to_me(number):
    os.kill(os.getpid(), number)

class Refusing(threading.Thread):
    left = 1
    def start(self):
        if Refusing.left:
            Refusing.left -= 1
            raise RuntimeError("can't start new thread")
        super().start()

def refuse():
    threading.Thread = Refusing

os.register_at_fork({hook})
sys.exit(main())
"""
"""`cluetree`, and what happens at a fork."""
Talk: TypeAlias = Callable[[bytes], bytes]


class Program:
    """`cluetree serve` with two processes, and what it says."""

    def __init__(self, process: "subprocess.Popen[bytes]"):
        assert process.stderr is not None
        self.process: Final = process
        self.said: Final = process.stderr
        words = self.said.readline().split()
        assert words[:3] == [b"cluetree:", b"listening", b"at"]
        self.address: Final = words[3].decode(), int(words[5])

    @contextmanager
    def connected(self) -> Iterator[Talk]:
        """Connect, and give what says a line and returns the answer, or nothing at the end."""
        with (
            socket.create_connection(self.address, timeout=LONG) as connection,
            connection.makefile("rwb") as file,
        ):

            def talk(line: bytes) -> bytes:
                with suppress(ConnectionError):
                    file.write(line)
                    file.flush()
                    return file.readline()
                return b""

            yield talk

    @contextmanager
    def clients(self, number: int) -> Iterator[Sequence[Talk]]:
        """Connect so many, each of them answered."""
        with ExitStack() as stack:
            yield [self._answered(stack) for _ in range(number)]

    def _answered(self, stack: ExitStack) -> Talk:
        """Connect, again and again while those who just left are still counted."""
        until = monotonic() + LONG
        while True:
            talk = stack.enter_context(self.connected())
            answer = talk(GAMES)
            if answer == NO_GAMES:
                return talk
            assert code_of(answer) == Code.TURNED_AWAY
            assert monotonic() < until

    @property
    def workers(self) -> list[int]:
        """The numbers of its processes."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        if not listed.exists():
            pytest.skip("/proc does not list a process's children")
        return [int(word) for word in listed.read_text("ascii").split()]


@contextmanager
def serving(*options: str, hook: str = "") -> Iterator[Program]:
    with run(*options, hook=hook) as process:
        try:
            yield Program(process)
        finally:
            process.kill()


def run(*options: str, hook: str = "") -> "subprocess.Popen[bytes]":
    program = ("-c", AT_FORK.format(hook=hook)) if hook else ("-m", "cluetree")
    return subprocess.Popen(
        (*PYTHON, *program, *SERVE, *options),
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.slow
def test_clients_are_shared_out_and_do_not_mix() -> None:
    with serving() as program, program.clients(20) as talks:
        for number, talk in enumerate(talks):
            client_of(talk).game(LINES[number % len(LINES)])
        for number, talk in enumerate(talks):
            assert client_of(talk).lines("1") == [LINES[number % len(LINES)]]
        os.kill(program.workers[0], signal.SIGKILL)
        assert sum(talk(GAMES) == b"" for talk in talks) == 10


@pytest.mark.slow
def test_a_lost_process_is_replaced() -> None:
    with serving() as program:
        first, second = program.workers
        with program.clients(2) as talks:
            os.kill(first, signal.SIGKILL)
            assert sorted(talk(GAMES) for talk in talks) == [b"", NO_GAMES]
            assert program.said.readline() == (
                b"cluetree: a process was lost, and the games of its clients\n"
            )
            with program.clients(3):
                assert len(program.workers) == 2
                assert first not in program.workers
                assert second in program.workers


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process, as Linux has them")
def test_a_lost_process_is_replaced_as_soon_as_it_can_be() -> None:
    with serving("--max-clients", "3") as program, program.clients(2) as talks:
        first, second = program.workers
        limit_files([program.process.pid], 3)
        os.kill(first, signal.SIGKILL)
        assert sorted(talk(GAMES) for talk in talks) == [b"", NO_GAMES]
        assert program.said.readline().endswith(b"games of its clients\n")
        assert program.said.readline().startswith(b"cluetree: no other can be had as yet: ")
        assert program.workers == [second]
        limit_files([program.process.pid], 100)
        with program.clients(2):  # between any two connections it is tried
            assert len(program.workers) == 2


@pytest.mark.slow
def test_all_who_leave_at_once_are_let_go() -> None:
    """More than a channel holds, and nobody comes for whom it would be read."""
    with (
        serving("--max-clients", "600") as program,
        ExitStack() as stack,
    ):
        talks = [stack.enter_context(program.connected()) for _ in range(600)]
        for talk in talks:
            client_of(talk).ask("shutdown")
        assert [talk(b"") for talk in talks] == [b""] * 600


@pytest.mark.slow
def test_a_client_for_whom_there_is_no_thread_is_lost_alone() -> None:
    with serving("--max-clients", "2", hook="after_in_child=refuse") as program:
        first, second = program.workers
        for clients in range(2):
            with program.clients(clients), program.connected() as talk:
                assert talk(GAMES) == b""
        with program.clients(2):
            assert program.workers == [first, second]


@pytest.mark.slow
def test_most_clients_are_those_of_all_processes() -> None:
    with serving("--max-clients", "3") as program, program.clients(2):
        for _ in range(5):
            with program.connected() as third, program.connected() as fourth:
                assert third(GAMES) == NO_GAMES
                assert code_of(fourth(b"")) == Code.TURNED_AWAY
                assert fourth(b"") == b""
                client_of(third).ask("shutdown")
                assert third(b"") == b""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process, as Linux has them")
def test_a_connection_that_no_process_can_open_is_not_counted() -> None:
    with serving("--max-clients", "2") as program:
        limit_files(program.workers, 3)
        for _ in range(5):
            with program.connected() as talk:
                assert talk(GAMES) == b""
        limit_files(program.workers, 100)
        with program.clients(2) as talks:
            assert [talk(GAMES) for talk in talks] == [NO_GAMES] * 2


def limit_files(processes: Sequence[int], most: int) -> None:
    import resource  # noqa: PLC0415 -- not everywhere

    for number in processes:
        _, hard = resource.prlimit(number, resource.RLIMIT_NOFILE)
        resource.prlimit(number, resource.RLIMIT_NOFILE, (most, hard))


@pytest.mark.slow
def test_each_process_wants_the_token(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("a word\n", "utf-8")
    with serving("--token-file", str(token)) as program:
        for word, known in (("a word", True), ("another", False)):
            with program.connected() as first, program.connected() as second:
                for talk in (first, second):
                    assert code_of(talk(GAMES)) == 9
                    assert ("result" in json.loads(talk(initialize(word)))) is known
                    assert talk(GAMES) == (NO_GAMES if known else b"")


@pytest.mark.slow
def test_each_process_lets_silent_clients_go() -> None:
    with (
        serving("--silence", "0.1") as program,
        program.connected() as first,
        program.connected() as second,
    ):
        for talk in (first, second):
            assert code_of(talk(b"")) == 8
            assert talk(b"") == b""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("to_all", [False, True])
def test_a_signal_ends_them_all(number: signal.Signals, *, to_all: bool) -> None:
    """Ctrl-C reaches all of them, and so does what stops a service; `kill` only one."""
    with serving() as program, program.clients(4) as talks:
        workers = program.workers
        (os.killpg if to_all else os.kill)(program.process.pid, number)
        assert [talk(b"") for talk in talks] == [b""] * 4
        assert program.process.wait(LONG) == 0
        assert program.said.read() == f"cluetree: stopped by {number.name}\n".encode()
        for worker in workers:
            with pytest.raises(ProcessLookupError):
                os.kill(worker, 0)


@pytest.mark.slow
def test_a_signal_during_the_start_is_not_lost() -> None:
    """What is raised in a fork, Python ignores."""
    with run(hook="before=lambda: to_me(signal.SIGTERM)") as process:
        try:
            said = process.communicate(timeout=LONG)[1]
        finally:
            process.kill()
    assert (process.returncode, said) == (0, b"cluetree: stopped by SIGTERM\n")


@pytest.mark.slow
def test_ctrl_c_during_the_start_is_not_for_the_workers() -> None:
    with serving(hook="after_in_child=lambda: to_me(signal.SIGINT)") as program:
        with program.clients(2):
            assert len(program.workers) == 2
        program.process.terminate()
        assert program.process.wait(LONG) == 0
        assert program.said.read() == b"cluetree: stopped by SIGTERM\n"


@pytest.mark.slow
def test_nobody_is_answered_by_who_is_left_over() -> None:
    with serving() as program, program.clients(4) as talks:
        program.process.kill()
        assert [talk(b"") for talk in talks] == [b""] * 4
        assert program.said.read() == b""


class Idle:
    """In the place of a process: it is handed connections and answers none."""

    def __init__(self, target: object, args: tuple[object, object, socket.socket], daemon: object):
        del target, daemon
        self.channel = args[2].dup()
        self.channel.setblocking(False)
        self.lost = self.ended = False

    def start(self) -> None:
        """Do nothing."""

    def is_alive(self) -> bool:
        return not self.lost

    def terminate(self) -> None:
        self.ended = True

    def join(self) -> None:
        """Do nothing."""

    def handed(self) -> int:
        """Count the connections that came since it was asked last."""
        number = 0
        with suppress(BlockingIOError):
            while opened := socket.recv_fds(self.channel, 1, 1)[1]:
                number += len(opened)
                os.close(*opened)
        return number


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Idle]]:
    """The processes of a server, as they are started."""
    made: list[Idle] = []

    def make(target: object, args: tuple[object, object, socket.socket], *, daemon: object) -> Idle:
        made.append(Idle(target, args, daemon))
        return made[-1]

    context = SimpleNamespace(Process=make)
    monkeypatch.setattr(multiprocessing, "get_context", {"fork": context}.__getitem__)
    yield made
    for each in made:
        each.channel.close()


def two_processes() -> ForkingLineServer:
    return ForkingLineServer("0", lambda token: Session(token=token), None, 2)


def connect(server: ForkingLineServer, number: int) -> None:
    for _ in range(number):
        ours, its = socket.socketpair()
        server.process_request(its, None)
        assert its.fileno() == -1, "it is the process's alone"
        ours.close()


def test_a_client_goes_to_the_process_that_has_the_fewest(idle: list[Idle]) -> None:
    with two_processes() as server:
        connect(server, 6)
        assert [each.handed() for each in idle] == [3, 3]
        assert server.connected == 6
        idle[1].channel.sendall(b"--")
        assert server.connected == 4
        connect(server, 2)
        assert [each.handed() for each in idle] == [0, 2]
        assert server.connected == 6
    assert [each.ended for each in idle] == [True, True]


def test_another_process_is_started_for_one_that_is_lost(
    idle: list[Idle], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse() -> None:
        raise OSError(errno.EMFILE, "too many")

    with two_processes() as server:
        connect(server, 3)
        server.service_actions()
        assert (len(idle), caplog.messages) == (2, [])
        idle[0].lost = True
        with monkeypatch.context() as patch:
            patch.setattr(socket, "socketpair", refuse)
            server.service_actions()
        lost, none = caplog.messages
        assert lost == "a process was lost, and the games of its clients"
        assert none == "no other can be had as yet: [Errno 24] too many"
        assert (len(idle), server.connected) == (2, 1)
        server.service_actions()
        connect(server, 1)
        assert [each.handed() for each in idle[1:]] == [1, 1]
        assert [each.ended for each in idle] == [True, False, False]


def test_who_leaves_is_heard_though_nobody_comes(idle: list[Idle]) -> None:
    with two_processes() as server:
        connect(server, 2)
        with suppress(BlockingIOError):
            while idle[0].channel.send(b"-" * 100):
                pass
        server.service_actions()
        assert idle[0].channel.send(b"-") == 1


def test_address_that_is_taken() -> None:
    with LineServer("0") as server:
        host, port = server.address
        with pytest.raises(ServeError, match=f"cannot listen at {host}:{port}"):
            ForkingLineServer(f"{host}:{port}", lambda token: Session(token=token), None, 2)


def test_processes_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def socketpair() -> None:
        raise OSError(errno.EMFILE, "too many")

    monkeypatch.setattr(socket, "socketpair", socketpair)
    with pytest.raises(ServeError, match="no 2 processes can be had"):
        serve("0", processes=2)


def test_system_without_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    with pytest.raises(ServeError, match="cannot fork: one process"):
        serve("0", processes=2)


@pytest.mark.parametrize(
    ("tcp", "processes", "message"),
    [
        ("0", 0, "one process at least"),
        ("0", -1, "one process at least"),
        (None, 2, "2 processes need --tcp"),
    ],
)
def test_number_that_makes_no_sense(tcp: str | None, processes: int, message: str) -> None:
    with pytest.raises(ServeError, match=message):
        serve(tcp, processes=processes)
