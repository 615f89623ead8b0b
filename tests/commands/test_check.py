"""What `cluetree check` answers in JSON, to the letter, and what it shows to people."""

import json

import msgspec
import pytest

from cluetree import Notebook, Table, editions, record
from cluetree.faces.commands.check import show_check
from cluetree.faces.forms.checking import CheckForm
from cluetree.faces.forms.parts import to_json
from tests.exact.data import CASES, CONSISTENT, IMPOSSIBLE, Case


class RepairAnswer(msgspec.Struct, forbid_unknown_fields=True):
    event: int
    change: str
    replacement: msgspec.Raw
    deals: int


class SuspicionAnswer(msgspec.Struct, forbid_unknown_fields=True):
    event: int
    score: float
    why: str
    replacement: msgspec.Raw


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """The form `cluetree-check/1`: nothing missing, nothing more."""

    format: str
    consistent: bool
    conflicts: list[list[int]]
    repairs: list[RepairAnswer]
    suspicious: list[SuspicionAnswer]


def answer(book: Notebook) -> Answer:
    return msgspec.json.decode(to_json(CheckForm.of(book)), type=Answer)


def notebook(case: Case) -> Notebook:
    return Notebook.from_record(case.record)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
def test_answer_has_the_form(case: Case) -> None:
    checked = answer(notebook(case))
    assert checked.format == "cluetree-check/1"
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
        mended = Notebook.from_json(json.dumps({**whole, "events": events}))
        assert mended.beliefs.deals == repair.deals


def test_hand_sizes_are_changed_in_words() -> None:
    sizes = {"Ann": 6, "Bob": 6, "Eve": 7}
    checked = answer(Notebook(Table.set_up(editions.CLUE_US, sizes)))
    assert checked.conflicts == [[]]
    assert checked.repairs
    for repair in checked.repairs:
        assert repair.event == 0
        assert bytes(repair.replacement) == b"null"
        assert "hand size is" in repair.change


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


def test_a_clash_is_shown_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(Notebook.from_clue(MISTAKE), capsys)
    assert "This cannot all be true:" in text
    assert "  event 1: Bob holds Rope\n" in text
    assert "  event 3: Eve suggests Professor Plum, Rope, Hall: Ann passes, Bob passes\n" in text
    assert "event 2" not in text
    assert "event 3  Bob showed, not passed" in text


def test_a_set_up_that_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = {"Ann": 6, "Bob": 6, "Eve": 7}
    text = shown(Notebook(Table.set_up(editions.CLUE_US, sizes)), capsys)
    assert "The set-up itself cannot be true" in text
    assert "set-up  Eve's hand size is 6, not 7" in text


def test_a_log_wrong_twice(capsys: pytest.CaptureFixture[str]) -> None:
    twice = MISTAKE + "Bob lacks Rope\nEve lacks Knife\n"
    assert "No change of one entry mends it" in shown(Notebook.from_clue(twice), capsys)


def test_a_possible_log_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(Notebook(Table.set_up(editions.CLUE_US, {"Ann": 9, "Bob": 9})), capsys)
    assert "All of this can be true" in text
    assert "No entry stands out." in text


def test_a_suspicious_entry_is_shown_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    (case,) = (case for case in CONSISTENT if case.path.stem == "leijurv_archive6_as_logged")
    text = shown(notebook(case), capsys)
    assert "  event 25: E lacks Patio\n" in text
    assert "by 2.0 bits: 8 of the 37 deals that fit all other events fit this one too" in text


def test_names_are_never_read_as_markup(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table.set_up(editions.CLUE_US, {"[red]Ann[/red]": 9, "[b]": 9})
    book = Notebook(table)
    book.holds("[b]", "rope")
    book.lacks("[b]", "rope")
    text = shown(book, capsys)
    assert "[b] lacks Rope, not holds" in text
    assert "[red]Ann[/red] holds Rope, not [b]" in text
