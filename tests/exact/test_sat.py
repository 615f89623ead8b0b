"""Against a SAT solver: positions of true games of real size, every fact and every envelope."""

import subprocess
import sys
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings

from cluetree import Answering, Edition, Evidence, Holds, SolverTree, Table
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.exact import count, crosscheck
from cluetree.exact.crosscheck import audit, facts_by_sat, triples_by_sat
from tests.exact.data import CASES, Case
from tests.exact.games import blurred, play, seeded
from tests.exact.strategies import logs
from tests.strategies import Told

_CLASSIC: Final = [(CLUE_US, players) for players in (3, 4, 5, 6)]
_LARGE: Final = [(MASTER_DETECTIVE, players) for players in (6, 7, 8, 9, 10)]


def position(seed: int) -> tuple[Evidence, Evidence]:
    """One position in a game that the seed decides, as told and by way of the tree."""
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
    assert audit(evidence) == []
    assert len(triples_by_sat(evidence)) == case.expect.triples


@settings(suppress_health_check=list(HealthCheck))
@given(logs())
def test_small_games_pass_the_audit(told: Told) -> None:
    assert audit(Evidence.gather(told.table, told.events)) == []


DECK: Final = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
TABLE: Final = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
PLUM: Final = DECK.card("plum")


def test_what_cannot_be_has_no_facts() -> None:
    for table in (
        Table.set_up(DECK, {"Ann": 1, "Bob": 1}),
        Table.set_up(DECK, {"Ann": 9, "Bob": None}),
        Table.set_up(DECK, {"Ann": 6, "Bob": 0}),
    ):
        assert facts_by_sat(Evidence.gather(table)) is None
        assert triples_by_sat(Evidence.gather(table)) == frozenset()
        assert audit(Evidence.gather(table)) == []


def test_an_audit_names_every_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Evidence.gather(TABLE, [Holds("Ann", PLUM)])
    more = Evidence.gather(TABLE)
    beliefs = count(more)
    monkeypatch.setattr(crosscheck, "count", lambda _: beliefs)
    assert audit(told)[:1] == ["only SAT finds that Ann holds plum"]
    assert "only counting allows plum, rope, hall" in audit(told)
    beliefs = count(told)
    assert audit(more)[:1] == ["only counting finds that Ann holds plum"]
    assert "only SAT allows plum, rope, hall" in audit(more)
    assert audit(replace(told, lacked=(PLUM_BIT, 0, 0))) == ["SAT finds no deal, counting 4"]
    beliefs = count(replace(told, lacked=(PLUM_BIT, 0, 0)))
    assert audit(told) == ["SAT finds a deal, counting none"]


PLUM_BIT: Final = 1 << DECK.position[PLUM]


@pytest.mark.slow
def test_nothing_else_needs_the_solver() -> None:
    """Importing the library, the counter and the command loads neither it nor the crosscheck."""
    code = (
        "import sys, cluetree.exact, cluetree.interfaces.cli.main\n"
        "assert not {'pysat', 'cluetree.exact.crosscheck'} & set(sys.modules)\n"
        "import cluetree.exact.crosscheck\n"
        "assert 'pysat' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_the_solver_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    monkeypatch.setitem(sys.modules, "pysat.card", None)
    with pytest.raises(ModuleNotFoundError, match="pysat"):
        audit(Evidence.gather(TABLE))
