"""Any input gives a record or a `RecordError` of one line."""

import json
from collections.abc import Callable
from typing import TypeAlias

from hypothesis import given, strategies as st

from cluetree.errors import RecordError
from cluetree.record import Record, dumps_clue, dumps_json, loads_clue, loads_json
from tests.damage import damaged, json_values, with_another_value
from tests.record.samples import SAMPLE_CLUE, SAMPLE_JSON

Loads: TypeAlias = Callable[[str | bytes], Record]

# Pieces that mean something in one of the spellings.
_PIECES = st.sampled_from(
    [
        *("->", ",", ": ", '"', "#", "\n", "\r", "nobody", "passes", "shows", "holds", "one of"),
        *("title", "face_up", "players", "weapons", "me", "Bob", "Rope", "?", "6", "right", "\\"),
        *("{", "}", "[", "]", "null", "true", "NaN", "-1", "1e999", "\\ud800", "\0", "\ufeff"),
        *('"passed": null', '"kind": "holds"', '"shows"', '"card"', "9" * 5000, "[" * 2000),
    ]
) | st.text(max_size=5)


_VALUES = json_values(["Bob", "Rope", "envelope", "first", "holds", "clue-us", "", "cluetree/1"])


def _reads_or_explains(loads: Loads, text: str | bytes) -> None:
    try:
        record = loads(text)
    except RecordError as error:
        trouble = error
    else:
        assert loads_clue(dumps_clue(record)) == record
        assert loads_json(dumps_json(record)) == record
        return
    assert len(str(trouble).splitlines()) == 1
    assert trouble.reason


@given(damaged(SAMPLE_CLUE, _PIECES))
def test_mutated_text(text: str) -> None:
    _reads_or_explains(loads_clue, text)


@given(damaged(SAMPLE_JSON, _PIECES))
def test_mutated_json(text: str) -> None:
    _reads_or_explains(loads_json, text)


@given(with_another_value(json.loads(SAMPLE_JSON), _VALUES))
def test_json_with_another_value(text: str) -> None:
    _reads_or_explains(loads_json, text)


@given(st.text() | st.binary())
def test_arbitrary_input(text: str | bytes) -> None:
    _reads_or_explains(loads_clue, text)
    _reads_or_explains(loads_json, text)
