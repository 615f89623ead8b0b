"""The processes that play: Ctrl-C while they start is the command's, and is not lost."""

import os
import signal
import subprocess
import sys

import pytest

from cluetree.interfaces.cli import executors
from cluetree.interfaces.cli.executors import executor

TOURNAMENT = "sys.argv[1:] = 'tournament heuristic random random --deals 2 --workers 2'.split()"
START = """
import os, signal, sys
from cluetree.interfaces.cli.main import main
os.register_at_fork({at}=lambda: os.kill(os.getpid(), signal.SIGINT))
{tournament}
sys.exit(main())
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="processes are forked")
@pytest.mark.parametrize(("at", "status"), [("before", 130), ("after_in_child", 0)])
def test_ctrl_c_while_processes_start(at: str, status: int) -> None:
    program = START.format(at=at, tournament=TOURNAMENT)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert run.returncode == status
    assert b"Traceback" not in run.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals as they are on POSIX")
def test_all_processes_are_forked_while_ctrl_c_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[bool] = []

    class Pool:
        """Forks as soon as there is a task."""

        def __init__(self, workers: int, **_: object):
            assert workers == 3

        def submit(self, _: object) -> None:
            waits.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))

    monkeypatch.setattr(executors, "ProcessPoolExecutor", Pool)
    with executor(3, None) as make:
        assert make is not None
        made: object = make()
    assert isinstance(made, Pool)
    made.submit(int)
    assert waits == [True, False]


@pytest.mark.skipif(os.name != "posix", reason="signals as they are on POSIX")
def test_workers_leave_ctrl_c_to_the_command() -> None:
    with executor(1, None) as make:
        assert make is not None
        with make() as made:
            assert made.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN


def test_without_workers_all_is_played_here() -> None:
    with executor(0, None) as make:
        assert make is None
