"""Changes are written to the file so that the same changes are read again."""

import msgspec
import pytest
from hypothesis import given, settings

from cluetree import ClueError, Table
from cluetree.editions import CLUE_US
from cluetree.events import Holds
from cluetree.interfaces.rpc.protocol import RpcError
from cluetree.interfaces.web.history import dumps_change, loads_change
from cluetree.notebook import Change
from tests.strategies import Told, told_anyhow

TABLE = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})


@settings(max_examples=25)
@given(told_anyhow())
def test_every_change_comes_back(told: Told) -> None:
    for at, event in enumerate(told.events):
        for change in (Change(at, (), (event,)), Change(at, (event,), told.events[:1])):
            assert loads_change(dumps_change(change, told.table), told.table) == change


def test_a_change_of_the_set_up_comes_back() -> None:
    other = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 5, "Eve": 7})
    change = Change(0, tables=(TABLE, other))
    assert loads_change(dumps_change(change, TABLE), other) == change


def test_it_says_where_events_gave_way_to_others() -> None:
    holds = Holds("Bob", CLUE_US.card("rope"))
    assert msgspec.json.decode(dumps_change(Change(2, (), (holds,)), TABLE)) == {
        "index": 2,
        "old": [],
        "new": [{"kind": "holds", "player": "Bob", "card": "Rope"}],
    }


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"index": 0}',
        '{"index": 0, "old": [], "new": [{"kind": "holds", "player": "Zoe", "card": "Rope"}]}',
        '{"index": 0, "old": [], "new": [], "tables": [{}, {}]}',
    ],
)
def test_what_is_no_change_is_refused(text: str) -> None:
    with pytest.raises((ClueError, RpcError, msgspec.DecodeError)):
        loads_change(text, TABLE)
