"""What would mend a log, as programs read it."""

from dataclasses import replace

from cluetree import Holds, Lacks, Table
from cluetree.editions import CLUE_US
from cluetree.explain import Repair, Suspicion, Suspicions
from cluetree.operations.forms.checking import RepairForm, SuspiciousForm
from tests.operations.test_advice import as_read

TABLE = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 7})
ROPE, KNIFE = (CLUE_US.card(name) for name in ("Rope", "Knife"))
IN_JSON = {"kind": "holds", "player": "Bob", "card": "Rope"}


def test_a_proposal_is_told_with_all_that_it_stands_for() -> None:
    rope = Repair(2, "Rope was Hall", Holds("Bob", ROPE), None, deals=5, chance=0.5)
    knife = Repair(2, "Knife was Hall", Holds("Bob", KNIFE), None, deals=3, chance=0.25)
    either = replace(rope, change="another card", chance=0.75, candidates=(rope, knife))
    brief = {"event": 2, "change": "another card", "replacement": IN_JSON, "deals": 5}
    assert as_read(RepairForm.of(either, TABLE)) == brief
    assert as_read(RepairForm.of(either, TABLE, 4)) == {
        **brief,
        "number": 4,
        "line": "Bob holds Rope",
        "chance": 0.75,
        "candidates": [
            {"change": "Rope was Hall", "replacement": IN_JSON, "deals": 5, "chance": 0.5},
            {
                "change": "Knife was Hall",
                "replacement": {**IN_JSON, "card": "Knife"},
                "deals": 3,
                "chance": 0.25,
            },
        ],
    }


def test_of_a_changed_set_up_the_sizes_that_change_are_told() -> None:
    meant = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
    repair = Repair(0, "Eve's hand size is 6, not 7", None, meant, deals=9, chance=1.0)
    assert as_read(RepairForm.of(repair, TABLE, 1)) == {
        "number": 1,
        "event": 0,
        "change": "Eve's hand size is 6, not 7",
        "replacement": None,
        "sizes": {"Eve": 6},
        "deals": 9,
        "chance": 1.0,
    }


def test_suspicion_is_told_to_two_places() -> None:
    found = Suspicion(3, 1.2345, "few deals fit", Lacks("Eve", ROPE))
    assert as_read(SuspiciousForm.of(Suspicions((found,), complete=False), TABLE)) == {
        "suspicious": [
            {
                "event": 3,
                "score": 1.23,
                "why": "few deals fit",
                "replacement": {"kind": "lacks", "player": "Eve", "card": "Rope"},
            }
        ],
        "complete": False,
    }
