"""Lines as people type them; `sentences.toml` beside the tests of the texts has more."""

import pytest

from cluetree import record
from cluetree.editions import CLUE_US
from cluetree.errors import RecordError
from cluetree.record.completion import complete
from cluetree.table import Table

HAND = [CLUE_US.card(name) for name in ("scarlet", "knife", "rope", "hall", "study")]
TABLE = Table.set_up(
    CLUE_US, {"Rosa": 5, "Tom": 5, "Mina": 4, "Jules": 4}, viewpoint="Rosa", hand=HAND
)


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
