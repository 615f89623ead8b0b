"""The page's own modules, run by node; the game on it against a real server."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cluetree.faces.web.app import STATIC
from tests.web.test_serving import running

HERE = Path(__file__).parent / "js"
NODE = shutil.which("node")
OLDEST = 20


def version() -> int:
    """The version of node; 0 if there is none."""
    if NODE is None:
        return 0
    said = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"v(\d+)", said)
    return int(found[1]) if found else 0


needs_node = pytest.mark.skipif(
    version() < OLDEST, reason=f"node {OLDEST} or newer runs the page's modules; there is none"
)


def run(name: str, address: str = "", only: str = "") -> None:
    """Run one file of tests with node's own runner, or those of it that are called so."""
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--test", *([f"--test-name-pattern={only}"] if only else ()), HERE / name],
        env={**os.environ, "SHEET_STATIC": str(STATIC), "SHEET_ADDRESS": address},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout


@needs_node
@pytest.mark.parametrize(
    "name", ["words.test.mjs", "draft.test.mjs", "reading.test.mjs", "meaning.test.mjs"]
)
def test_a_module_does_what_it_says(name: str) -> None:
    run(name)


@pytest.mark.slow
@needs_node
def test_a_game_is_entered_on_the_page(path: Path) -> None:
    with running(path) as server:
        run("play.test.mjs", f"http://{server.address}/", "entered by taps|offers what")


@needs_node
@pytest.mark.slow
def test_the_page_does_all_it_should(path: Path) -> None:
    with running(path) as server:
        run("play.test.mjs", f"http://{server.address}/")
