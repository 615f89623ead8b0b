"""The exact output of the commands for players: see `expected/`, and the docs for the others.

After an intended change, review the difference and store the new output.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from cluetree import Notebook
from cluetree.interfaces.cli import IMPOSSIBLE, OK, common, questions
from cluetree.interfaces.drawing.parts import SafeConsole
from tests.cli.conftest import Command

FRIDAY: Final = Path(__file__).parent.parent.parent / "examples" / "friday.clue"
EXPECTED: Final = Path(__file__).parent / "expected"
PRINTED: Final[dict[str, tuple[int, Sequence[str]]]] = {
    "worked_game": (OK, []),
    "solve": (OK, ["solve", "middle.clue"]),
    "solve_impossible": (IMPOSSIBLE, ["solve", "wrong.clue"]),
    "why": (OK, ["why", "middle.clue", "Mina", "Mustard"]),
    "why_assumed": (OK, ["why", "friday.clue", "envelope", "Billiard"]),
    "why_open": (OK, ["why", "middle.clue", "Tom", "Hall"]),
    "tree": (OK, ["tree", "early.clue"]),
    "check": (OK, ["check", "middle.clue"]),
    "check_impossible": (IMPOSSIBLE, ["check", "wrong.clue"]),
    "review": (OK, ["review", "friday.clue"]),
    "step": (OK, ["step", "friday.clue"]),
    "step_impossible": (IMPOSSIBLE, ["step", "wrong.clue", "--from", "19"]),
    "step_in_part": (OK, ["step", "friday.clue", "--from", "26"]),
    "advise": (OK, ["advise", "middle.clue"]),
    "advise_solved": (OK, ["advise", "friday.clue"]),
    "advise_in_a_room": (OK, ["advise", "middle.clue", "--rooms", "Hall", "--top", "2"]),
    "show": (OK, ["show", "middle.clue", "Jules", "Scarlet", "Knife", "Hall"]),
    "rivals": (OK, ["rivals", "middle.clue"]),
    "editions": (OK, ["editions"]),
    "editions_one": (OK, ["editions", "cluedo-de"]),
}


def write_parts(example: Path, folder: Path) -> None:
    """Write the beginning of an example, its middle, a slip in it, and all of it."""
    book = Notebook.load(example)
    for name, events in {"early": 4, "middle": 20, "wrong": 20, "friday": len(book)}.items():
        part = Notebook(book.table, book.events[:events], title=book.title)
        if name == "wrong":
            part.tell_holds("Mina", "Hall")
        part.save(folder / f"{name}.clue")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    write_parts(FRIDAY, tmp_path)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("name", sorted(PRINTED.keys() - {"tree"}))
def test_drawing_fits_a_terminal_of_80_columns(
    name: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def console() -> SafeConsole:
        return SafeConsole(highlight=False, width=80)

    for module in (common, questions):
        monkeypatch.setattr(module, "console", console)
    status, arguments = PRINTED[name]
    printed = command(*arguments, status=status)
    assert max(map(len, printed.splitlines())) <= 80
    assert "…" not in printed


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("name", sorted(file.stem for file in EXPECTED.iterdir()))
def test_command_prints_the_stored_text(name: str, command: Command) -> None:
    status, arguments = PRINTED[name]
    printed = command(*arguments, status=status)
    assert command.err == ""
    assert printed == (EXPECTED / f"{name}.txt").read_text("utf-8")
