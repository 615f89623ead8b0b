"""A local Dask cluster, a scheduler and two workers over TCP, plays the same tournament."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cluetree.errors import ResultsError
from cluetree.play import AccusationRule, Rules
from cluetree.play.agents import Heuristic, RandomStateful
from cluetree.play.conduct import Fault, FaultKind
from cluetree.play.result_store import ResultStore
from cluetree.play.tournament import Entrant, Tournament, run
from cluetree.play.workers import cluster
from tests.play.test_misbehaving_agents import agent, contest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import LocalCluster

pytestmark = pytest.mark.slow

RANDOM, HEURISTIC = Entrant("random", RandomStateful()), Entrant("heuristic", Heuristic())
TOURNAMENT = Tournament((HEURISTIC, RANDOM, RANDOM), Rules(claims=AccusationRule.ALL))


@pytest.fixture(scope="module")
def local() -> "Iterator[LocalCluster]":
    distributed = pytest.importorskip("distributed")  # here, since it is slow to import
    dask = pytest.importorskip("dask")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, protocol="tcp", dashboard_address=None
        ) as started,
    ):
        yield started


def test_cluster_plays_the_same_games(local: "LocalCluster") -> None:
    here = run(TOURNAMENT, 40, ResultStore())
    with cluster(local.scheduler_address, patience=300) as executor:
        assert run(TOURNAMENT, 40, ResultStore(), executor=executor) == here


def test_agent_that_ends_a_worker_is_at_fault(local: "LocalCluster", tmp_path: Path) -> None:
    ending = agent(tmp_path, "ending", "accuse(self): os._exit(7)")
    with cluster(local.scheduler_address, patience=300) as executor:
        (played, _) = run(contest([ending]), 1, ResultStore(), executor=executor)
    fault = Fault(FaultKind.CRASH, "it ended its process with status 7")
    assert sorted(conduct.faults for conduct in played.conduct) == [(), (fault,)]


def test_games_of_a_cluster_without_workers_are_played_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("cluetree.play.tournament.PATIENCE", 0.5)
    here = run(TOURNAMENT, 2, ResultStore())
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty,
        cluster(empty.scheduler_address, patience=300) as executor,
    ):
        assert run(TOURNAMENT, 2, ResultStore(), executor=executor) == here


def test_missing_scheduler_is_an_error() -> None:
    pytest.importorskip("distributed")
    nobody = cluster("tcp://127.0.0.1:9", patience=0.5)
    with pytest.raises(ResultsError, match="no Dask scheduler answers at tcp:"), nobody:
        pytest.fail("somebody answered")
