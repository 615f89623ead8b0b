"""A seat's knowledge, against enumeration, counting, and a second propagation."""

from collections.abc import Iterable
from typing import Final

import pytest
from hypothesis import given, strategies as st

from cluetree import Category, ContradictionError, Edition, Event, Table
from cluetree.claims import Fact
from cluetree.editions import CLUE_US
from cluetree.events import HoldsSome
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.play.knowledge import DEDUCTIONS, Deduction, Knowledge
from tests.brute import certain, deals
from tests.exact.games import play, seeded
from tests.play.naive import Clash, propagate
from tests.strategies import Told, told_anyhow, told_truly


def known(
    table: Table, events: Iterable[Event] = (), deduction: Deduction = "propagation"
) -> Knowledge:
    knowledge = Knowledge(table, deduction)
    for event in events:
        knowledge.tell(event)
    return knowledge


def facts(knowledge: Knowledge) -> frozenset[Fact]:
    return knowledge.evidence().facts


# Against all deals of tiny games


@given(told_truly())
def test_exact_knowledge_has_every_certain_fact(told: Told) -> None:
    exact = known(told.table, told.events, "exact")
    assert facts(exact) == certain(deals(told.table, told.events), told.table)


@given(told_truly(), st.sampled_from(DEDUCTIONS))
def test_no_event_is_lost(told: Told, deduction: Deduction) -> None:
    evidence = known(told.table, told.events, deduction).evidence()
    assert count(evidence).counts == count(Evidence.gather(told)).counts


@given(told_anyhow())
def test_propagation_is_the_plain_fixpoint(told: Told) -> None:
    try:
        true, false = propagate(told.table, told.events)
    except Clash:
        with pytest.raises(ContradictionError):
            known(told.table, told.events)
        return
    knowledge = known(told.table, told.events)
    assert facts(knowledge) == {
        *(Fact(name, card, holds=True) for name, card in true),
        *(Fact(name, card, holds=False) for name, card in false),
    }


@given(told_anyhow())
def test_exact_knowledge_finds_every_contradiction(told: Told) -> None:
    if next(deals(told.table, told.events), None) is None:
        with pytest.raises(ContradictionError):
            known(told.table, told.events, "exact")
    else:
        known(told.table, told.events, "exact")


# In games of real size


SEEDS: Final = (range(4), pytest.param(range(4, 12), marks=pytest.mark.slow))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("seeds", SEEDS)
def test_propagation_in_real_games(seeds: range, players: int) -> None:
    for seed in seeds:
        game = play(seeded(seed), CLUE_US, players, 6)
        knowledge = Knowledge(game.table)
        for number, event in enumerate(game.events, start=1):
            knowledge.tell(event)
            true, false = propagate(game.table, game.events[:number])
            assert facts(knowledge) == {
                *(Fact(name, card, holds=True) for name, card in true),
                *(Fact(name, card, holds=False) for name, card in false),
            }
        assert facts(knowledge) <= count(Evidence.gather(game)).facts


def test_only_counting_finds_that_one_card_cannot_be_two() -> None:
    deck = Edition(("Plum", "Green"), ("Rope", "Knife"), ("Hall", "Study"))
    table = Table.set_up(deck, {"Bob": 2, "Eve": 1})
    events = [HoldsSome("Eve", deck.of(kind)) for kind in (Category.SUSPECT, Category.WEAPON)]
    known(table, events)
    with pytest.raises(ContradictionError):
        known(table, events, "exact")
