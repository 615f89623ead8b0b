"""Examples print their stored output, and example games have their stored solutions.

After an intended change, store the output again:
`python examples/NAME.py > examples/expected/NAME.txt`, or with `-m examples.language_models.NAME`.
"""

import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from cluetree import SolverTree, record

EXAMPLES = Path(__file__).parent.parent / "examples"
PROGRAMS = sorted(EXAMPLES.glob("*.py"))
MODULES = [EXAMPLES / "language_models" / name for name in ("questions.py", "scores.py")]
GAMES = sorted(EXAMPLES.glob("*.clue"))
LIMIT = 3600.0  # seconds; an example needs well under two, a busy machine more


def run(*arguments: str | Path) -> str:
    """Run Python with warnings as errors and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"},
        timeout=LIMIT,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


def expected(example: Path) -> str:
    """Return the stored output."""
    return (EXAMPLES / "expected" / f"{example.stem}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.name)
def test_program_prints_its_stored_output(program: Path) -> None:
    assert run(program) == expected(program)


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_module_prints_its_stored_output(module: Path) -> None:
    assert run("-m", f"examples.language_models.{module.stem}") == expected(module)


@pytest.mark.slow
def test_tutorial_displays_what_it_stores() -> None:
    stored = nbformat.read(EXAMPLES / "tutorial.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    fresh = deepcopy(stored)
    NotebookClient(fresh, resources={"metadata": {"path": EXAMPLES}}).execute()
    shown = [[out.data for out in cell.get("outputs", ())] for cell in stored.cells]
    for cell, outputs in zip(fresh.cells, shown, strict=True):
        outputs_now = [out.data for out in cell.get("outputs", ())]
        kept = zip(outputs_now, outputs, strict=True)
        assert [{kind: out[kind] for kind in kinds} for out, kinds in kept] == outputs
    assert sum(map(len, shown)) == 7


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_tree_solves_game_as_stored(game: Path) -> None:
    played = record.load(game)
    tree = SolverTree.at(played)
    findings = tree.findings().values()
    cards = [f"{one}, by events {', '.join(map(str, one.because))}" for one in findings]
    assert "\n".join([f"{tree.get_answer()}", *cards, ""]) == expected(game)


def test_every_stored_output_has_its_example() -> None:
    stored = {path.stem for path in (EXAMPLES / "expected").glob("*.txt")}
    assert stored == {path.stem for path in (*PROGRAMS, *MODULES, *GAMES)}
