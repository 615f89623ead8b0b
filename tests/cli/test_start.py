"""Ctrl-C while the command starts or ends: exit status 130, and no traceback."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="as on POSIX")]
ROOT: Final = Path(__file__).parents[2]
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
SCRIPT: Final = """
import sys
from cluetree.interfaces.cli.main import main
sys.exit(main())
"""


@pytest.mark.parametrize("way", ["module", "script", "program"])
@pytest.mark.parametrize("at", ["cluetree.cards", "cyclopts", "cluetree.text.language", "end"])
def test_ctrl_c_while_the_command_starts_or_ends(way: str, at: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(CUSTOMIZE)
    for name in ("cluetree", "program"):
        (tmp_path / name).write_text(SCRIPT)
    words = {"module": ["-m", "cluetree"], "script": ["cluetree"], "program": ["program"]}[way]
    run = subprocess.run(
        [sys.executable, *words, "editions"],
        cwd=tmp_path,
        env={**os.environ, "AT": at, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        check=False,
        timeout=300,
    )
    if way == "program":  # that only imports cluetree keeps its own handler
        assert b"KeyboardInterrupt" in run.stderr
    else:
        assert (run.returncode, run.stderr) == (130, b"")
