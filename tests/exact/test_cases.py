"""Thirty real records with their right answers: counting gives every one of them."""

from fractions import Fraction
from typing import Final

import pytest

from cluetree import Category, ClueGuess, ContradictionError, Evidence, SolverTree
from cluetree.exact import count, is_possible
from tests.exact.data import CASES, CONSISTENT, IMPOSSIBLE, Case, is_close

pytestmark = pytest.mark.usefixtures("path")

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
each_consistent = pytest.mark.parametrize("case", CONSISTENT, ids=lambda case: case.path.stem)
each_impossible = pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.path.stem)
STAGED: Final = [case for case in CONSISTENT if case.expect.checkpoints]
REAL: Final = [case for case in CONSISTENT if case.expect.truth is not None]
UNKNOWN: Final = [case for case in CONSISTENT if case.expect.unknown]
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
def test_known_envelope_cards(case: Case) -> None:
    beliefs = count(gathered(case))
    odds = [list(beliefs.envelope[category]) for category in Category]
    known = [cards[0] if len(cards) == 1 else None for cards in odds]
    expected = case.expect.envelope or []
    assert known == [None if name is None else case.card(name) for name in expected]
    assert beliefs.answer == (None if None in known else ClueGuess(*(c for c in known if c)))


@each_consistent
def test_tree_leads_to_the_same_beliefs(case: Case) -> None:
    tree = SolverTree.at(case.record.table, case.record.events)
    assert count(tree.evidence()) == count(gathered(case))


@each_consistent
def test_expected_one_ofs_are_found(case: Case) -> None:
    found = {(one.player, one.cards) for one in count(gathered(case)).one_of}
    for player, cards in case.expect.one_of:
        assert (player, frozenset(map(case.card, cards))) in found


@pytest.mark.parametrize("case", UNKNOWN, ids=lambda case: case.path.stem)
def test_open_facts_stay_open(case: Case) -> None:
    beliefs = count(gathered(case))
    for player, card in case.expect.unknown:
        assert 0 < beliefs.chance(card, case.place(player)) < 1


@pytest.mark.parametrize("case", CHANCES, ids=lambda case: case.path.stem)
def test_stated_chances(case: Case) -> None:
    beliefs = count(gathered(case))
    for player, card, fraction, decimal in case.expect.probabilities:
        chance = beliefs.chance(card, case.place(player))
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


@pytest.mark.parametrize("case", REAL, ids=lambda case: case.path.stem)
def test_truth_stays_possible_at_every_step(case: Case) -> None:
    truth = case.expect.truth
    assert truth is not None
    places = [*truth.hands.items(), ("envelope", truth.envelope)]
    for most in range(len(case.record.events) + 1):
        beliefs = count(gathered(case, most))
        assert any(
            {card.name for card in triple.guess} == {case.card(n).name for n in truth.envelope}
            for triple in beliefs.triples
        )
        for place, cards in places:
            assert all(beliefs.count(card, place) for card in cards)


@each_impossible
def test_impossible_record_has_no_deal_and_no_facts(case: Case) -> None:
    beliefs = count(gathered(case))
    assert beliefs.facts == frozenset()
    assert not any((beliefs.triples, beliefs.one_of))
    assert beliefs.answer is None
    assert beliefs.entropy == 0
    with pytest.raises(ContradictionError, match="no deal fits"):
        beliefs.chance(beliefs.edition.cards[0], "envelope")
