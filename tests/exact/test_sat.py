"""Against a SAT solver: positions of true games of real size, every fact and every envelope."""

from typing import Final

import pytest

from cluetree import SolverTree
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.table import Answering
from tests.exact.games import blurred, play, seeded
from tests.exact.sat import facts_by_sat, triples_by_sat

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
