"""Worker processes: they end with their parent, however it ends, and leave Ctrl-C to it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Final

import pytest

from cluetree.play.workers import processes, sigint_held

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as they are on POSIX")
LIMIT: Final = 300.0
START: Final = """
import os, signal, sys
from cluetree.interfaces.cli.main import main
os.register_at_fork({at}=lambda: os.kill(os.getpid(), signal.SIGINT))
sys.argv[1:] = 'tournament heuristic random random --deals 2 --workers 2'.split()
sys.exit(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize(("at", "status"), [("before", 130), ("after_in_child", 0)])
def test_ctrl_c_while_processes_start(at: str, status: int) -> None:
    program = [sys.executable, "-c", START.format(at=at)]
    run = subprocess.run(program, capture_output=True, check=False, timeout=LIMIT)
    assert run.returncode == status
    assert b"Traceback" not in run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("task", [partial(time.sleep, 1000), partial(sum, repeat(1))])
def test_workers_ignore_ctrl_c_and_end_with_the_context(task: Callable[[], object]) -> None:
    with processes(1) as make:
        pool = make()
        assert pool.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN
        pid = pool.submit(os.getpid).result()
        pool.submit(task)
        time.sleep(0.5)  # until it runs
    assert is_gone(pid)


def is_gone(pid: int) -> bool:
    """Wait until a process has ended."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        with suppress(FileNotFoundError):
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
                time.sleep(0.05)
                continue
        return True
    return False


def children(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", f"{pid}"],  # noqa: S607
        capture_output=True,
        check=False,
        text=True,
    )
    return [int(number) for number in listed.stdout.split()]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are found in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize(
    "words", ["tournament strongest random random --workers 2", "benchmark strongest --workers 2"]
)
def test_workers_end_with_the_command(words: str, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "cluetree", *words.split()]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        while len(workers := children(run.pid)) < 2:
            time.sleep(0.05)
            assert run.poll() is None
        time.sleep(1)  # until they play
        run.send_signal(number)
        try:
            _, errors = run.communicate(timeout=LIMIT)
        finally:
            run.kill()
        status = run.returncode
    assert status == (130 if number == signal.SIGINT else -number)
    assert all(map(is_gone, workers))
    assert b"Traceback" not in errors


@pytest.mark.parametrize("calls", [True, False])
def test_ctrl_c_is_delayed_until_released(calls: bool) -> None:
    """Its exception could leave a lock of `concurrent.futures` taken, so that the exit waits."""
    before, reached = signal.getsignal(signal.SIGINT), list[str]()

    def interrupt() -> None:
        with sigint_held() as let_through:
            let_through()
            signal.raise_signal(signal.SIGINT)
            reached.append("held")
            if calls:
                let_through()
                reached.append("lost")

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert reached == ["held"]
    assert signal.getsignal(signal.SIGINT) is before


STUBBORN: Final = """
import time
class Stubborn:
    begin = observe = lambda self, *given: None
    move = show = suggest = lambda self, *given: given[-1][0]
    def __repr__(self):
        return "Stubborn()"
    def accuse(self):
        while True:
            try:
                open("started", "w").close()
                time.sleep(1000)
            except BaseException:
                pass
"""


@pytest.mark.slow
@pytest.mark.parametrize("words", ["tournament {} random --workers 0", "play {} random --watch"])
def test_second_ctrl_c_ends_a_command_at_once(words: str, tmp_path: Path) -> None:
    """Even if an agent catches the first one."""
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    names = words.format("stubborn.py:Stubborn").split()
    command = [sys.executable, "-m", "cluetree", *names, "--most-turns", "1"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=tmp_path, stdout=quiet, stderr=quiet) as run:
        while not (tmp_path / "started").exists():
            time.sleep(0.05)
            assert run.poll() is None
        end = time.monotonic() + LIMIT
        while run.poll() is None and time.monotonic() < end:
            run.send_signal(signal.SIGINT)
            time.sleep(0.05)
    assert run.returncode == -signal.SIGINT
