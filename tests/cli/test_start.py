"""Ctrl-C while the command starts or ends: exit status 130, and no traceback."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.cli.test_cli import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="as on POSIX")]
# Python runs this before anything else. The signal comes at the import of a module, or at the end.
CUSTOMIZE: Final = """
import atexit, os, sys
class Finder:
    def find_spec(self, name, *_):
        if name == os.environ["AT"]:
            os.kill(os.getpid(), 2)
sys.meta_path.insert(0, Finder())
atexit.register(Finder().find_spec, "end")
"""


@pytest.mark.parametrize("at", ["cyclopts", "cluetree.text.language", "cluetree.editions", "end"])
def test_ctrl_c_while_the_command_starts_or_ends(at: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(CUSTOMIZE)
    done = subprocess.run(
        [sys.executable, "-m", "cluetree", "editions"],
        env={**os.environ, "AT": at, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (130, b"")
