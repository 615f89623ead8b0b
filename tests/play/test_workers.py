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

from cluetree.play.workers import processes

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as they are on POSIX")
LIMIT: Final = 300.0


@pytest.mark.slow
@pytest.mark.parametrize("task", [partial(time.sleep, 1000), partial(sum, repeat(1))])
def test_workers_ignore_ctrl_c_and_end_with_the_context(task: Callable[[], object]) -> None:
    with processes(1) as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN
        pid = pool.submit(os.getpid).result()
        pool.submit(task)
        time.sleep(0.5)  # until it runs
    assert is_gone(pid)


def is_gone(pid: int) -> bool:
    """Wait until a process has ended."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        with suppress(FileNotFoundError, ProcessLookupError):  # gone before or while read
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


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are found in /proc")
def test_programs_end_with_the_workers(tmp_path: Path) -> None:
    """Even if they ignore the end of their input."""
    bot = tmp_path / "bot.py"
    bot.write_text(f"open({str(tmp_path / 'pid')!r}, 'w').write(str(__import__('os').getpid()))\n")
    with bot.open("a") as file:
        file.write("__import__('time').sleep(1000)\n")
    command = [sys.executable, "-m", "cluetree", "tournament", f"bot:{sys.executable} {bot}"]
    with subprocess.Popen([*command, "random", "--workers", "1"], stderr=subprocess.DEVNULL) as run:
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            time.sleep(0.05)
        run.kill()
    assert is_gone(int((tmp_path / "pid").read_text()))
