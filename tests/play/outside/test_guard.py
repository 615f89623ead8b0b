"""A program and all that it has started end with the process that plays."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from cluetree.play.outside.child import Child, ProgramError
from tests.play.outside.patience import LONG, let_end
from tests.play.test_workers import is_gone

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot find them all"),
]
# Starts a child in another session, and writes both process ids.
STARTING: Final = """
import ctypes, os, subprocess, sys, threading, time
ways = dict(start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
child = subprocess.Popen(["sleep", "1000"], **ways)
with open(sys.argv[1], "w") as file:
    print(os.getpid(), child.pid, file=file, flush=True)
"""
# Ignores the end of input.
STUBBORN: Final = f"""{STARTING}
while True:
    time.sleep(1000)
"""
# Ends its first thread, but not the second.
HALF_ENDED: Final = f"""{STARTING}
threading.Thread(target=time.sleep, args=(1000,)).start()
ctypes.CDLL(None).pthread_exit(None)
"""
# Runs a program until its first thread has ended, and kills what it has started.
KILLING: Final = """
import subprocess, sys
from cluetree.play.outside.guard import adopt_orphans, kill_children
adopt_orphans()
child = subprocess.Popen([sys.executable, *sys.argv[1:]])
while open(f"/proc/{child.pid}/stat").read().rpartition(")")[2].split()[0] != "Z":
    pass
kill_children()
"""


def numbers(path: Path) -> list[int]:
    """Return the numbers of the program and its child, once it has written them."""
    while not path.exists() or not path.read_text().endswith("\n"):
        time.sleep(0.05)
    return [int(number) for number in path.read_text().split()]


@pytest.fixture
def stubborn(tmp_path: Path) -> tuple[Path, list[str]]:
    (tmp_path / "bot.py").write_text(STUBBORN)
    return tmp_path / "pids", [sys.executable, f"{tmp_path / 'bot.py'}", f"{tmp_path / 'pids'}"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize(
    "words",
    ["play {bot} random --watch", "tournament {bot} random --workers 2", "check-bot {program}"],
)
def test_programs_end_with_the_command(
    words: str, number: signal.Signals, stubborn: tuple[Path, list[str]]
) -> None:
    path, program = stubborn
    names = {"{bot}": f"bot:{' '.join(program)}", "{program}": " ".join(program)}
    command = [sys.executable, "-m", "cluetree", *(names.get(w, w) for w in words.split())]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        pids = numbers(path)
        run.send_signal(number)
        run.wait(300)
    assert all(map(is_gone, pids))


def test_child_is_killed_with_its_descendants_after_its_first_thread(tmp_path: Path) -> None:
    """Linux then shows a zombie, but the descendants have no new parent until the last thread."""
    path = tmp_path / "pids"
    words = [sys.executable, "-c", KILLING, "-c", HALF_ENDED, f"{path}"]
    subprocess.run(words, check=True, timeout=LONG)
    assert all(map(is_gone, numbers(path)))


def test_end_kills_a_child_and_its_descendants(
    stubborn: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    let_end(monkeypatch)
    path, program = stubborn
    child = Child(program)
    pids = numbers(path)
    assert child.end(grace=0) == -signal.SIGKILL
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


@pytest.mark.parametrize(("end", "says"), [("exit 3", "status 3"), ("kill -9 $$", "signal 9")])
def test_end_is_reported_with_its_status(
    end: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_end(monkeypatch)
    child = Child(["sh", "-c", f"sleep 1000 & {end}"])
    with pytest.raises(ProgramError, match=says):
        child.receive(LONG)
    assert child.end() in {3, -9}
