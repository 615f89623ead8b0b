"""Conclusions from a change of the log, and hints at likely slips."""

from pathlib import Path
from typing import Final

import pytest

from cluetree import Notebook, Table
from cluetree.editions import CLUE_US, get_edition
from cluetree.record import loads_clue_event
from cluetree.text import Words
from cluetree.text.changes import change_words, hint_words, what_changed
from cluetree.text.language import speaking

FRIDAY: Final = Notebook.load(Path(__file__).parents[2] / "examples" / "friday.clue")
HAND: Final = ("mustard", "knife", "rope", "hall", "study")
TABLE: Final = Table.set_up(
    CLUE_US, {"Ann": 5, "Bob": 5, "Cid": 4, "Dora": 4}, viewpoint="Ann", hand=HAND
)


def after(*lines: str) -> Notebook:
    book = Notebook(TABLE)
    for line in lines:
        book.tell(loads_clue_event(line, TABLE))
    return book


def test_new_entry_reports_conclusions_and_open_envelopes() -> None:
    book = after("Ann: plum, wrench, library -> Bob shows wrench")
    assert change_words(book).text == "New: Bob has Wrench. Possible answers: 140 → 105."
    with speaking("de"):
        assert change_words(book).text == "Neu: Bob hat Wrench. Mögliche Lösungen: 140 → 105."
    book.tell(loads_clue_event("Bob lacks kitchen", TABLE))
    assert change_words(book).text == "New: Bob does not have Kitchen."
    book.tell(loads_clue_event("Bob lacks kitchen", TABLE))
    assert change_words(book).text == "Nothing new follows yet."
    assert change_words(Notebook(TABLE)) == Words()


def test_undone_entry_reports_lost_conclusions() -> None:
    book = after("Bob holds Plum", "Bob lacks Kitchen")
    book.undo()
    assert change_words(book).text == "1 mark is no longer certain."
    book.undo()
    assert change_words(book).text == (
        "No longer certain: Bob has Plum; 3 more marks. Possible answers: 112 → 140."
    )
    book.redo()
    assert change_words(book).text == "New: Bob has Plum. Possible answers: 140 → 112."


def test_beliefs_before_a_change_need_no_earlier_question() -> None:
    asked, quiet = after(), after()
    line = loads_clue_event("Bob holds Plum", TABLE)
    for book in (asked, quiet):
        if book is asked:
            assert book.beliefs.deals
        book.tell(line)
    assert quiet.beliefs_before == asked.beliefs_before == Notebook(TABLE).beliefs
    assert Notebook(TABLE).beliefs_before is None


def test_many_cards_are_counted_and_the_answer_is_not_repeated() -> None:
    settled = next(n for n in range(len(FRIDAY) + 1) if _first(n).answer)
    words = what_changed(_first(settled - 1).beliefs, _first(settled).beliefs)
    assert "→ 1." in words
    assert "envelope has" not in words
    hands = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
    book = Notebook(hands)
    for card in CLUE_US.cards[:5]:
        book.tell_holds("Bob", card)
    assert "Bob has 5 more cards" in what_changed(Notebook(hands).beliefs, book.beliefs)


def _first(number: int) -> Notebook:
    return Notebook(FRIDAY.table, FRIDAY.events[:number])


def test_impossible_log_or_another_deck_has_no_meaning() -> None:
    german = Table.set_up(get_edition("cluedo-de"), {"Ann": 9, "Bob": 9})
    impossible = after("envelope holds Rope")
    assert what_changed(Notebook(TABLE).beliefs, impossible.beliefs) == ""
    assert what_changed(FRIDAY.beliefs, Notebook(german).beliefs) == ""


def test_impossible_log_names_the_entries_that_contradict_each_other() -> None:
    for lines, words in (
        (["envelope holds Rope"], "entry 1 contradicts the set-up"),
        (["Bob holds Plum", "Bob lacks Plum"], "entries 1 and 2 contradict each other"),
    ):
        book = after(*lines)
        assert change_words(book, book.conflicts().sets).text == words
    assert change_words(after(), ((),)).text == "the set-up contradicts itself"


ASKS: Final = "plum, wrench, library"
WRONG: Final = "Bob accuses plum, wrench, library: wrong"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], ""),
        ([f"Ann: {ASKS} -> nobody"], ""),
        ([f"Ann: {ASKS} -> nobody", "Bob holds Plum"], ""),
        ([f"Ann: {ASKS} -> nobody", f"Ann: {ASKS} -> nobody"], "The same as entry 1?"),
        (["Cid lacks Rope", f"Cid: {ASKS} -> nobody"], ""),  # any player may begin
        ([f"Ann: {ASKS} -> nobody", f"Cid: {ASKS} -> nobody"], "Skipped: Bob."),
        ([f"Ann: {ASKS} -> nobody", f"Dora: {ASKS} -> nobody"], "Skipped: Bob and Cid."),
        (
            [f"Bob: {ASKS} -> nobody", "Bob: green, pipe, lounge -> nobody"],
            "It was Cid\u2019s turn.",
        ),
        (
            ["Bob accuses plum, wrench, library: right", "Cid holds Kitchen"],
            "The game was already over.",
        ),
        (
            ["Bob: green, pipe, lounge -> Cid shows pipe"],
            "Did Ann see that card? If not: “Bob: Green, Pipe, Lounge → Cid shows”.",
        ),
        ([f"Ann: {ASKS} -> Bob shows"], "Ann asked, so Ann saw the card: enter which one it was."),
        ([f"Ann: {ASKS} -> nobody", WRONG, f"Dora: {ASKS} -> nobody"], "Skipped: Cid."),
    ],
)
def test_hint_names_a_likely_slip(lines: list[str], words: str) -> None:
    assert hint_words(after(*lines)).text == words
