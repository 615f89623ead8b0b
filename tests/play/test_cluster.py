"""A local Dask cluster, a scheduler and two workers over TCP, plays the same tournament."""

import pytest

from cluetree.errors import ResultsError
from cluetree.play import AccusationRule, Rules
from cluetree.play.agents import Heuristic, RandomStateful
from cluetree.play.result_store import ResultStore
from cluetree.play.standings import standings
from cluetree.play.tournament import Entrant, Tournament, run
from cluetree.play.workers import cluster, processes

pytestmark = pytest.mark.slow

RANDOM, HEURISTIC = Entrant("random", RandomStateful()), Entrant("heuristic", Heuristic())
TOURNAMENT = Tournament((HEURISTIC, RANDOM, RANDOM), Rules(accusers=AccusationRule.ALL))


def test_cluster_and_workers_play_the_same_games() -> None:
    distributed = pytest.importorskip("distributed")  # here, since it is slow to import
    here = run(TOURNAMENT, 40, ResultStore())
    with processes(2) as pool:
        assert run(TOURNAMENT, 40, ResultStore(), executor=pool) == here
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, protocol="tcp", dashboard_address=None
        ) as local,
        cluster(local.scheduler_address, patience=300) as pool,
    ):
        there = run(TOURNAMENT, 40, ResultStore(), executor=pool)
    assert there == here
    assert [row.share for row in standings(there).entrants] == [
        row.share for row in standings(here).entrants
    ]


def test_missing_scheduler_is_an_error() -> None:
    pytest.importorskip("distributed")
    nobody = cluster("tcp://127.0.0.1:9", patience=0.5)
    with pytest.raises(ResultsError, match="no Dask scheduler answers at tcp:"), nobody:
        pytest.fail("a scheduler answered")
