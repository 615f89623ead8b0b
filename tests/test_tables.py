"""The tables of measurements in the docs are what their script writes; times may differ."""

import subprocess
import sys
from typing import Final

import pytest

from tests.test_project_files import ROOT

SCRIPT: Final = ROOT / "docs" / "tables.py"


@pytest.mark.slow
@pytest.mark.parametrize("table", ["results", "positions", "tournament"])
def test_a_table_is_current(table: str) -> None:
    command = [sys.executable, str(SCRIPT), "--check", table]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
