"""Lines as people type them: accepted where they have one meaning, and only there."""

import pytest

from cluetree import record
from cluetree.editions import CLUE_US
from cluetree.errors import RecordError
from cluetree.record.completion import begun, complete
from cluetree.table import Table

HAND = [CLUE_US.card(name) for name in ("scarlet", "knife", "rope", "hall", "study")]
TABLE = Table.set_up(
    CLUE_US, {"Rosa": 5, "Tom": 5, "Mina": 4, "Jules": 4}, viewpoint="Rosa", hand=HAND
)
TYPED = {
    "scar rope hall > mi": "Tom: Miss Scarlet, Rope, Hall -> Mina shows",
    "tom scar rope hall > me": "Tom: Miss Scarlet, Rope, Hall -> Rosa shows",
    "me: scar, rope, hall -> mi": "Rosa: Miss Scarlet, Rope, Hall -> Mina shows",
    "me: scar rope hall > mi rope": "Rosa: Miss Scarlet, Rope, Hall -> Mina shows Rope",
    "ju lead pipe billiard room scar > nobody": (
        "Jules: Miss Scarlet, Lead Pipe, Billiard Room -> nobody"
    ),
    "plum wrench hall > mi passes, ju": (
        "Tom: Professor Plum, Wrench, Hall -> Mina passes, Jules shows"
    ),
    "me holds scar": "Rosa holds Miss Scarlet",
}


@pytest.mark.parametrize("line", TYPED)
def test_line_with_one_meaning_is_accepted(line: str) -> None:
    event = record.loads_clue_event(line, TABLE, turn="Tom")
    assert event == record.loads_clue_event(TYPED[line], TABLE).at(TABLE)
    assert begun(line, TABLE, "Tom").error is None


@pytest.mark.parametrize(
    "line",
    [
        "scar rope > mi",  # two cards
        "scar peacock rope hall > mi",  # two suspects
        "scar, rope, hall > tom",  # nobody answers their own suggestion
        "scar rope ro > mi",  # rope, dining room or billiard room
        '"scar" rope hall > mi',
    ],
)
def test_ambiguous_line_is_rejected(line: str) -> None:
    with pytest.raises(RecordError):
        record.loads_clue_event(line, TABLE, turn="Tom")


def test_player_must_be_named_without_a_turn() -> None:
    with pytest.raises(RecordError):
        record.loads_clue_event("scar rope hall > mi", TABLE)


def test_record_stays_strict() -> None:
    text = record.dumps_clue(record.Record(TABLE, ()))
    with pytest.raises(RecordError):
        record.loads_clue(f"{text}\ntom scar rope hall > mi\n")


def test_line_without_commas_is_completed() -> None:
    for line, taken in {
        "scar ro": "scar Rope, ",
        "tom scar rope ha": "tom scar rope Hall -> ",
        "scar rope hall > mi": "scar rope hall > Mina shows",
    }.items():
        found = complete(line, TABLE, turn="Tom")
        assert found.take(line, found.candidates[0]) == taken
