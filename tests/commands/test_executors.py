"""The processes that play: Ctrl-C while they start is the command's, and is not lost."""

import os
import subprocess
import sys

import pytest

TOURNAMENT = "sys.argv[1:] = 'tournament heuristic random random --deals 2 --workers 2'.split()"
START = """
import os, signal, sys
from cluetree.faces.cli import main
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
