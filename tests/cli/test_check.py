"""`cluetree check` and `review`: their JSON, repairs, and what people see."""

import json
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from cluetree import Notebook, Table, editions, record
from cluetree.interfaces.cli import IMPOSSIBLE
from cluetree.interfaces.cli.questions import print_check
from cluetree.operations import OPERATIONS, ask
from tests.cli.conftest import Command
from tests.cli.test_printed import FRIDAY
from tests.exact.data import CONSISTENT, IMPOSSIBLE as IMPOSSIBLE_CASES, Case

MISTAKE = """\
edition  clue-us
players  Ann 6, Bob 6, Eve 6

Bob holds Rope
Eve holds Knife
Eve: Plum, Rope, Hall -> Ann passes, Bob passes
"""
WHOLE = """\
suspects  Plum, Green
weapons   Rope, Knife
rooms     Hall, Study
players   Ann 1, Bob 1, Eve 1
me        Ann
hand      Plum

Bob holds Knife
Eve holds Study
Ann: Green, Rope, Hall -> nobody
"""


def answer(book: Notebook) -> Any:  # noqa: ANN401 -- JSON
    return json.loads(OPERATIONS["check"].json(ask.check(book)))


@pytest.mark.parametrize(
    "case", [*IMPOSSIBLE_CASES, *CONSISTENT[:4]], ids=lambda case: case.path.stem
)
def test_answer_has_the_form_and_its_repairs_fit_the_record(case: Case) -> None:
    book = Notebook.from_record(case.record)
    checked = answer(book)
    assert checked["format"] == "cluetree-check/3"
    assert checked["consistent"] is case.expect.consistent
    assert checked["conflicts"] == (case.expect.minimal_conflicts or [])
    assert bool(checked["repairs"]) is not checked["consistent"]
    assert checked["consistent"] or not checked["suspicious"]
    whole = json.loads(record.dumps_json(book.record))
    for repair in checked["repairs"]:
        events, number = list(whole["events"]), repair["event"]
        replacement = repair["replacement"]
        events[number - 1 : number] = [] if replacement is None else [replacement]
        repaired = Notebook.from_json(json.dumps({**whole, "events": events}))
        assert repaired.beliefs.deals == repair["deals"]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Callable[[Notebook], str]:
    """Return what people see of a check."""

    def show(book: Notebook) -> str:
        print_check(book)
        return capsys.readouterr().out

    return show


def test_impossible_set_up_gets_other_hand_sizes(shown: Callable[[Notebook], str]) -> None:
    book = Notebook(Table.set_up(editions.CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 7}))
    checked = answer(book)
    assert checked["conflicts"] == [[]]
    for repair in checked["repairs"]:
        assert (repair["event"], repair["kind"], repair["replacement"]) == (0, "size", None)
        assert repair["sizes"]
    assert "The set-up itself cannot be true" in shown(book)
    assert "set-up: Eve has 6 cards" in shown(book)


@pytest.fixture
def mistake(tmp_path: Path) -> str:
    path = tmp_path / "mistake.clue"
    path.write_text(MISTAKE, "utf-8")
    return str(path)


@pytest.mark.parametrize("number", [1, 2, 0])
def test_repair_is_applied_in_another_file(
    number: int, mistake: str, tmp_path: Path, command: Command
) -> None:
    book, repaired = Notebook.load(mistake), tmp_path / "repaired.clue"
    repairs = book.repairs().found
    number = number or len(repairs)
    output = ("--apply", str(number), "--output", str(repaired))
    command("check", mistake, *output, status=IMPOSSIBLE)
    book.repair(repairs[number - 1])
    assert Notebook.load(repaired) == book
    assert Path(mistake).read_text("utf-8") == MISTAKE


@pytest.mark.parametrize(
    ("path", "words", "message"),
    [
        ("mistake.clue", "--apply 1", "--apply NUMBER and --output FILE must be given together"),
        ("mistake.clue", "--output it.clue", "--apply NUMBER and --output FILE must be"),
        ("mistake.clue", "--apply 0 --output it.clue", "unknown repair 0; "),
        (str(FRIDAY), "--apply 1 --output it.clue", "unknown repair 1; there are 0"),
    ],
)
def test_unknown_repair_is_rejected(
    path: str, words: str, message: str, mistake: str, command: Command
) -> None:
    with chdir(Path(mistake).parent):
        command("check", path, *words.split(), status=2)
        assert message in command.err
        assert not Path("it.clue").exists()


def test_names_are_never_read_as_markup(shown: Callable[[Notebook], str]) -> None:
    book = Notebook(Table.set_up(editions.CLUE_US, {"[red]Ann[/red]": 9, "[b]": 9}))
    book.holds("[b]", "rope")
    book.lacks("[b]", "rope")
    assert "it should read “[b] lacks Rope”" in shown(book)
    assert "it should read “[red]Ann[/red] holds Rope”" in shown(book)


def test_review_with_the_deal_names_false_entries(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "game.clue"
    path.write_text(WHOLE, "utf-8")
    for deal, untrue in (("Bob: Knife; Eve: Study", []), ("Bob: Knife; Eve: Hall", ["2:", "3:"])):
        lines = command("review", str(path), "--deal", deal).splitlines()
        assert [line.split()[2] for line in lines if "untrue" in line] == untrue
    for deal in ("Knife", "Bob: Knife; Bob: Plum", "Bob: Knife", "Zoe: Knife"):
        command.refused("review", str(path), "--deal", deal)
    path.write_text(f"{WHOLE}Bob lacks Knife\n", "utf-8")
    command("review", str(path), status=IMPOSSIBLE)
