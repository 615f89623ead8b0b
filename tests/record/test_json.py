"""The JSON form, field by field."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from cluetree.editions import CLUE_US
from cluetree.errors import RecordError, UnknownCardError
from cluetree.events import Holds, Suggestion
from cluetree.record import (
    Record,
    dumps_clue,
    dumps_clue_event,
    dumps_json,
    dumps_json_event,
    json_schema,
    loads,
    loads_clue,
    loads_clue_events,
    loads_json,
    loads_json_event,
)
from cluetree.table import Table
from cluetree.text.events import brief
from tests.record.samples import SAMPLE, TABLE

Fields: TypeAlias = Mapping[str, object]

SMALLEST: Fields = {
    "format": "cluetree/1",
    "edition": "clue-us",
    "players": [{"name": "Ann", "hand_size": 9}, {"name": "Bob", "hand_size": None}],
}


def read(*events: Fields, **fields: object) -> Record:
    return loads_json(json.dumps({**SMALLEST, **fields, "events": events}))


def test_missing_passes_differ_from_empty_passes() -> None:
    cards = ["Plum", "Rope", "Hall"]
    event: Fields = {"kind": "suggestion", "by": "Ann", "cards": cards, "shows": []}
    record = read(event, {**event, "passed": None}, {**event, "passed": []})
    suggestions = [event for event in record.events if isinstance(event, Suggestion)]
    assert [suggestion.passed for suggestion in suggestions] == [None, None, ()]
    assert ["passed" in line for line in dumps_json(record).splitlines()[15:18]] == [
        False,
        False,
        True,
    ]


def test_changed_deck_is_not_written_by_its_id() -> None:
    changed = replace(CLUE_US, aliases={"Rope": ("String",)})
    read_back = loads_json(dumps_json(Record(Table.set_up(changed, {"Ann": 9, "Bob": 9}))))
    assert read_back.table.edition == replace(changed, id=None)


def test_error_has_path_and_candidates() -> None:
    with pytest.raises(RecordError) as caught:
        read({"kind": "holds", "player": "Ann", "card": "Roap"})
    error = caught.value
    assert (error.path, error.line, error.column) == ("$.events[0].card", None, None)
    assert isinstance(error.__cause__, UnknownCardError)
    assert error.__cause__.candidates == ("Rope",)


@pytest.mark.parametrize("depth", [900, 100_000])
@pytest.mark.parametrize("inside", ["", '"format": ', '"format": "cluetree/1", "title": '])
def test_deep_nesting_is_an_error(depth: int, inside: str) -> None:
    deep = "[" * depth + "]" * depth
    with pytest.raises(RecordError):
        loads_json(f"{{{inside}{deep}}}" if inside else deep)


def test_unreadable_record_is_not_written() -> None:
    stranger = Record(TABLE, (*SAMPLE.events, Holds("Zoe", CLUE_US.card("rope"))))
    with pytest.raises(RecordError, match=r"<record>: \$\.events\[7\]: unknown player 'Zoe'"):
        dumps_json(stranger)
    with pytest.raises(RecordError, match=r"\$\.title: not Unicode text"):
        dumps_json(Record(TABLE, title="\ud83d"))
    with pytest.raises(RecordError, match=r"\$\.players\[1\]\.hand_size: a hand size must be"):
        dumps_json(Record(Table.set_up(CLUE_US, {"Ann": 9, "Bob": 10**6})))


def test_schema_is_published() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "record.md"
    *_, after = page.read_text(encoding="utf-8").split("## Schema")
    published = after.split("```json\n")[1].split("```")[0]
    assert json.loads(published) == json_schema()


def test_table_of_what_happens_has_the_lines_and_their_sentences() -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "enter-a-game.md"
    text = page.read_text(encoding="utf-8")
    game = loads_clue(text.partition(":caption: saturday.clue\n")[2].partition("```")[0])
    rows = re.findall(r"^\| .* \| `(.*)` \| (.*) \|$", text, re.MULTILINE)
    for line, words in rows:
        told = loads_clue_events(line, game.table, after=game.events)
        said = ", ".join(brief(event, game.table.edition) for event in told)
        assert re.fullmatch(re.escape(words).replace(r"\.\.\.", ".*"), said)
    assert len(rows) == 19


def test_single_events_are_written_as_in_a_record() -> None:
    events = json.loads(dumps_json(SAMPLE))["events"]
    assert [json.loads(dumps_json_event(event, TABLE)) for event in SAMPLE.events] == events
    lines = [dumps_clue_event(event, TABLE) for event in SAMPLE.events]
    assert dumps_clue(SAMPLE).endswith("\n\n" + "\n".join(lines) + "\n")
    assert dumps_clue_event(Holds(" BOB ", CLUE_US.card("rope")), TABLE) == "Bob holds Rope"
    with pytest.raises(RecordError, match="Zed"):
        dumps_clue_event(Holds("Zed", CLUE_US.card("rope")), TABLE)


@pytest.mark.parametrize(
    ("event", "path", "reason"),
    [
        ({"kind": "holds", "player": "Zoe", "card": "Rope"}, "$.player", "unknown player 'Zoe'"),
        (
            {"kind": "suggestion", "by": "Bob", "cards": ["plum", "rope"], "shows": [{"who": 1}]},
            "$.shows[0]",
            "valid fields are by, card",
        ),
        (
            {"kind": "holds", "player": "Bob", "card": "Rope", "x` - at `$.y": 1},
            "$.y",  # as the message of the decoder cannot be told apart
            "unknown field 'x'",
        ),
    ],
)
def test_error_path_is_relative_to_the_event(event: Fields, path: str, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads_json_event(json.dumps(event), TABLE)
    assert caught.value.path == path
    assert reason in caught.value.reason


def test_format_is_recognised() -> None:
    for text in (dumps_json(SAMPLE), "\ufeff" + dumps_json(SAMPLE), dumps_clue(SAMPLE)):
        assert loads(text) == loads(text.encode()) == SAMPLE
