"""Thirty real records with their right answers: counting gives every one of them."""

from fractions import Fraction
from typing import Final

import pytest

from cluetree import Category
from cluetree.claims import Fact
from cluetree.evidence import Evidence
from cluetree.exact import count, is_possible
from tests.exact.data import CASES, CONSISTENT, Case, is_close

pytestmark = pytest.mark.usefixtures("path")

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
each_consistent = pytest.mark.parametrize("case", CONSISTENT, ids=lambda case: case.path.stem)
STAGED: Final = [case for case in CONSISTENT if case.expect.checkpoints]
CHANCES: Final = [case for case in CONSISTENT if case.expect.probabilities]


def gathered(case: Case, most: int | None = None) -> Evidence:
    return Evidence.gather(case.record.table, case.record.events[:most])


@each_case
def test_deals_and_triples(case: Case) -> None:
    beliefs = count(gathered(case))
    assert (beliefs.deals, len(beliefs.triples)) == (case.expect.deals, case.expect.triples)
    assert is_possible(gathered(case)) is case.expect.consistent


@each_consistent
def test_facts_are_complete(case: Case) -> None:
    beliefs = count(gathered(case))
    assert beliefs.facts == case.facts
    assert {(p, card) for p, card in beliefs.holds} == {
        (fact.player, fact.card) for fact in case.facts if fact.holds
    }


@each_consistent
def test_player_holds_one_of_the_stated_cards(case: Case) -> None:
    evidence = gathered(case)
    for player, names in case.expect.one_of:
        place = case.place(player)
        lacked = (Fact(place, case.card(name), holds=False) for name in names)
        assert not is_possible(evidence.assuming(*lacked))


@pytest.mark.parametrize("case", CHANCES, ids=lambda case: case.path.stem)
def test_stated_chances(case: Case) -> None:
    beliefs = count(gathered(case))
    for player, card, fraction, decimal in case.expect.probabilities:
        chance = beliefs.chance(case.place(player), card)
        assert chance == Fraction(fraction)
        assert is_close(round(float(chance), 6), decimal)


@pytest.mark.parametrize("case", STAGED, ids=lambda case: case.path.stem)
def test_checkpoints(case: Case) -> None:
    for checkpoint in case.expect.checkpoints:
        beliefs = count(gathered(case, checkpoint.after))
        assert len(beliefs.triples) == checkpoint.envelope_triples
        odds = [list(beliefs.envelope[category]) for category in Category]
        assert [cards[0].name if len(cards) == 1 else None for cards in odds] == (
            checkpoint.determined
        )
        answer = None if beliefs.answer is None else [card.name for card in beliefs.answer]
        assert answer == checkpoint.envelope
