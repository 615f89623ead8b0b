"""What `cluetree step` prints of a real game, event by event.

After a wanted change, look at the difference and store the output anew:
`python -m cluetree step examples/friday.clue > tests/commands/expected/friday.step.txt`.
"""

import re
from pathlib import Path

import pytest

from cluetree import Notebook
from cluetree.exact import Limit
from cluetree.faces.cli import main
from cluetree.faces.commands.common import IMPOSSIBLE, OK

FRIDAY = Path(__file__).parent.parent.parent / "examples" / "friday.clue"
EXPECTED = Path(__file__).parent / "expected" / "friday.step.txt"


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["step", str(FRIDAY)]) == OK
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out.splitlines()


def test_friday_is_told_as_stored(lines: list[str]) -> None:
    assert lines == EXPECTED.read_text("utf-8").splitlines()


def test_each_event_has_its_place_and_its_number(lines: list[str]) -> None:
    book = Notebook.load(FRIDAY)
    numbered = [line for line in lines if re.match(r"\d+\. ", line)]
    assert numbered == [f"{n}. {event}" for n, event in enumerate(book.events, start=1)]


def test_bits_learned_add_up_to_what_was_open(lines: list[str]) -> None:
    book = Notebook.load(FRIDAY)
    start = Notebook(book.table).beliefs.entropy
    opened = [line for line in lines if line.startswith("   open")]
    assert len(opened) == len(book)
    learned = [float(line.split(", ")[-1].removesuffix(" learned")) for line in opened]
    assert sum(learned) == pytest.approx(start, abs=0.005 * len(book))
    assert opened[-1].startswith("   open     1 triple")


def test_every_mark_is_a_known_word(lines: list[str]) -> None:
    words = {line.split()[0] for line in lines if line.startswith("   ")}
    assert words <= {"told", "struck", "follows", "counted", "found", "clash", "open"}
    assert words >= {"told", "struck", "follows", "counted", "found", "open"}


def test_a_clash_is_told_and_the_story_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.clue"
    path.write_text(
        "edition clue-us\nplayers Ann 9, Bob 9\n\nAnn holds Plum\nBob holds Plum\nBob holds Rope\n",
        encoding="utf-8",
    )
    assert main(["step", str(path)]) == IMPOSSIBLE
    out = capsys.readouterr().out
    assert "no deal fits any more" in out
    assert "3. Bob holds Rope" in out
    assert out.count("   clash ") == out.split("3. Bob")[0].count("   clash ")


def test_a_game_without_events_has_a_heading_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.clue"
    path.write_text("edition clue-us\nplayers Ann 9, Bob 9\n", encoding="utf-8")
    assert main(["step", str(path)]) == OK
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_what_was_not_worked_out_in_time_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cluetree.faces.commands.common.PATIENCE", Limit(states=100))
    assert main(["step", str(FRIDAY)]) == OK
    printed = capsys.readouterr().out
    book = Notebook.load(FRIDAY)
    book.limit = Limit(states=50)  # of the command's, the steps have one half
    late = [step for step in book.steps() if not step.complete]
    assert 0 < len(late) < 27
    assert printed.count("open     not worked out in time") == len(late)
    assert not any(step.facts or step.bits for step in late)
