"""The possible intended entries: each kind of slip has a weight, shared equally."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest

from cluetree import (
    Answering,
    Edition,
    Event,
    Holds,
    Show,
    Suggestion,
    Table,
)
from cluetree.explain.slips import WEIGHTS, SlipKind, meant_by

DECK: Final = Edition(
    ("plum", "green", "white"), ("rope", "knife", "pistol"), ("hall", "study", "attic", "cellar")
)
TABLE: Final = Table.set_up(DECK, {"Ann": 2, "Bob": 2, "Cid": 2, "Eve": 1})
GUESS: Final = DECK.guess("plum", "rope", "hall")
EVENTS: Final[tuple[Event, ...]] = (
    Suggestion("Ann", GUESS, (Show("Cid"),), ("Bob",)),
    Suggestion("Ann", GUESS, "nobody"),
    Holds("Bob", DECK.card("rope")),
)


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_weight_of_a_kind_is_shared_equally(event: Event) -> None:
    shared: dict[SlipKind, Fraction] = defaultdict(Fraction)
    each: dict[SlipKind, set[Fraction]] = defaultdict(set)
    for slip, weight, _ in meant_by(TABLE, event):
        shared[slip.kind] += weight
        each[slip.kind].add(weight)
    assert shared == {kind: WEIGHTS[kind] for kind in shared}
    assert all(len(parts) == 1 for parts in each.values())
    assert SlipKind.DROPPED in shared


@pytest.mark.parametrize("answering", Answering)
def test_unknown_shower_excludes_named_showers(answering: Answering) -> None:
    table = replace(TABLE, answering=answering)
    event = Suggestion("Ann", GUESS, (Show(None),), ("Bob",))
    changes = [slip.meant for slip, _, _ in meant_by(table, event)]
    assert {replace(event, shows=()), replace(event, passed=())} <= {*changes}
    for meant in changes:
        assert meant is None or (isinstance(meant, Suggestion) and meant.at(table) == meant)
