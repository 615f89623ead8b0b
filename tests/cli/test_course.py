"""The exercises of the course: their answers, and the pages that are printed."""

import io
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from cluetree import Open, Proof
from cluetree.interfaces.cli.course import Course, Exercise
from cluetree.interfaces.cli.main import main
from cluetree.interfaces.cli.status import OK
from tests.cli.conftest import Command

COURSE: Final = Course.load()
VOID: Final = {"meta"}


@pytest.mark.parametrize("exercise", COURSE.exercises, ids=lambda one: one.game)
def test_stored_answers_are_those_of_the_library(exercise: Exercise) -> None:
    found = [*exercise.answers(exercise.book())]
    proved = tuple(str(each.fact) for each in found if isinstance(each, Proof))
    assert proved == exercise.facts
    undecided = [each.fact for each in found if isinstance(each, Open)]
    assert len(undecided) == len(exercise.open)


def test_every_stored_game_belongs_to_an_exercise() -> None:
    folder = files("cluetree.interfaces.cli") / "exercises"
    stored = {file.name for file in folder.iterdir() if file.name.endswith(".clue")}
    assert stored == {f"{one.game}.clue" for one in COURSE.exercises}


def test_list_names_objectives_plan_and_exercises(command: Command) -> None:
    out = command("course")
    for text in (*COURSE.objectives, *(content for _, content in COURSE.plan)):
        assert text in out
    for number, one in enumerate(COURSE.exercises, start=1):
        assert f"{number:2} {one.title}" in out


@pytest.mark.parametrize(("typed", "is_answered"), [("\n" * 9, True), ("q\n", False)])
def test_exercise_asks_and_then_answers(
    typed: str, *, is_answered: bool, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    out = command("course", "3")
    assert out.startswith(f"3. {COURSE.exercises[2].title}\n{COURSE.exercises[2].question}\n")
    assert (COURSE.exercises[2].answer in out) is is_answered


@pytest.mark.parametrize("number", ["0", "13"])
def test_unknown_exercise_is_rejected(number: str, command: Command) -> None:
    assert f"the exercise must be 1 to 12, got {number}" in command.refused("course", number)


class Checker(HTMLParser):
    """Collects the text of a page, and fails if a tag is not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 -- as declared
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open[-1] == "tbody" != tag:  # HTML lets the end of a tbody be implied
            self.open.pop()
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit") / "new"
    assert main(["course", "--print", str(folder), "--edition", "cluedo-fr"]) == OK
    return folder


def text_of(page: Path) -> str:
    checker = Checker()
    checker.feed(page.read_text("utf-8"))
    assert not checker.open
    return checker.text


def test_only_the_teachers_page_has_the_answers(kit: Path) -> None:
    pupils, teachers = (text_of(kit / f"{name}.html") for name in ("pupils", "teachers"))
    for one in COURSE.exercises:
        assert one.question in pupils
        assert one.question in teachers
        assert one.answer in teachers
        assert one.answer not in pupils
    assert "✓" not in pupils
    assert "Bob lacks Attic (hand full: 1., 2.)" in teachers
    assert "Open: Bob holds Plum" in teachers


def test_blank_sheets_and_games_are_written(kit: Path, tmp_path: Path, command: Command) -> None:
    assert text_of(kit / "blank.html").count("Mademoiselle Rose") == 2
    command("course", "--print", str(tmp_path))
    small = (tmp_path / "blank.html").read_text("utf-8")
    assert [
        small.count(f"<th>{card}</th>") for card in COURSE.exercises[0].book().table.edition.cards
    ] == [2] * 10
    for one in COURSE.exercises:
        assert (kit / f"{one.game}.clue").read_text("utf-8") == one.text


def test_one_exercise_cannot_be_printed(tmp_path: Path, command: Command) -> None:
    error = command.refused("course", "3", "--print", str(tmp_path))
    assert "--print writes all exercises: omit the number" in error
