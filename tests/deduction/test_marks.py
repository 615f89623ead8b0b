"""Marks: new and known claims. `tests.play.test_knowledge` tests the rules."""

from typing import Final

import pytest

from cluetree import Edition, Fact, Table, UnknownPlayerError
from cluetree.claims import Claim, Quota
from cluetree.evidence import Marks

DECK: Final = Edition(("Plum", "Green"), ("Rope", "Knife"), ("Hall", "Study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards
TABLE: Final = Table.set_up(
    DECK, {"Ann": 1, "Bob": 1}, viewpoint="Ann", hand=("Rope",), face_up=("Study",)
)


@pytest.mark.parametrize(
    "claim",
    [
        Fact("Bob", PLUM, holds=True),
        Fact("Bob", PLUM, holds=False),
        Fact("envelope", PLUM, holds=False),
    ],
)
def test_take_returns_whether_a_claim_is_new(claim: Claim) -> None:
    marks = Marks.at(TABLE)
    assert marks.take(claim)
    assert not marks.take(claim)


@pytest.mark.parametrize(
    "claim",
    [
        Fact("Ann", ROPE, holds=True),
        Fact("Ann", PLUM, holds=False),
        Fact("Bob", STUDY, holds=False),
        Quota((Fact("Ann", ROPE, holds=True), Fact("Bob", PLUM, holds=True)), 1, 2),
    ],
)
def test_set_up_facts_are_not_new(claim: Claim) -> None:
    marks = Marks.at(TABLE)
    before = marks.held[:], marks.may[:]
    assert not marks.take(claim)
    assert (marks.held, marks.may) == before
    assert not marks.quotas


def test_open_branches_are_kept_until_settled() -> None:
    marks = Marks.at(TABLE)
    either = Quota.show(["Bob"], [PLUM, GREEN])
    assert marks.take(either)
    assert marks.take(Quota.failed(DECK.guess("Plum", "Knife", "Hall")))
    assert [quota[1:] for quota in marks.quotas] == [(1, 0), (0, 1)]
    copied = marks.copy()
    copied.lack(1, marks.frame.bit(GREEN))
    copied.settle()
    assert copied.held[1] == marks.frame.bit(PLUM)
    assert not copied.quotas
    assert (len(marks.quotas), marks.held[1]) == (2, 0)


def test_unknown_player_is_an_error() -> None:
    with pytest.raises(UnknownPlayerError):
        Marks.at(TABLE).take(Fact("Zoe", PLUM, holds=True))
