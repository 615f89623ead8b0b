"""How beliefs are asked, on a game small enough to do by hand."""

from collections.abc import Callable
from typing import Final

import pytest

from cluetree import Category, ClueError, ContradictionError, Edition, Event, Holds, Lacks, Table
from cluetree.beliefs import Beliefs
from cluetree.claims import Claim, Fact, Quota
from cluetree.evidence import Evidence
from cluetree.exact import count
from tests.exact.games import seeded

DECK: Final = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards
TABLE: Final = Table.set_up(DECK, {"Ann": 2, "Bob": 1})


def after(*events: Event, table: Table = TABLE) -> Beliefs:
    return count(Evidence.gather(table, events))


def test_facts_by_seat_and_by_the_edition() -> None:
    beliefs = after(Holds("Ann", STUDY), Lacks("Ann", PLUM), Lacks("Bob", PLUM))
    assert beliefs.holds == (("Ann", STUDY), ("envelope", PLUM), ("envelope", HALL))
    assert beliefs.lacks == (
        ("Ann", PLUM),
        ("Ann", HALL),
        ("Bob", PLUM),
        ("Bob", HALL),
        ("Bob", STUDY),
        ("envelope", GREEN),
        ("envelope", STUDY),
    )
    assert Fact("envelope", PLUM, holds=True) in beliefs.facts
    assert len(beliefs.facts) == 3 + 7


def test_envelope_likeliest_first_by_category() -> None:
    beliefs = after(Lacks("Bob", GREEN), Holds("Ann", KNIFE))
    assert list(beliefs.envelope) == list(Category)
    assert list(beliefs.envelope[Category.SUSPECT]) == [GREEN, PLUM]
    assert beliefs.envelope[Category.WEAPON] == {ROPE: 1}
    assert all(sum(odds.values()) == 1 for odds in beliefs.envelope.values())


def test_impossible_log_has_no_facts() -> None:
    beliefs = after(Holds("Ann", PLUM), Holds("Bob", PLUM))
    assert beliefs.deals == 0
    assert not any((beliefs.triples, beliefs.holds, beliefs.lacks))
    assert beliefs.facts == frozenset()
    assert beliefs.answer is None
    assert beliefs.entropy == 0
    assert beliefs.count("Ann", "plum") == 0
    with pytest.raises(ContradictionError):
        beliefs.chance("Ann", "plum")
    with pytest.raises(ContradictionError):
        _ = beliefs.envelope
    with pytest.raises(ContradictionError):
        beliefs.sample(1, rng=seeded(0))
    with pytest.raises(ContradictionError):
        beliefs.chance_of(Fact("Ann", PLUM, holds=True))


@pytest.mark.parametrize(
    ("claim", "right"),
    [
        (lambda: Holds("Bob", PLUM), "a claim must be a Fact or a Quota, got Holds"),
        (lambda: Quota((Fact("Bob", PLUM, holds=False),), 1, 1), "positive, got 'Bob lacks plum'"),
        (lambda: Fact("Cid", PLUM, holds=True), "unknown player 'Cid'"),
    ],
)
def test_chance_of_no_claim_is_refused(claim: Callable[[], Claim], right: str) -> None:
    with pytest.raises(ClueError, match=right):
        after().chance_of(claim())
