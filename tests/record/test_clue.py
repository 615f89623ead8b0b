"""The text form, line by line."""

import itertools
import sys
from dataclasses import replace

import pytest

from cluetree.cards import Edition
from cluetree.editions import CLUE_US
from cluetree.errors import RecordError
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
from cluetree.record import Record, dumps_clue, dumps_json, loads_clue, loads_json
from cluetree.table import Answering, Table
from tests.record.samples import SAMPLE, SMALL_DECK, TABLE

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
        ("Bob passes, nobody shows", (), ("Bob",)),
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


def test_hash_after_a_comma_is_not_a_comment() -> None:
    assert loads_clue("edition clue-us\nplayers Ann 2,#2 3").table.names == ("Ann", "#2")


@pytest.mark.parametrize(
    ("shows", "passed", "answers"),
    [
        ((), None, "nobody"),
        ((), (), "nobody passes"),
        ((Show("Bob"),), None, "Bob shows"),
        ((Show("Bob"),), (), "nobody passes, Bob shows"),
        ((Show("Bob"),), ("Eve",), "Eve passes, Bob shows"),
        ((), ("Eve",), "Eve passes"),
    ],
)
def test_canonical_form_of_answers(
    shows: tuple[Show, ...], passed: tuple[str, ...] | None, answers: str
) -> None:
    record = Record(TABLE, (Suggestion("Alice", GUESS, shows, passed),))
    assert dumps_clue(record).endswith(f"Alice: Professor Plum, Rope, Hall -> {answers}\n")


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
    ("was", "now", "said"),
    [
        ("Rope: Cord", "Cord: Rope", "<text>:4:10: alias for a card not in the deck: Cord"),
        ("Rope: Cord", "Rope Cord", "<text>:4:19: expected ':', got ','"),
        ("Rope: Cord", "Rope: ", "<text>:4:16: expected another name of the card, got ','"),
    ],
)
def test_invalid_aliases_are_rejected(was: str, now: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads_clue(NAMED_DECK.replace(was, now))
    assert said in str(caught.value)


def test_shipped_deck_rejects_aliases() -> None:
    with pytest.raises(RecordError, match=r"<text>:2:9: only a custom deck can have aliases"):
        loads_clue("edition clue-us\naliases Rope: Cord\nplayers Ann 9, Bob 9\n")


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("Ann Lee", "Ann Lee"),
        ("R2 D2", "R2 D2"),
        ("p:Scarlet", "p:Scarlet"),
        ("O\"Brien d'Arc", "O\"Brien d'Arc"),
        ("p: Scarlet", '"p: Scarlet"'),
        ("Ann, Bob", '"Ann, Bob"'),
        ("a->b", '"a->b"'),
        ("x #1", '"x #1"'),
        ("Who Shows", '"Who Shows"'),
        ("nobody", '"nobody"'),
        ("Face-up", '"Face-up"'),
        ("one of us", '"one of us"'),
        (" Ann", '" Ann"'),
        ("Ann\u2028Lee\x85\0", r'"Ann\u2028Lee\u0085\u0000"'),
        ('"Ann"', r'"\"Ann\""'),
    ],
)
def test_names_are_quoted_where_needed(name: str, spelled: str) -> None:
    record = Record(Table.set_up(CLUE_US, {name: 6, "Bob": None}), title=name)
    text = dumps_clue(record)
    assert f"players  {spelled} 6, Bob ?\n" in text
    assert loads_clue(text) == record


@pytest.mark.parametrize(
    ("title", "spelled"),
    [
        ("Friday, 9:30 -> late: holds", "Friday, 9:30 -> late: holds"),
        ('the "big" one', 'the "big" one'),
        ("one #2", '"one #2"'),
        ('"quoted"', r'"\"quoted\""'),
        ("nul\0", r'"nul\u0000"'),
        ('half "quoted', r'"half \"quoted"'),
    ],
)
def test_titles_are_quoted_where_needed(title: str, spelled: str) -> None:
    record = replace(SAMPLE, title=title)
    assert dumps_clue(record).splitlines()[0] == f"title    {spelled}"
    assert loads_clue(dumps_clue(record)) == record


def test_card_name_may_start_with_one_of() -> None:
    deck = Edition(("Plum",), ("One of a kind",), ("a kind",))
    record = Record(
        Table.set_up(deck, {"Ann": 0, "Bob": 0}),
        (Holds("Ann", deck.card("One of a kind")), HoldsOneOf("Ann", deck.hand("a kind"))),
    )
    assert loads_clue(dumps_clue(record)) == record


def test_unreadable_record_is_not_written() -> None:
    with pytest.raises(RecordError, match=r"<record>: \$\.events\[0\]: Eve cannot answer"):
        dumps_clue(Record(TABLE, (Suggestion("Eve", GUESS, (Show("eve"),)),)))
    with pytest.raises(RecordError, match=r"\$\.edition\.weapons\[0\]: not Unicode text"):
        dumps_clue(
            Record(Table.set_up(Edition(("a",), ("\udc00x",), ("c",)), {"Ann": 1, "Bob": 1}))
        )
    with pytest.raises(RecordError, match=r"\$\.players\[1\]\.name: not Unicode text"):
        dumps_clue(Record(Table.set_up(CLUE_US, {"Ann": 1, "\udc00x": 1})))


@pytest.mark.parametrize("text", ["title x\ud83d", "title x\r\n\ud83d"])
def test_lone_surrogate_is_rejected(text: str) -> None:
    with pytest.raises(RecordError, match="not Unicode text: half of a surrogate pair"):
        loads_clue(text)


def test_reading_and_writing_take_linear_time() -> None:
    """By the calls that are made: this guards against reading each line again and again."""
    short, long = (calls(replace(SAMPLE, events=SAMPLE.events * times)) for times in (5, 20))
    assert short < long < 4.4 * short


def calls(game: Record) -> int:
    """Write and read a game in both spellings, and count the calls."""
    count = itertools.count()
    before = sys.getprofile()
    sys.setprofile(lambda *_: next(count))
    try:
        assert loads_clue(dumps_clue(game)) == game
        assert loads_json(dumps_json(game)) == game
    finally:
        sys.setprofile(before)
    return next(count)


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("b: pl, ro, ha -> e passes, a shows", "Bob: Plum, Rope, Hall -> Eve passes, Ann shows"),
        ("A: pl, ro, ha -> somebody shows", "Ann: Plum, Rope, Hall -> somebody shows"),
        ("e: pl, ro, ha -> nobody", "Eve: Plum, Rope, Hall -> nobody"),
        ("E accuses pl, ro, ha: wrong", "Eve accuses Plum, Rope, Hall: wrong"),
        ("Bo lacks ro", "Bob lacks Rope"),
        ("Bob: Plum, Rope, Hall → Eve shows Hall", "Bob: Plum, Rope, Hall -> Eve shows Hall"),
    ],
)
def test_prefixes_and_unicode_arrow_are_accepted(line: str, same: str) -> None:
    assert read(line) == read(same)


def test_set_up_keyword_may_be_a_prefix_of_a_player() -> None:
    record = loads_clue(
        "edition clue-us\nplayers Mel 9, Bob 9\nme m\nhand "
        + ", ".join(card.name for card in CLUE_US.cards[:9])
        + "\nme: Plum, Rope, Hall -> b shows Hall\n"
    )
    assert record.table.viewpoint == "Mel"
    assert record.events == (Suggestion("Mel", GUESS, (Show("Bob", CLUE_US.card("Hall")),)),)
