"""Lines as people type them."""

import pytest

from cluetree import record
from cluetree.editions import CLUE_US
from cluetree.errors import RecordError
from cluetree.table import Table

HAND = [CLUE_US.card(name) for name in ("scarlet", "knife", "rope", "hall", "study")]
TABLE = Table.set_up(
    CLUE_US, {"Rosa": 5, "Tom": 5, "Mina": 4, "Jules": 4}, viewpoint="Rosa", hand=HAND
)


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
        ("mina rope...", ""),
        ("mina rope (?)", ""),
        ("scar, rope, hall: > mi", ""),
        ("scar rope hall > mi # hall", ""),
        ("scar rope hall > mi > hall", ""),
        ("scar rope hall > mina, jules passes", ""),  # both may have passed
    ],
)
def test_line_without_signs_is_read_if_it_has_one_meaning(typed: str, line: str) -> None:
    if line:
        read = record.loads_clue_event(typed, TABLE, turn="Tom")
        assert read == record.loads_clue_event(line, TABLE)
    else:
        with pytest.raises(RecordError):
            record.loads_clue_event(typed, TABLE, turn="Tom")


def test_player_must_be_named_without_a_turn() -> None:
    with pytest.raises(RecordError):
        record.loads_clue_event("scar rope hall > mi", TABLE)


@pytest.mark.parametrize(
    ("typed", "name"), [("scar rope hall > no", "Nora"), ("no rope", "Nora"), ("me rope", "Me")]
)
def test_words_of_a_line_are_not_read_as_names(typed: str, name: str) -> None:
    hand = CLUE_US.cards[12:]
    table = Table.set_up(CLUE_US, {name: 9, "Tom": 9}, viewpoint="Tom", hand=hand)
    with pytest.raises(RecordError):
        record.loads_clue_event(typed, table, turn="Tom")


def test_record_stays_strict() -> None:
    text = record.dumps_clue(record.Record(TABLE, ()))
    with pytest.raises(RecordError):
        record.loads_clue(f"{text}\ntom scar rope hall > mi\n")
