"""The text form, line by line."""

from dataclasses import replace

import pytest

from cluetree.editions import CLUE_US
from cluetree.errors import RecordError
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
from cluetree.record import (
    Record,
    dumps_clue,
    dumps_clue_event,
    dumps_json,
    loads_clue,
    loads_clue_event,
    loads_json,
)
from cluetree.table import Answering, Table
from tests.record.samples import SMALL_DECK

SET_UP = "edition clue-us\nplayers Ann 9, Bob ?, Eve 3\nanswering all\n"
GUESS = CLUE_US.guess("Plum", "Rope", "Hall")


def read(line: str) -> Event:
    (event,) = loads_clue(SET_UP + line).events
    return event


@pytest.mark.parametrize(
    ("answers", "shows", "passed"),
    [
        ("nobody", (), None),
        ("nobody shows", (), None),
        ("Nobody Passes", (), ()),
        ("nobody passes, nobody", (), ()),
        ("nobody passes, Bob shows", (Show("Bob"),), ()),
        ("Bob passes", (), ("Bob",)),
        ("Eve passes, Bob passes", (), ("Eve", "Bob")),
        ("Bob shows", (Show("Bob"),), None),
        ("bob SHOWS rope", (Show("Bob", CLUE_US.card("Rope")),), None),
        ("Bob passes, Eve shows Hall", (Show("Eve", CLUE_US.card("Hall")),), ("Bob",)),
        ("Eve shows, Bob passes", (Show("Eve"),), ("Bob",)),
        ("Eve shows, Bob shows Hall", (Show("Eve"), Show("Bob", CLUE_US.card("Hall"))), None),
    ],
)
def test_answers(answers: str, shows: tuple[Show, ...], passed: tuple[str, ...] | None) -> None:
    event = Suggestion("Ann", GUESS, shows, passed)
    assert read(f"Ann: Plum, Rope, Hall -> {answers}") == event
    record = loads_clue(SET_UP + f"Ann: Plum, Rope, Hall->{answers}")
    assert loads_clue(dumps_clue(record)) == record


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("Bob accuses Plum, Rope, Hall: wrong", Accusation("Bob", GUESS, correct=False)),
        ("Bob ACCUSES hall,plum,rope : Right", Accusation("Bob", GUESS, correct=True)),
        ("Bob accuses Plum, Rope, Hall: correct", Accusation("Bob", GUESS, correct=True)),
        ("Bob accuses Plum, Rope, Hall: incorrect", Accusation("Bob", GUESS, correct=False)),
        ("Bob holds ro", Holds("Bob", CLUE_US.card("Rope"))),
        ("envelope holds Rope", Holds("envelope", CLUE_US.card("Rope"))),
        ('"bob" lacks "rope" # seen', Lacks("Bob", CLUE_US.card("Rope"))),
        ("Envelope lacks Rope", Lacks("envelope", CLUE_US.card("Rope"))),
        ("Bob holds one of Rope", HoldsOneOf("Bob", CLUE_US.hand("Rope"))),
        ("Bob holds One  Of Rope,Hall", HoldsOneOf("Bob", CLUE_US.hand("Rope", "Hall"))),
        ("b: pl, ro, ha → e shows", Suggestion("Bob", GUESS, ["Eve"])),
        ("\tBob   holds\tDining   Room", Holds("Bob", CLUE_US.card("Dining Room"))),
    ],
)
def test_other_events(line: str, event: Event) -> None:
    assert read(line) == event


def test_set_up_lines_in_any_order_and_case() -> None:
    shuffled = """
        # who, then what
        Face-Up  Library
        HAND     Rope
        me       ann   # that is me
        Answering ALL
        players  Ann 1, Bob ?
        title    Friday  night, "late" #1 of 3 # a comment
        edition  "clue-us"
        Bob lacks Rope"""
    table = Table.set_up(
        CLUE_US,
        {"Ann": 1, "Bob": None},
        viewpoint="Ann",
        hand=("Rope",),
        face_up=("Library",),
        answering=Answering.ALL,
    )
    record = loads_clue(shuffled)
    assert record.table == table
    assert record.title == 'Friday night, "late"'


def test_hash_inside_a_word_is_not_a_comment() -> None:
    record = loads_clue("title game#2\nedition clue-us\nplayers a#1 2, b 3\na#1 lacks Rope")
    assert record.title == "game#2"
    assert record.table.names == ("a#1", "b")


@pytest.mark.parametrize(
    ("edition", "title", "written"),
    [
        ("edition CUSTOM\n", "", "custom"),
        ("", "", "custom"),
        ("edition Our own, 2nd deck\n", "Our own, 2nd deck", "Our own, 2nd deck"),
        ("edition custom made\n", "custom made", "custom made"),
        ('edition "Custom"\n', "Custom", '"Custom"'),
    ],
)
def test_custom_deck(edition: str, title: str, written: str) -> None:
    record = loads_clue(
        f'{edition}suspects Plum, Rose\nweapons Rope, Axe\nrooms Hall, "Attic, left"\n'
        "players Ann 1, Bob 2\n"
    )
    assert record.table.edition == replace(SMALL_DECK, title=title)
    assert dumps_clue(record) == (
        f"edition  {written}\n"
        "suspects Plum, Rose\n"
        "weapons  Rope, Axe\n"
        'rooms    Hall, "Attic, left"\n'
        "players  Ann 1, Bob 2\n"
    )


NAMED_DECK = """\
suspects Plum, Rose
weapons  Rope, Axe
rooms    Hall, "Attic, left"
aliases  Rope: Cord, "Attic, left": Loft, Rope: String
players  Ann 1, Bob 2
"""


def test_custom_deck_keeps_its_aliases() -> None:
    record = loads_clue(f"{NAMED_DECK}Bob holds loft")
    deck = record.table.edition
    assert deck.aliases == {"Rope": ("Cord", "String"), "Attic, left": ("Loft",)}
    assert record.events == (Holds("Bob", deck.card("Attic, left")),)
    assert 'aliases  Rope: Cord, Rope: String, "Attic, left": Loft\n' in dumps_clue(record)
    assert loads_clue(dumps_clue(record)) == record == loads_json(dumps_json(record))


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("p:Scarlet", "p:Scarlet"),
        ("O\"Brien d'Arc", "O\"Brien d'Arc"),
        ("Player 1", "Player 1"),
        ("Ann 6 Lee", '"Ann 6 Lee"'),
        ("2 of us", '"2 of us"'),
        ("Nobody Else", '"Nobody Else"'),
        ("No", '"No"'),
    ],
)
def test_only_ambiguous_names_are_quoted(name: str, spelled: str) -> None:
    record = Record(Table.set_up(CLUE_US, {name: 6, "Bob": None}), title=name)
    text = dumps_clue(record)
    assert f"players  {spelled} 6, Bob ?\n" in text
    assert loads_clue(text) == record


# Single events


def test_byte_order_mark_in_a_line_belongs_to_the_name() -> None:
    table = Table.set_up(CLUE_US, {"\ufeffAnn": 9, "Ann": 9})
    told = Holds("\ufeffAnn", CLUE_US.cards[0])
    assert loads_clue_event(dumps_clue_event(told, table), table) == told


def test_set_up_keyword_may_be_a_player() -> None:
    """As in a record: `hand` opens a line of the set-up, unless somebody's name begins so."""
    table = Table.set_up(CLUE_US, {"Handan": 9, "Bob": 9})
    assert str(loads_clue_event("hand: plum, rope, hall -> Bob shows", table)).startswith(
        "Handan suggests"
    )
    nobody = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
    with pytest.raises(RecordError, match="belongs to the set-up"):
        loads_clue_event("hand: plum, rope, hall -> Bob shows", nobody)
