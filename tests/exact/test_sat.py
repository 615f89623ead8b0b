"""Against a SAT solver: positions of true games of real size, every fact and every envelope."""

from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings

from cluetree import Answering, Edition, Evidence, SolverTree, Table
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.exact import count
from tests.exact.data import CASES, Case
from tests.exact.games import blurred, play, seeded
from tests.exact.sat import facts_by_sat, triples_by_sat
from tests.exact.strategies import logs
from tests.strategies import Told

_CLASSIC: Final = [(CLUE_US, players) for players in (3, 4, 5, 6)]
_LARGE: Final = [(MASTER_DETECTIVE, players) for players in (6, 7, 8, 9, 10)]


def position(seed: int) -> tuple[Evidence, Evidence]:
    """Return a position of a random game, gathered from its events and from the tree."""
    rng = seeded(seed)
    edition, players = rng.choice(_CLASSIC * 2 + _LARGE)
    game = play(
        rng,
        edition,
        players,
        rounds=4,
        answering=rng.choice(tuple(Answering)),
        leftover_face_up=rng.random() < 0.3,
        onlooker=rng.random() < 0.15,
    )
    table = blurred(game.table, rng) if rng.random() < 0.15 else game.table
    events = game.events[: rng.choice((0, 1, 2, 4, rng.randrange(len(game.events) + 1)))]
    if rng.random() < 0.7:
        events = game.after(rng.choice((1, 1, 1, 2, 2, 3, 4)))
    return Evidence.gather(table, events), SolverTree.at(table, events).evidence()


def check(seed: int) -> None:
    told, pruned = position(seed)
    beliefs = count(told)
    assert beliefs.facts == facts_by_sat(told)
    assert count(pruned) == beliefs
    if len(beliefs.triples) <= 60:
        assert {triple.guess for triple in beliefs.triples} == triples_by_sat(pruned)


@pytest.mark.parametrize("seed", range(60))
def test_every_fact_of_a_real_position(seed: int) -> None:
    check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60, 700))
def test_every_fact_of_many_real_positions(seed: int) -> None:
    check(seed)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
def test_every_envelope_of_a_case(case: Case) -> None:
    evidence = Evidence.gather(case.record.table, case.record.events)
    check_all(evidence)
    assert len(triples_by_sat(evidence)) == case.expect.triples


@settings(suppress_health_check=list(HealthCheck))
@given(logs())
def test_small_games(told: Told) -> None:
    check_all(Evidence.gather(told.table, told.events))


def check_all(evidence: Evidence) -> None:
    beliefs = count(evidence)
    assert facts_by_sat(evidence) == (beliefs.facts if beliefs.deals else None)
    assert {triple.guess for triple in beliefs.triples} == triples_by_sat(evidence)


DECK: Final = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
TABLE: Final = Table.set_up(DECK, {"Ann": 1, "Bob": 2})


def test_impossible_deal_has_no_facts() -> None:
    for table in (
        Table.set_up(DECK, {"Ann": 1, "Bob": 1}),
        Table.set_up(DECK, {"Ann": 9, "Bob": None}),
        Table.set_up(DECK, {"Ann": 6, "Bob": 0}),
    ):
        assert facts_by_sat(Evidence.gather(table)) is None
        assert triples_by_sat(Evidence.gather(table)) == frozenset()
