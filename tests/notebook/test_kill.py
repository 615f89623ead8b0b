"""A save that is cut off by `kill -9` loses nothing: the file is the old log or the new one."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from cluetree import Notebook
from tests.exact.games import seeded
from tests.notebook.saver import book

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
EVENTS = 400
LOGS = 4
LEAST, MOST = 10, 100  # times that it is killed
LONGEST = 0.06  # seconds; a save of such a log takes about a tenth of it


def kill_while_saving(path: Path, seconds: float) -> None:
    """Start the saver, wait until it saves, and kill it a moment later."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.notebook.saver", path, str(EVENTS), str(LOGS)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    ) as saver:
        assert saver.stdout is not None
        assert saver.stdout.readline() == b"saving\n"
        time.sleep(seconds)
        saver.kill()
        assert saver.wait() == -signal.SIGKILL


@dataclass(frozen=True)
class Killed:
    """A file whose saver was killed repeatedly, and the log read after each kill."""

    path: Path
    read: list[Notebook]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> list[Killed]:
    """A file in each spelling, alone in its folder."""
    rng = seeded(4)
    found = []
    for suffix in (".clue", ".json"):
        path = tmp_path_factory.mktemp("killed") / f"game{suffix}"
        read: list[Notebook] = []
        while len(read) < MOST and not (len(read) >= LEAST and len({b.title for b in read}) > 1):
            # On a slow or busy machine the killer may come too early many times.
            kill_while_saving(path, rng.uniform(0, LONGEST * (1 + len(read))))
            read.append(Notebook.load(path))
        found.append(Killed(path, read))
    return found


def test_file_is_always_a_complete_log(killed: list[Killed]) -> None:
    wholes = [book(number, EVENTS) for number in range(LOGS)]
    for one in killed:
        for found in one.read:
            assert any(found.record == whole.record for whole in wholes)


def test_temporary_files_do_not_accumulate(killed: list[Killed]) -> None:
    """A day later a save that ends well leaves the file, and one draft at most beside it."""
    yesterday = time.time() - 24 * 60 * 60
    for one in killed:
        for other in one.path.parent.iterdir():
            os.utime(other, (yesterday, yesterday))
        book(0, EVENTS).save(one.path)
        assert Notebook.load(one.path).title == "log 0"
    left = [file.name for one in killed for file in one.path.parent.iterdir()]
    assert len(left) <= 2 * len(killed), left
