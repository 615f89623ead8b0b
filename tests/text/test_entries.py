"""One event as one typed line: what is written reads back, what cannot be read says why."""

import pytest
from hypothesis import given, settings

from cluetree.editions import CLUE_US
from cluetree.errors import RecordError
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
from cluetree.record import Record
from cluetree.table import ENVELOPE, Table
from cluetree.text.entries import (
    read_event,
    spellings,
    spoken,
    write_event,
)
from cluetree.text.telling import brief
from tests.record.strategies import records

TABLE = Table.set_up(
    CLUE_US,
    {"Ann": 6, "Bob": 6, "Eve": 6},
    viewpoint="Ann",
    hand=("plum", "green", "rope", "knife", "hall", "study"),
)


@given(records())
def test_what_is_written_reads_back(record: Record) -> None:
    for event in record.events:
        line = write_event(event, record.table)
        assert "\n" not in line
        assert write_event(read_event(line, record.table), record.table) == line


def test_a_line_is_no_file_and_begins_with_no_mark() -> None:
    table = Table.set_up(CLUE_US, {"\ufeffAnn": 9, "Ann": 9})
    told = Holds("\ufeffAnn", CLUE_US.cards[0])
    assert read_event(write_event(told, table), table) == told


@settings(max_examples=12)
@given(records())
def test_every_name_is_spelled_so_that_it_reads_back(record: Record) -> None:
    table, spelled = record.table, spellings(record.table)
    assert list(spelled.cards) == list(table.edition.cards)
    assert list(spelled.holders) == [*table.names, ENVELOPE.name]
    for card, word in spelled.cards.items():
        assert read_event(f"envelope holds {word}", table) == Holds("envelope", card)
    card, word = next(iter(spelled.cards.items()))
    for holder, name in spelled.holders.items():
        assert read_event(f"{name} holds {word}", table) == Holds(holder, card)


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("Bob: Plum, Rop, Hall -> Zoe shows", 25, "unknown player 'Zoe'"),
        ("Bob holds k", 11, "did you mean Knife or Kitchen?"),
        ("Bob has Rope", 5, "after the name comes"),
        ("", 1, "nothing is told"),
        ("   # a comment", 1, "nothing is told"),
        ("title Friday", 1, "belongs to the set-up"),
        ("hand Rope", 1, "belongs to the set-up"),
        ("answering all", 1, "belongs to the set-up"),
        ("Bob holds Rope\nEve holds Hall", 1, "one event at a time"),
        ("Bob: Plum, Rope, Hall -> Bob shows", 1, "cannot answer their own"),
    ],
)
def test_what_cannot_be_read_says_where_and_why(text: str, column: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_event(text, TABLE)
    assert caught.value.column == column
    assert reason in caught.value.reason


def test_a_header_s_word_may_be_a_player() -> None:
    """As in a record: `me` opens a line of the set-up, unless somebody's name begins so."""
    table = Table.set_up(CLUE_US, {"Meg": 9, "Bob": 9})
    assert str(read_event("me: plum, rope, hall -> Bob shows", table)).startswith("Meg suggests")
    with pytest.raises(RecordError, match="belongs to the set-up"):
        read_event("me: plum, rope, hall -> Bob shows", TABLE)


def test_a_name_as_spoken_still_means_the_card() -> None:
    for card in CLUE_US.cards:
        assert CLUE_US.card(spoken(card, CLUE_US)) == card


def test_in_brief_nobody_who_did_something_is_left_out() -> None:
    guess = CLUE_US.guess("plum", "rope", "hall")

    def told(*shows: Show, passed: tuple[str, ...] = ()) -> str:
        return brief(Suggestion("Bob", guess, shows, passed), CLUE_US)

    assert told().startswith("Bob: Plum, Rope, Hall → ")
    assert "Eve" in told(Show("Eve"))
    assert "Ann" not in told(Show("Eve"))
    assert told(Show("Ann", guess.weapon)) == f"{told(Show('Ann'))} Rope"
    assert told(Show(None)) == told(Show("Eve")).replace("Eve", "somebody")
    after = told(Show("Ann", guess.weapon), passed=("Eve",))
    assert after.index("Eve") < after.index("Ann")
    assert told(passed=("Eve", "Ann")).count("passes") == 2
    assert "passes" not in told(Show("Eve"))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Holds("Bob", CLUE_US.card("plum")), "Bob holds Plum"),
        (Lacks("Bob", CLUE_US.card("dining")), "Bob lacks Dining Room"),
        (HoldsOneOf("Eve", CLUE_US.hand("plum", "rope")), "Eve holds one of Plum, Rope"),
        (Accusation("Ann", CLUE_US.guess("plum", "rope", "hall"), correct=True), "right"),
        (Accusation("Ann", CLUE_US.guess("plum", "rope", "hall"), correct=False), "wrong"),
    ],
)
def test_what_else_is_told_in_brief(event: Event, told: str) -> None:
    assert brief(event, CLUE_US).endswith(told)
