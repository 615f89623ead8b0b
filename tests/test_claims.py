"""Claims: what they say of themselves, and that no reader can overlook a new kind."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from cluetree.claims import Fact, OneOf
from cluetree.editions import CLUE_US as DECK

ROOT: Final = Path(__file__).parents[1]
READERS: Final = {
    "deduction.py",
    "explain/rules.py",
    "explain/checker.py",
    "explain/review.py",
    "tree/solver.py",
}


@dataclass(frozen=True)
class Addition:
    """A kind added in a copy of the package, and the files that must handle it."""

    file: str
    old: str
    new: str
    readers: set[str]


def test_the_opposite_of_a_fact_is_of_the_same_place_and_card() -> None:
    holds, lacks = (Fact("Bob", DECK.card("rope"), holds=so) for so in (True, False))
    assert (holds.opposite, lacks.opposite) == (lacks, holds)


def test_one_of_says_whom_and_what_it_is_about() -> None:
    rope, hall = DECK.hand("rope", "hall")
    either = OneOf((Fact("Bob", rope, holds=True), Fact("Bob", hall, holds=True)))
    assert (either.player, either.players) == ("Bob", ("Bob",))
    assert either.cards == {rope, hall}
    assert str(either) == "Bob holds Hall or Rope"
    somebody = OneOf((*either.options, Fact("Eve", rope, holds=True)))
    assert (somebody.player, somebody.players) == (None, ("Bob", "Eve"))
    assert OneOf(()).player is None


ADDITIONS: Final = {
    "claim": Addition(
        "claims.py",
        "Claim: TypeAlias = Fact | OneOf | FaceUp | NotTriple",
        "@dataclass(frozen=True)\nclass Rumour:\n    card: ClueCard\n\n\n{} | Rumour",
        READERS,
    ),
    "event": Addition(
        "events.py",
        "Event: TypeAlias = Suggestion | Accusation | Holds | Lacks | HoldsOneOf",
        "@dataclass(frozen=True, slots=True)\n"
        "class Rumour(_BareFact):\n    has_card: ClassVar[bool] = True\n\n\n{} | Rumour",
        {"record/_record.py", "explain/slips.py", "text/events.py"},
    ),
    "proof rule": Addition(
        "explain/steps.py",
        '    ASSUMED = "assumed"\n',
        '    RUMOUR = "rumour"\n{}',
        {"explain/checker.py"},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("addition", ADDITIONS.values(), ids=ADDITIONS)
def test_the_type_checker_names_the_readers_of_an_addition(
    addition: Addition, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "cluetree", tmp_path / "cluetree")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    file = tmp_path / "cluetree" / addition.file
    text = file.read_text("utf-8")
    assert addition.old in text
    file.write_text(text.replace(addition.old, addition.new.format(addition.old)), "utf-8")
    command = [sys.executable, "-m", "mypy", "cluetree", "--no-incremental"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    errors = [line for line in found.stdout.splitlines() if ": error:" in line]
    named = {line.split(":")[0].removeprefix("cluetree/") for line in errors}
    assert named == addition.readers, found.stdout
    assert all("rumour" in line.casefold() for line in errors)
