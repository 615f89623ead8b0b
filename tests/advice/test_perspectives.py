"""The work of counting one player's knowledge is limited."""

from typing import Final

import pytest

from cluetree import Evidence, Limit, Table
from cluetree.advice._perspectives import Perspectives
from cluetree.advice.replies import uniform
from cluetree.beliefs import Beliefs
from cluetree.cards import Edition
from cluetree.exact import ROUGH
from cluetree.limit import Meter

DECK: Final = Edition(
    ("Plum", "Green", "White"), ("Rope", "Knife", "Axe"), ("Hall", "Study", "Lounge")
)
SIZES: Final = {"Ann": 2, "Bob": 2, "Cid": 2}


def others_within(limit: Limit) -> Perspectives:
    return Perspectives(Table.set_up(DECK, SIZES), (), uniform, limit=limit)


def test_after_a_slow_count_all_are_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[Evidence] = []

    def counted(evidence: Evidence, *, limit: Meter) -> Beliefs:
        tried.append(evidence)
        limit.spend(10**6)  # of which it has fewer
        raise AssertionError

    monkeypatch.setattr("cluetree.advice._perspectives.count", counted)
    others = others_within(Limit(states=10**6))
    for _ in range(2):
        spent = others.meter.spent
        assert others.believe(others.public).draws in range(ROUGH, 3 * ROUGH)
        assert others.meter.spent > spent + ROUGH
    assert len(tried) == 1
