"""Lines that are being typed: what they say so far, and drafts as lines."""

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from cluetree import Notebook, Table
from cluetree.editions import CLUE_US
from cluetree.operations.log import Draft, parse, spell
from cluetree.record import Record, dumps_clue_event, dumps_json_event, loads_json_event
from tests.record.strategies import records

BOOK = Notebook(
    Table.set_up(
        CLUE_US,
        {"Ann": 6, "Bob": 6, "Mina": 6, "Max Planck": None},
        viewpoint="Ann",
        hand=("plum", "green", "rope", "knife", "hall", "study"),
    )
)
CARDS = ["Professor Plum", "Rope", "Hall"]


def said(line: str, book: Notebook = BOOK) -> dict[str, object]:
    found: dict[str, object] = msgspec.to_builtins(parse(book, line=line).event)
    return found


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("", {}),
        ("m: plum", {}),  # Mina or Max
        ("e holds rope", {}),  # the envelope is not shortened
        ("envelope: plum", {}),
        ("envelope lacks rop", {"kind": "lacks", "player": "envelope", "card": "Rope"}),
        ("max planck accuses", {"kind": "accusation", "by": "Max Planck", "cards": [None] * 3}),
        ("bob holds", {"kind": "holds", "player": "Bob"}),
        ("bob holds one of pl, x", {"kind": "holds_one_of", "player": "Bob", "cards": CARDS[:1]}),
        ("b: rope, pl", {"kind": "suggestion", "by": "Bob", "cards": [*CARDS[:2], None]}),
        ("b: roope, hall", {"kind": "suggestion", "by": "Bob", "cards": [None, None, "Hall"]}),
    ],
)
def test_unfinished_line_is_parsed_in_part(line: str, event: dict[str, object]) -> None:
    found = parse(BOOK, line=line)
    assert msgspec.to_builtins(found.event) == event
    assert (found.error is None) == (line == "envelope lacks rop")


def test_error_has_its_column() -> None:
    found = parse(BOOK, line="bob: plum, roope, hall -> nobody")
    assert found.error == "unknown card 'roope': did you mean Rope?"
    assert found.column == 12


def test_parts_of_a_line_have_roles() -> None:
    line = 'max planck: plum, "Rope" → nobody passes'
    parts = [(line[part.start : part.stop], part.role) for part in parse(BOOK, line=line).parts]
    assert parts == [
        ("max planck", "player"),
        (":", "sign"),
        ("plum", "card"),
        (",", "sign"),
        ('"Rope"', "card"),
        ("→", "sign"),
        ("nobody", "keyword"),
        ("passes", "keyword"),
    ]


def test_implied_passes_are_omitted() -> None:
    assert "passed" not in said("bob: plum, rope, hall -> mina passes, max planck shows")
    assert said("bob: plum, rope, hall -> ann passes, mina shows")["passed"] == ["Ann"]


@settings(max_examples=12)
@given(records())
def test_whole_line_gives_its_event(record: Record) -> None:
    book = Notebook(record.table)
    for event in record.events:
        found = parse(book, line=dumps_clue_event(event, record.table))
        assert found.error is None
        text = msgspec.json.encode(found.event)
        read = loads_json_event(text, record.table)
        assert read.infos(record.table) == event.infos(record.table)
        assert parse(book, line=spell(book, event=found.event).line).event == found.event
        assert dumps_json_event(read, record.table)


@pytest.mark.parametrize(
    ("draft", "line"),
    [
        (Draft(), ""),
        (Draft(kind="suggestion", by="Bob", cards=[None] * 3), "Bob:"),
        (Draft(kind="suggestion", by="Bob", cards=[*CARDS[:1], None, "Hall"]), "Bob: Plum, Hall"),
        (
            Draft(kind="suggestion", by="Bob", cards=CARDS, shows=[]),
            "Bob: Plum, Rope, Hall -> nobody",
        ),
        (Draft(kind="accusation", by="Bob", cards=[None] * 3), "Bob accuses"),
        (Draft(kind="accusation", by="Bob", cards=CARDS), "Bob accuses Plum, Rope, Hall"),
        (Draft(kind="holds_one_of", player="Bob", cards=[]), "Bob holds one of"),
        (Draft(kind="holds", player="Bob"), "Bob holds"),
    ],
)
def test_draft_is_written_in_part(draft: Draft, line: str) -> None:
    assert spell(BOOK, event=draft).line == line


@given(
    st.text(max_size=12),
    st.sampled_from(["", "Bob: plum, ", "Bob holds ", "Bob: plum, rope, hall -> "]),
)
def test_any_line_is_parsed(text: str, start: str) -> None:
    found = parse(BOOK, line=start + text)
    assert (found.error is None) == (found.column is None)
