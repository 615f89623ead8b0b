"""A file with the example game."""

import shutil
from pathlib import Path

import pytest

from tests.tui.driving import FRIDAY


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A copy of the whole example."""
    path = tmp_path / "friday.clue"
    shutil.copy(FRIDAY, path)
    return path
