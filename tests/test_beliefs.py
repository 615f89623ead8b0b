"""How beliefs are asked, on a game small enough to do by hand."""

from dataclasses import replace
from math import log, log2, sqrt
from typing import Final

import pytest

from cluetree import (
    Category,
    ContradictionError,
    Edition,
    Event,
    Evidence,
    Fact,
    Holds,
    Lacks,
    Table,
)
from cluetree.beliefs import Beliefs
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
    assert not any((beliefs.triples, beliefs.holds, beliefs.lacks, beliefs.one_of))
    assert beliefs.facts == frozenset()
    assert beliefs.answer is None
    assert beliefs.entropy == 0
    assert beliefs.count("plum", "Ann") == 0
    with pytest.raises(ContradictionError):
        beliefs.chance("plum", "Ann")
    with pytest.raises(ContradictionError):
        _ = beliefs.envelope
    with pytest.raises(ContradictionError):
        beliefs.sample(1, rng=seeded(0))


def test_error_of_an_estimate_matches_its_draws() -> None:
    exact = after(Lacks("Bob", PLUM))
    about = replace(exact, draws=100)
    assert (exact.exact, about.exact) == (True, False)
    # With one draw more of each kind.
    assert about.error("plum", "envelope") == pytest.approx(sqrt(61 / 102 * 41 / 102 / 100))
    assert about.error("plum", "Ann") == pytest.approx(sqrt(41 / 102 * 61 / 102 / 100))
    assert about.error("plum", "Bob") == exact.error("plum", "Ann") == 0
    settled = replace(after(Holds("Ann", PLUM)), draws=100)
    assert settled.error("plum", "Ann") == 0


def test_estimated_entropy_is_corrected_for_few_draws() -> None:
    about = replace(after(Lacks("Bob", PLUM)), draws=100)
    seen = -(0.6 * log2(0.6) + 0.4 * log2(0.4))
    # One option more than one, by twice the draws, in bits; of two equal ones there is no more.
    assert about.entropy == pytest.approx(seen + 1 / 200 / log(2) + 2)
