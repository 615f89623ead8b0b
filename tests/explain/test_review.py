"""A game looked back on: when each thing was there to be known, to the number."""

from math import log2

import pytest

from cluetree import Accusation, Edition, Table
from cluetree.claims import Fact
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.explain import review
from tests.record.samples import log_of

DECK = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
TABLE = Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Eve": 1}, viewpoint="Ann", hand=("plum",))
GREEN = DECK.card("green")
RIGHT = DECK.guess("green", "rope", "hall")


def test_lesson_has_the_new_facts_beyond_the_claims() -> None:
    events = log_of(TABLE, "Bob holds knife; Eve holds study")
    first, second = review(TABLE, events).lessons
    assert (first.number, second.number) == (1, 2)
    before = count(Evidence.gather(TABLE))
    after = count(Evidence.gather(TABLE, events[:1]))
    stated = {Fact("Bob", DECK.card("knife"), holds=True)}
    assert {*first.deduced} == after.facts - before.facts - stated
    assert Fact("envelope", DECK.card("rope"), holds=True) in first.deduced
    order = [(not fact.holds, fact.player) for fact in first.deduced]
    assert order == sorted(order), "held cards first"
    assert Fact("envelope", DECK.card("hall"), holds=True) in second.deduced
    assert not set(first.deduced) & set(second.deduced)


def test_bits_are_the_loss_of_entropy() -> None:
    start = count(Evidence.gather(TABLE))
    assert start.entropy == 2.0
    events = log_of(TABLE, "Bob lacks plum; Bob holds knife; Eve holds green")
    first, second, third = review(TABLE, events).lessons
    assert first.bits == 0.0
    assert second.bits == pytest.approx(1.0)
    assert third.bits == 0.0, "of an impossible log nothing is learned"
    accused = review(TABLE, [Accusation("Bob", RIGHT, correct=False)]).lessons[0]
    assert accused.bits == pytest.approx(2.0 - log2(3))


def test_settling_event_leaves_one_triple() -> None:
    events = log_of(TABLE, "Bob lacks hall; Bob holds knife; Eve holds study; Eve lacks hall")
    for length, settled in ((2, None), (3, 3), (4, 3)):
        reviewed = review(TABLE, events[:length])
        assert reviewed.settled_by == settled
        assert reviewed.answer == (RIGHT if settled else None)
        assert reviewed.complete


def test_suggestions_after_the_answer_are_missed_chances() -> None:
    known = log_of(TABLE, "Bob holds knife; Eve holds study")
    asked, *_ = after = log_of(
        TABLE,
        "Ann: green, rope, hall -> nobody; Bob: green, knife, hall -> nobody; Bob lacks hall; "
        "Bob accuses green, knife, hall: wrong; Ann accuses green, rope, study: wrong; "
        "Ann accuses green, rope, hall: right",
    )
    reviewed = review(TABLE, [asked, *known, *after])
    assert reviewed.settled_by == 1, "nobody can show it"
    assert reviewed.missed == (4, 8), "to settle it is to miss nothing"
    reviewed = review(TABLE, [*known, *after])
    assert reviewed.settled_by == 2
    assert reviewed.missed == (3, 7)
    assert review(TABLE, known).missed == ()
