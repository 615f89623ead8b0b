"""The exercises of the course: their answers, and the pages that are printed."""

import io
import re
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from cluetree.explain import Open, Proof
from cluetree.interfaces.cli import OK
from cluetree.interfaces.cli.course import Course, Exercise
from cluetree.interfaces.cli.main import main
from cluetree.interfaces.cli.step import quiz
from cluetree.table import ENVELOPE
from cluetree.text.events import place_name
from cluetree.text.language import ENGLISH, LANGUAGES, speaking, t
from tests.cli.conftest import Command

VOID: Final = {"meta"}


def course_in(language: str) -> Course:
    with speaking(language):
        return Course.load()


COURSE: Final = course_in(ENGLISH)
FOREIGN: Final = sorted(LANGUAGES - {ENGLISH})


@pytest.mark.parametrize(
    "exercise",
    [one for language in (ENGLISH, *FOREIGN) for one in course_in(language).exercises],
    ids=lambda one: one.game,
)
def test_stored_answers_are_those_of_the_library(exercise: Exercise) -> None:
    answers = [*exercise.answers(exercise.book())]
    proved = tuple(str(each.fact) for each in answers if isinstance(each, Proof))
    assert proved == exercise.facts
    undecided = [each.fact for each in answers if isinstance(each, Open)]
    assert len(undecided) == len(exercise.open)


def test_every_stored_game_belongs_to_an_exercise() -> None:
    folder = files("cluetree.interfaces.cli") / "exercises"
    stored = {file.name for file in folder.iterdir() if file.name.endswith(".clue")}
    assert stored == {f"{one.game}.clue" for one in COURSE.exercises}


def kept(entry: tuple[str | int, str]) -> tuple[str | int, list[str]]:
    """Return what a translation keeps: minutes or a key, placeholders, numbers and commands."""
    return entry[0], sorted(re.findall(r"{\w+}|\d+|cluetree course", entry[1]))


def cards_in(text: str, exercise: Exercise) -> list[int]:
    """Return the places in the deck of the cards that a text names."""
    words = re.findall(r"\w+", text)
    cards = exercise.book().table.edition.cards
    return [place for place, card in enumerate(cards) if card.name in words]


@pytest.mark.parametrize("language", FOREIGN)
def test_translation_has_the_same_exercises_numbers_and_cards(language: str) -> None:
    translated = course_in(language)
    assert len(translated.objectives) == len(COURSE.objectives)
    assert [*map(kept, translated.plan)] == [*map(kept, COURSE.plan)]
    assert [*map(kept, translated.labels.items())] == [*map(kept, COURSE.labels.items())]
    for one, other in zip(translated.exercises, COURSE.exercises, strict=True):
        for field in ("question", "answer", "text"):
            text, english = getattr(one, field), getattr(other, field)
            assert text != english
            assert cards_in(text, one) == cards_in(english, other), (one.game, field)


@pytest.mark.parametrize(("typed", "is_answered"), [("\n" * 9, True), ("q\n", False)])
def test_exercise_asks_and_then_answers(
    typed: str, *, is_answered: bool, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    out = command("course", "3")
    assert out.startswith(f"3. {COURSE.exercises[2].title}\n{COURSE.exercises[2].question}\n")
    assert (COURSE.exercises[2].answer in out) is is_answered


@pytest.mark.parametrize("language", [ENGLISH, *FOREIGN])
def test_typing_errors_are_answered_in_the_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with speaking(language):
        book = Course.load().exercises[0].book()
        card = min(book.table.edition.weapons, key=len)
        question, denial = t("step.guess_what", guess="?", denial="!")[:5], t("step.without")
        hidden = place_name(ENVELOPE)
        lines = [f"Bob {card}{card[-1]}", f"Bbo {card}", f"Bob wants {card}"]
        lines += [
            f"{name} {word}" for name in ("Bob", hidden) for word in (f"{denial} {card}", card)
        ]
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        assert not quiz(book)
        keys, *answers = capsys.readouterr().out.split(t("step.prompt"))
        assert f"Eve {denial} {card}" in keys
        assert t("step.misspelt", word=f"{card}{card[-1]}", names=card) in answers[0]
        assert t("step.misspelt", word="Bbo", names="Bob") in answers[1]
        assert [question in answer for answer in answers[2:7]] == [True, *(4 * [False])]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["0"], "the exercise must be 1 to 14, got 0"),
        (["15"], "the exercise must be 1 to 14, got 15"),
        (["3", "--print", "kit"], "--print writes all exercises: omit the number"),
    ],
)
def test_wrong_exercise_is_rejected(words: list[str], error: str, command: Command) -> None:
    assert error in command.refused("course", *words)


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
    assert (kit / "teachers.html").read_text("utf-8").count("</svg>") == len(COURSE.exercises)
    assert "<svg" not in (kit / "pupils.html").read_text("utf-8")
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


def test_course_is_in_the_language_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    for name, value in (("LC_ALL", ""), ("LANGUAGE", ""), ("LANG", "de_DE.UTF-8")):
        monkeypatch.setenv(name, value)
    german = course_in("de")
    out = command("course")
    for text in (german.labels["plan"], *german.objectives, *(what for _, what in german.plan)):
        assert text in out
    assert all(f"{n:2} {one.title}" in out for n, one in enumerate(german.exercises, start=1))
    assert "14 Spiele" in command("course", "--print", str(tmp_path))
    assert 'lang="de"' in (tmp_path / "teachers.html").read_text("utf-8")
    teachers = text_of(tmp_path / "teachers.html")
    assert all(one.answer in teachers for one in german.exercises)
    assert "Bob hat Dachboden nicht (die Hand ist voll: 1., 2.)" in teachers
