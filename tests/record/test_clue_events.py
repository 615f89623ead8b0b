"""One event as one line: read, written, and rejected with a reason."""

import pytest

from cluetree.editions import CLUE_US
from cluetree.errors import RecordError
from cluetree.events import Holds
from cluetree.record import dumps_clue_event, loads_clue_event
from cluetree.table import Table
from tests.record.samples import THREE as TABLE


def test_byte_order_mark_in_a_line_belongs_to_the_name() -> None:
    table = Table.set_up(CLUE_US, {"\ufeffAnn": 9, "Ann": 9})
    told = Holds("\ufeffAnn", CLUE_US.cards[0])
    assert loads_clue_event(dumps_clue_event(told, table), table) == told


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("Bob: Plum, Rop, Hall -> Zoe shows", 25, "unknown player 'Zoe'"),
        ("Bob holds k", 11, "did you mean Knife or Kitchen?"),
        ("", 1, "expected an event"),
        ("   # a comment", 1, "expected an event"),
        ("answering all", 1, "belongs to the set-up"),
        ("Bob holds Rope\nEve holds Hall", 1, "expected one event"),
    ],
)
def test_invalid_line_has_column_and_reason(text: str, column: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads_clue_event(text, TABLE)
    assert caught.value.column == column
    assert reason in caught.value.reason


def test_set_up_keyword_may_be_a_player() -> None:
    """As in a record: `me` opens a line of the set-up, unless somebody's name begins so."""
    table = Table.set_up(CLUE_US, {"Meg": 9, "Bob": 9})
    assert str(loads_clue_event("me: plum, rope, hall -> Bob shows", table)).startswith(
        "Meg suggests"
    )
    nobody = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
    with pytest.raises(RecordError, match="belongs to the set-up"):
        loads_clue_event("me: plum, rope, hall -> Bob shows", nobody)
