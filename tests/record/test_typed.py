"""Lines as people type them."""

from random import Random

import pytest

from cluetree import record
from cluetree.cards import Category, Edition
from cluetree.editions import CLUE_US, SHIPPED
from cluetree.errors import RecordError, UnknownNameError
from cluetree.table import Table

HAND = [CLUE_US.card(name) for name in ("scarlet", "knife", "rope", "hall", "study")]
TABLE = Table.set_up(
    CLUE_US, {"Rosa": 5, "Tom": 5, "Mina": 4, "Jules": 4}, viewpoint="Rosa", hand=HAND
)


TOM = "Tom: Plum, Rope, Hall ->"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("scar rope hall > mi", "Tom: Scarlet, Rope, Hall -> Mina shows"),
        ("scar rope hall > me", "Tom: Scarlet, Rope, Hall -> Rosa shows"),
        ("mi: dining rope plum > jul passes, me hall", ""),
        (
            "mi dining lead pipe plum → jul passes, me",
            "Mina: Plum, Pipe, Dining -> Jules passes, Rosa shows",
        ),
        ("me plum rope hall > jules hall", "Rosa: Plum, Rope, Hall -> Jules shows Hall"),
        ("me plum rope hall > jules shows hall", "Rosa: Plum, Rope, Hall -> Jules shows Hall"),
        ("scar rope hall > nobody", "Tom: Scarlet, Rope, Hall -> nobody"),
        ("scar rope hall > somebody shows", "Tom: Scarlet, Rope, Hall -> somebody shows"),
        ("mina lead pipe", "Mina holds Pipe"),
        ("mina no lead pipe", "Mina lacks Pipe"),
        ("perhaps mina rope", ""),
        ("g wre k > tom", ""),  # who asked
        ("mi g wre k > jul k", "Mina: Green, Wrench, Kitchen -> Jules shows Kitchen"),
        ("mi plum k r > jul", ""),  # knife or kitchen, rope or revolver
        ("scar rope > mi", ""),  # two cards
        ("scar peacock rope hall > mi", ""),  # two suspects
        ("scar, rope, hall > tom", ""),  # nobody answers their own suggestion
        ("scar rope ro > mi", ""),  # rope, dining room or billiard room
        ('"scar" rope hall > mi', ""),
        ("Mina No Rope", "Mina lacks Rope"),  # as telephones write it
        ("mina rope hall", ""),  # two cards
        ("mina: rope", ""),  # a suggestion begins in this way
        ("mina -rope", ""),  # holds or lacks
        ("scar, rope, hall: > mi", ""),
        ("scar rope hall > mi # hall", ""),
        ("scar rope hall > mi > hall", ""),
        ("scar rope hall > mina, jules passes", ""),  # both may have passed
        # Other words with one meaning.
        ("Tom has seen hall", "Tom saw my Hall"),
        ("Tom has seen plum", ""),  # which is not mine
        ("Tom: plum, rope, hall -> someone", "Tom: Plum, Rope, Hall -> somebody shows"),
        ("plum rope hall > No one", "Tom: Plum, Rope, Hall -> nobody"),
        ("Tom: plum, rope, hall -> Mina no, I showed hall", f"{TOM} Mina passes, Rosa shows Hall"),
        (
            "Tom: plum, rope, hall => Mina none, Jules shows a card",
            f"{TOM} Mina passes, Jules shows",
        ),
        ("Tom: plum, rope, hall \u2014 nobody showed", f"{TOM} nobody"),
        ("Mina had rope", "Mina holds Rope"),
        ("Mina reveals rope", "Mina holds Rope"),
        ("Mina holds rope or hall", "Mina holds one of Rope, Hall"),
        ("Mina doesn't have rope", "Mina lacks Rope"),
        ("Mina has none of rope", "Mina lacks Rope"),
        ("Mina has not one of rope, hall", ""),  # none, or at most one
        ("Mina has no rope or hall", ""),
        ("Mina had rope?", ""),
        # Lists.
        ("3. plum rope hall > mi", f"{TOM} Mina shows"),
        ("3 mina: plum, rope, hall -> tom shows", "Mina: Plum, Rope, Hall -> Tom shows"),
        ("3 plum rope hall > mi", ""),  # the third player
        ("\u2022 mina has rope.", "Mina holds Rope"),
        ("- mina: plum, rope, hall -> tom shows", "Mina: Plum, Rope, Hall -> Tom shows"),
        ("- mina rope", ""),  # holds or lacks
        # Rows.
        ("| 4 | Tom | Plum | Rope | Hall | Mina | |", ""),  # the fourth player, or a number
        ("| Tom | Rope | Plum | Hall | Mina | |", f"{TOM} Mina shows"),
        ("Tom,Plum,Rope,Hall,me,Rope", f"{TOM} Rosa shows Rope"),
        ("Tom; Plum; Rope; Hall; no one;", f"{TOM} nobody"),
        ("Tom\tPlum\tRope\tHall\tsomebody\t?", f"{TOM} somebody shows"),
        *((f"Tom\tPlum\tRope\tHall\t{who}", "") for who in ("", "?", "-", "Mina?", "Mina no")),
        ("Tom,Plum,Rope,Hall,nobody,Rope", ""),
        ("Tom,Plum,Rope,Hall,Mina,Study", ""),
        ("Tom,,Rope,Hall,Mina,", ""),
        ("Tom,Plum,Rope,Hall,Mina,,Jules", ""),
        ("Tom\t\tRope", ""),
    ],
)
def test_line_without_signs_is_read_if_it_has_one_meaning(typed: str, line: str) -> None:
    if line:
        read = record.loads_clue_event(typed, TABLE, turn="Tom")
        assert read == record.loads_clue_event(line, TABLE)
    else:
        with pytest.raises(RecordError):
            record.loads_clue_event(typed, TABLE, turn="Tom")


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("Tom,Plum,Roep,Hall,Mina,", "unknown card 'Roep': did you mean Rope?"),
        ("Tom,Plum,Rope,Hall,,", "who showed (a player, 'nobody' or 'somebody')"),
        ("2. Mina hodls rope", "column 9: unknown word 'hodls': did you mean holds?"),
        ("Mina hodls rope", "column 6: unknown word 'hodls': did you mean holds?"),
        ("Tom: plum, rope, hall -> nobdoy", "unknown word 'nobdoy': did you mean nobody?"),
        ("Mina: plum, rope -> Tom passes", "is `Mina asks Tom: Professor Plum, Rope -> no`"),
        ("Mina: plum, rope -> nobody", "is `Mina asks Jules: Professor Plum, Rope -> no`"),
        ("2. Mina: plum, rope => Tom no", "is `Mina asks Tom: Professor Plum, Rope -> no`"),
        ("bob: plum, rope, hall -> Mina shows", "unknown player 'bob': did you mean Rosa"),
        ("Mina holds k", "column 12: ambiguous card 'k': did you mean Knife or Kitchen?"),
        ("   # a comment", "column 1: expected an event"),
        ("Mina holds Rope\nTom holds Hall", "column 1: expected one event"),
    ],
)
def test_error_has_the_right_line(typed: str, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        record.loads_clue_event(typed, TABLE, turn="Tom")
    assert error in str(caught.value)
    assert isinstance(caught.value.__cause__, UnknownNameError) is ("did you mean" in error)


@pytest.mark.parametrize("deck", SHIPPED[1:10:3], ids=str)
def test_misspelt_word_is_named_with_its_name(deck: Edition) -> None:
    rng = Random(1)
    table = Table.set_up(deck, dict.fromkeys(("Mum", "Dad", "Leonora", "Timothy")))
    for form in ("{2} {0} {1} > dad", "mum: {0} {1} {2} -> {3} shows", "{3} no {0}", "mum {1}"):
        cards = [rng.choice(deck.of(category)).name for category in Category]
        right = [*cards, rng.choice(table.names[2:])]
        at = rng.choice([n for n in range(4) if f"{{{n}}}" in form])
        name, long = right[at], max(right[at].split(), key=len)
        place = rng.randrange(1, len(long))
        bad = f"{long[:place]}{long[place - 1]}{long[place:]}"
        names = [*right[:at], name.replace(long, bad), *right[at + 1 :]]
        record.loads_clue_event(form.format(*right), table, turn="Mum")
        with pytest.raises(RecordError) as caught:
            record.loads_clue_event(form.format(*names), table, turn="Mum")
        word, _, candidates = str(caught.value).partition(": did you mean ")
        assert bad in word
        assert name in candidates


def test_name_that_is_a_word_needs_quotes() -> None:
    hand = CLUE_US.cards[:6]
    names = ("Me", "No", "Ann", "No One")
    table = Table.set_up(CLUE_US, dict.fromkeys(names), viewpoint="Ann", hand=hand)
    for line in (
        "me: plum rope hall > ann",
        "Ann: Plum, Rope, Hall -> me shows",
        "no plum",
        "no one plum",
    ):
        with pytest.raises(RecordError, match=r'must be in quotes, as in `"(Me|No|No One)" holds'):
            record.loads_clue_event(line, table)


def test_error_of_a_huge_deck_compares_few_names() -> None:
    sus, wea, roo = ([f"{kind} {n}" for n in range(300)] for kind in ("Sus", "Wea", "Roo"))
    table = Table.set_up(Edition(sus, wea, roo), dict.fromkeys(("Ann", "Bob")))
    with pytest.raises(RecordError, match="got 'Ann Weea 7'"):  # no candidates
        record.loads_clue_event("Ann Weea 7", table)


def test_record_stays_strict() -> None:
    text = record.dumps_clue(record.Record(TABLE, ()))
    with pytest.raises(RecordError):
        record.loads_clue(f"{text}\ntom scar rope hall > mi\n")
