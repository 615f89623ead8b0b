"""Histories: a notebook can adopt the history of another one with the same log."""

from cluetree import (
    Holds,
    Lacks,
    Notebook,
    Table,
)
from cluetree.editions import CLUE_US
from cluetree.record import Record

TABLE = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
EVENTS = [Holds("Bob", card) for card in CLUE_US.cards[:4]]
OTHER = Lacks("Bob", CLUE_US.cards[9])


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
