"""How beliefs are asked, on a game small enough to do by hand."""

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from math import isclose, log, log2, sqrt
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
    HoldsOneOf,
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


def test_deals_are_triples_times_hands() -> None:
    beliefs = after()
    assert beliefs.deals == 24
    assert [triple.deals for triple in beliefs.triples] == [3] * 8
    assert beliefs.entropy == 3


def test_chances_are_exact_fractions_that_add_up() -> None:
    beliefs = after(Lacks("Bob", PLUM))
    # Of 24 deals Bob has plum in 4.
    assert beliefs.deals == 20
    assert beliefs.chance(PLUM, "envelope") == Fraction(12, 20)
    assert beliefs.chance("plum", "Ann") == Fraction(8, 20)
    assert beliefs.chance("plum", "Bob") == 0
    assert float(beliefs.chance("plum", "Ann")) == 0.4
    assert sum(beliefs.chance("rope", place) for place in beliefs.counts) == 1


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


def test_face_up_cards_are_lacked_by_all() -> None:
    beliefs = after(table=Table.set_up(DECK, {"Ann": 1, "Bob": 1}, face_up=("plum",)))
    assert beliefs.face_up == {PLUM}
    assert {place for place, card in beliefs.lacks if card == PLUM} == {"Ann", "Bob", "envelope"}
    assert [beliefs.chance("plum", place) for place in beliefs.counts] == [0, 0, 0]
    assert beliefs.chance("green", "envelope") == 1


def test_envelope_likeliest_first_by_category() -> None:
    beliefs = after(Lacks("Bob", GREEN), Holds("Ann", KNIFE))
    assert list(beliefs.envelope) == list(Category)
    assert list(beliefs.envelope[Category.SUSPECT]) == [GREEN, PLUM]
    assert beliefs.envelope[Category.WEAPON] == {ROPE: 1}
    assert all(sum(odds.values()) == 1 for odds in beliefs.envelope.values())


def test_triples_likeliest_first_then_by_the_edition() -> None:
    beliefs = after(Holds("Ann", GREEN), Lacks("Bob", KNIFE))
    assert [(str(t.guess), t.deals) for t in beliefs.triples] == [
        ("plum, knife, hall", 2),
        ("plum, knife, study", 2),
        ("plum, rope, hall", 1),
        ("plum, rope, study", 1),
    ]
    shares = (1 / 3, 1 / 3, 1 / 6, 1 / 6)
    assert isclose(beliefs.entropy, -sum(share * log2(share) for share in shares))


def test_one_of_sets_follow_from_the_set_up() -> None:
    # Ann has two of the three that are left; so of any two of them she has one.
    beliefs = after(Lacks("envelope", PLUM), Lacks("envelope", ROPE), Lacks("envelope", HALL))
    assert {(one.player, one.cards) for one in beliefs.one_of} == {
        ("Ann", frozenset(pair)) for pair in ((PLUM, ROPE), (PLUM, HALL), (ROPE, HALL))
    } | {("Bob", frozenset((PLUM, ROPE, HALL)))}


def test_one_of_event_is_reported_in_minimal_form() -> None:
    beliefs = after(HoldsOneOf("Bob", (PLUM, ROPE, HALL)), Holds("Ann", HALL))
    found = {(one.player, one.cards) for one in beliefs.one_of}
    assert ("Bob", frozenset((PLUM, ROPE))) in found


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


def test_deal_places_every_card_that_is_not_face_up() -> None:
    beliefs = after(table=Table.set_up(DECK, {"Ann": 1, "Bob": None}, face_up=("plum",)))
    for deal in beliefs.sample(20, rng=seeded(0)):
        assert set(deal) == set(DECK.cards) - {PLUM}
        assert list(deal.values()).count("envelope") == 3
        assert list(deal.values()).count("Ann") == 1


def test_beliefs_are_frozen_and_compare_by_value() -> None:
    beliefs = after(Holds("Ann", PLUM))
    with pytest.raises(FrozenInstanceError):
        beliefs.deals = 3  # type: ignore[misc]
    assert beliefs == after(Holds("Ann", PLUM), Lacks("Bob", PLUM))
    assert beliefs != after(Holds("Ann", GREEN))


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
