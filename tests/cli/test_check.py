"""What `cluetree check` answers in JSON, to the letter, and what it shows to people."""

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from cluetree import Notebook, Table, editions, record
from cluetree.interfaces.cli import common
from cluetree.interfaces.cli.main import main
from cluetree.interfaces.cli.questions import show_check
from cluetree.operations import ask
from cluetree.operations.registry import document, encode
from tests.exact.data import CONSISTENT, IMPOSSIBLE, Case


class RepairAnswer(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    event: int
    kind: str
    replacement: msgspec.Raw
    line: str | None
    deals: int
    chance: float
    sizes: dict[str, int] | None = None
    candidates: list[msgspec.Raw] = []


class SuspicionAnswer(msgspec.Struct, forbid_unknown_fields=True):
    event: int
    score: float
    replacement: msgspec.Raw
    line: str
    deals: int
    others: int
    repaired: int


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """The form `cluetree-check/2`: nothing missing, nothing more."""

    format: str
    consistent: bool
    conflicts: list[list[int]]
    repairs: list[RepairAnswer]
    suspicious: list[SuspicionAnswer]
    complete: bool


def answer(book: Notebook) -> Answer:
    return msgspec.json.decode(
        encode(document(ask.check(book), format="cluetree-check/2")), type=Answer
    )


def notebook(case: Case) -> Notebook:
    return Notebook.from_record(case.record)


@pytest.mark.parametrize("case", [*IMPOSSIBLE, *CONSISTENT[:4]], ids=lambda case: case.path.stem)
def test_answer_has_the_form(case: Case) -> None:
    checked = answer(notebook(case))
    assert checked.format == "cluetree-check/2"
    assert checked.consistent is case.expect.consistent
    assert checked.conflicts == (case.expect.minimal_conflicts or [])
    if checked.consistent:
        assert checked.repairs == []
    else:
        assert checked.repairs
        assert checked.suspicious == []


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.path.stem)
def test_replacement_stands_in_the_record_as_it_is(case: Case) -> None:
    book = notebook(case)
    whole = json.loads(record.dumps_json(book.record))
    for repair in answer(book).repairs:
        events = list(whole["events"])
        replacement = json.loads(bytes(repair.replacement))
        events[repair.event - 1 : repair.event] = [] if replacement is None else [replacement]
        repaired = Notebook.from_json(json.dumps({**whole, "events": events}))
        assert repaired.beliefs.deals == repair.deals


def test_hand_sizes_are_changed_in_words() -> None:
    sizes = {"Ann": 6, "Bob": 6, "Eve": 7}
    checked = answer(Notebook(Table.set_up(editions.CLUE_US, sizes)))
    assert checked.conflicts == [[]]
    assert checked.repairs
    for repair in checked.repairs:
        assert repair.event == 0
        assert bytes(repair.replacement) == b"null"
        assert repair.kind == "size"
        assert repair.sizes


def shown(book: Notebook, capsys: pytest.CaptureFixture[str]) -> str:
    show_check(book)
    return capsys.readouterr().out


MISTAKE = """\
edition  clue-us
players  Ann 6, Bob 6, Eve 6

Bob holds Rope
Eve holds Knife
Eve: Plum, Rope, Hall -> Ann passes, Bob passes
"""


TWICE = MISTAKE + "Bob lacks Rope\nEve lacks Knife\n"


@pytest.fixture
def mistake(tmp_path: Path) -> str:
    path = tmp_path / "mistake.clue"
    path.write_text(MISTAKE, "utf-8")
    return str(path)


@pytest.mark.parametrize("number", [1, 2, 0])
def test_the_repair_of_a_number_is_made_in_another_file(
    number: int, mistake: str, tmp_path: Path
) -> None:
    book, repaired = Notebook.load(mistake), tmp_path / "repaired.clue"
    found = book.repairs().found
    number = number or len(found)
    assert (
        main(["check", mistake, "--apply", str(number), "--output", str(repaired)])
        == common.IMPOSSIBLE
    )
    book.repair(found[number - 1])
    assert Notebook.load(repaired) == book
    assert Path(mistake).read_text("utf-8") == MISTAKE


@pytest.mark.parametrize(
    "words",
    [
        ("--apply", "1"),
        ("--output", "it.clue"),
        *((*("--apply", n), "--output", "it.clue") for n in ("0", "99")),
    ],
)
def test_a_repair_that_is_not_there_is_not_made(
    words: tuple[str, ...], mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", mistake, *words]) == common.UNREADABLE
    assert not Path("it.clue").exists()


def test_a_set_up_that_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = {"Ann": 6, "Bob": 6, "Eve": 7}
    text = shown(Notebook(Table.set_up(editions.CLUE_US, sizes)), capsys)
    assert "The set-up itself cannot be true" in text
    assert "set-up: Eve has 6 cards" in text


def test_a_log_wrong_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert "No change of one entry fixes it" in shown(Notebook.from_clue(TWICE), capsys)


@pytest.mark.parametrize(
    ("log", "complete", "said"),
    [
        (MISTAKE, True, ""),
        (MISTAKE, False, "There may be more repairs"),
        (TWICE, True, "No change of one entry fixes it"),
        (TWICE, False, "No repair of one entry was found in time"),
    ],
)
def test_whether_all_changes_were_tried_is_said_in_one_line(
    log: str,
    complete: bool,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = Notebook.from_clue(log)
    found = replace(book.repairs(), complete=complete)
    monkeypatch.setattr(Notebook, "repairs", lambda _: found)
    text = shown(book, capsys)
    ways = ("There may be more", "No change of one entry", "No repair of one entry")
    lines = [line for line in text.splitlines() if line.startswith(ways)]
    assert len(lines) == bool(said)
    assert all(line.startswith(said) for line in lines)


def test_a_suspicious_entry_is_shown_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    (case,) = (case for case in CONSISTENT if case.path.stem == "leijurv_archive6_as_logged")
    text = shown(notebook(case), capsys)
    assert "25 E lacks Patio" in text
    assert "by 2.0 bits: 8 of the 37 deals that fit all other events fit this one too" in text


def test_names_are_never_read_as_markup(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table.set_up(editions.CLUE_US, {"[red]Ann[/red]": 9, "[b]": 9})
    book = Notebook(table)
    book.holds("[b]", "rope")
    book.lacks("[b]", "rope")
    text = shown(book, capsys)
    assert "it should read “[b] lacks Rope”" in text
    assert "it should read “[red]Ann[/red] holds Rope”" in text
