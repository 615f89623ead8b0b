"""Any input gives a record or a `RecordError` of one line."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import reduce
from operator import getitem
from typing import TypeAlias

from hypothesis import given, strategies as st

from cluetree.errors import RecordError
from cluetree.record import Record, dumps_clue, dumps_json, loads_clue, loads_json
from tests.damage import json_paths, json_values
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


@st.composite
def _mutated(draw: st.DrawFn, text: str) -> str:
    """A valid text, cut and patched in a few places."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.integers(0, 12)))
        text = text[:start] + draw(_PIECES) + text[stop:]
    return text


_VALUES = json_values(["Bob", "Rope", "envelope", "first", "holds", "clue-us", "", "cluetree/1"])
_SPOTS = st.sampled_from(list(json_paths(json.loads(SAMPLE_JSON))))


@st.composite
def _with_another_value(draw: st.DrawFn) -> str:
    """The sample as JSON, one value of it replaced, or standing where another stood."""
    raw = json.loads(SAMPLE_JSON)
    moved = reduce(getitem, draw(_SPOTS), raw)
    *path, key = draw(_SPOTS)
    holder = reduce(getitem, path, raw)
    holder[key] = draw(_VALUES | st.just(deepcopy(moved)))
    return json.dumps(raw)


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


@given(_mutated(SAMPLE_CLUE))
def test_mutated_text(text: str) -> None:
    _reads_or_explains(loads_clue, text)


@given(_mutated(SAMPLE_JSON))
def test_mutated_json(text: str) -> None:
    _reads_or_explains(loads_json, text)


@given(_with_another_value())
def test_json_with_another_value(text: str) -> None:
    _reads_or_explains(loads_json, text)


@given(st.text() | st.binary())
def test_arbitrary_input(text: str | bytes) -> None:
    _reads_or_explains(loads_clue, text)
    _reads_or_explains(loads_json, text)
