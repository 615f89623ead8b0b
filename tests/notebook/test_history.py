"""Histories: a notebook can adopt the history of another one with the same log."""

from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from cluetree import (
    Accusation,
    Holds,
    InvalidEventError,
    InvalidTableError,
    Lacks,
    Notebook,
    Suggestion,
    Table,
)
from cluetree.editions import CLUE_US
from cluetree.notebook import Change, History
from cluetree.record import Record

TABLE = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
EVENTS = [Holds("Bob", card) for card in CLUE_US.cards[:4]]
OTHER = Lacks("Bob", CLUE_US.cards[9])


def states(book: Notebook, step: Callable[[], bool]) -> list[object]:
    """All logs on the way to the last undo or redo."""
    found: list[object] = []
    while step():
        found.append((book.table, book.events))
    return found


@given(st.data())
def test_history_is_adopted(data: st.DataObject) -> None:
    book = Notebook(TABLE)
    for _ in range(data.draw(st.integers(0, 8))):
        what = data.draw(st.sampled_from(("insert", "edit", "delete", "undo", "redo")))
        event = data.draw(st.sampled_from(EVENTS))
        if what == "insert":
            book.insert(data.draw(st.integers(1, len(book) + 1)), event)
        elif what in {"undo", "redo"}:
            _ = book.undo() if what == "undo" else book.redo()
        elif len(book) and what == "edit":
            book.edit(data.draw(st.integers(1, len(book))), event)
        elif len(book):
            book.delete(data.draw(st.integers(1, len(book))))
    other = Notebook(book.table, book.events)
    other.take_history(book.history)
    assert other.history == book.history
    for step, other_step in ((book.redo, other.redo), (book.undo, other.undo)):
        assert states(other, other_step) == states(book, step)
    assert other.beliefs == book.beliefs


def test_change_of_the_set_up_is_adopted() -> None:
    book = Notebook(Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 7}))
    book.repair(book.repairs().found[0])
    other = Notebook(book.table)
    other.take_history(book.history)
    assert other.undo()
    assert [player.hand_size for player in other.table.players] == [6, 6, 7]


def test_new_seats_keep_the_log() -> None:
    book = Notebook(TABLE)
    asked = Suggestion("Ann", CLUE_US.guess("plum", "rope", "hall"), ["Eve"], passed=["Bob"])
    for event in (asked, Accusation("Eve", asked.guess), EVENTS[0]):
        book.tell(event)
    book.reseat(Table.set_up(CLUE_US, {"Ann": 6, "Rob": 5, "Eve": 7}))
    assert [str(event).replace("Rob", "Bob") for event in book.events] == [
        str(event) for event in (asked, Accusation("Eve", asked.guess), EVENTS[0])
    ]
    with pytest.raises(InvalidTableError, match=r"Rob must keep a seat.*: 1, 3"):
        book.reseat(Table.set_up(CLUE_US, {"Ann": 9, "Eve": 9}))
    assert book.undo()
    assert book.table == TABLE


@pytest.mark.parametrize(
    "history",
    [
        History((Change(0, (), (OTHER,)),), 1),  # that event is not there
        History((Change(0, (OTHER,), ()),), 0),
        History((Change(7, (), (OTHER,)),), 0),
        History((Change(-1, (), (OTHER,)),), 0),
        History((Change(0, (), tuple(EVENTS)), Change(1, (), (EVENTS[1],))), 2),
        History((Change(0, tables=(TABLE, Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9}))),), 1),
    ],
)
def test_history_of_another_log_is_rejected(history: History) -> None:
    book = Notebook(TABLE)
    for event in EVENTS[:2]:
        book.tell(event)
    with pytest.raises(InvalidEventError, match="do not lead to this log"):
        book.take_history(history)
    assert book.undo()
    assert book.events == tuple(EVENTS[:1])


def test_tables_before_each_change() -> None:
    """Covers applied and undone changes."""
    small, large = (Table.set_up(CLUE_US, {"Ann": n, "Bob": n}) for n in (8, 9))
    changes = (
        Change(0, (), (OTHER,)),
        Change(0, tables=(TABLE, small)),
        Change(1, (), (EVENTS[0],)),
        Change(0, tables=(small, large)),
        Change(1, (EVENTS[0],), ()),
    )
    at = (TABLE, TABLE, small, small, large, large)
    for done in range(len(changes) + 1):
        assert History(changes, done).tables(at[done]) == at[: len(changes)]


def test_set_up_replaces_the_log_and_is_undone() -> None:
    book = Notebook(TABLE, EVENTS[:2], title="Friday")
    other = Table.set_up(CLUE_US, {"Ann": 6, "Bea": 6, "Eve": 6})
    log = (Holds("Bea", CLUE_US.cards[0]),)
    book.set_up(Record(other, log, title="Sunday"))
    assert (book.table, book.events, book.title) == (other, log, "Sunday")
    assert book.undo()
    assert (book.table, book.events) == (TABLE, tuple(EVENTS[:2]))
    assert book.redo()
    assert (book.table, book.events) == (other, log)
