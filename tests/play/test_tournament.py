"""Tournaments: the same games on any executor, resumed after a stop, with faults named."""

import os
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from cluetree import Category, ClueGuess, Table
from cluetree.errors import ClueError, InvalidAgentError, ResultsError
from cluetree.play import AccusationRule, BaseAgent, Gamble, Rules
from cluetree.play.agents import Heuristic, RandomStateful
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.standings import standings
from cluetree.play.supervised import FaultKind, TimeLimits
from cluetree.play.tournament import Entrant, Tournament, cells, run
from cluetree.play.workers import cluster, processes

A, B = Entrant("a", RandomStateful()), Entrant("b", RandomStateful(deduction="exact"))
RULES = Rules(accusers=AccusationRule.ALL)


def games_of(tournament: Tournament, deals: int) -> tuple[Played, ...]:
    return run(tournament, deals, ResultStore())


def deal_of_all(tournament: Tournament, deal: int) -> list[Played]:
    return [tournament.play((deal, order)) for order in tournament.orders()]


def test_all_seatings_and_rotations() -> None:
    three = (A, B, Entrant("c", Heuristic()))
    assert len(Tournament(three, RULES).orders()) == 6
    rotations = Tournament(three, RULES, seatings="rotations").orders()
    assert rotations == (("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"))
    alike = {game.seating for game in deal_of_all(Tournament((A, B, B), RULES), 0)}
    assert alike == {("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")}


def test_seatings_share_their_deals() -> None:
    """The deal depends on the seed only, and equal agents play equal games on it."""
    one = Tournament((A, A, A), RULES, seed=5)
    other = Tournament((A, Entrant("x", RandomStateful()), A), RULES, seed=5)
    won = {(game.winner, game.turns) for game in deal_of_all(other, 0)}
    assert won == {(game.winner, game.turns) for game in deal_of_all(one, 0)}


@contextmanager
def local_cluster() -> Generator[Executor]:
    """A scheduler and two workers over TCP."""
    distributed = pytest.importorskip("distributed")  # here, since it is slow to import
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with (
        distributed.LocalCluster(protocol="tcp", **options) as local,
        cluster(local.scheduler_address, patience=300) as pool,
    ):
        yield pool


@pytest.mark.slow
@pytest.mark.parametrize(
    "pool", [lambda: processes(2), lambda: ThreadPoolExecutor(3), local_cluster]
)
def test_workers_change_nothing(pool: Callable[[], AbstractContextManager[Executor]]) -> None:
    tournament = Tournament((A, B, B), RULES)
    with pool() as executor:
        assert run(tournament, 30, ResultStore(), executor=executor) == games_of(tournament, 30)


@pytest.mark.slow
def test_missing_scheduler_is_an_error() -> None:
    pytest.importorskip("distributed")
    nobody = cluster("tcp://127.0.0.1:9", patience=0.5)
    with pytest.raises(ResultsError, match="no Dask scheduler answers at tcp:"), nobody:
        pytest.fail("a scheduler answered")


def test_cells_of_the_benchmark_are_independent() -> None:
    table, small = cells((A, B), (A, B)), cells((B,), (A,))
    assert {pair: table[pair].orders()[-1] for pair in table} == {
        ("a", "b"): ("b", "b", "a"),
        ("b", "a"): ("b", "a", "a"),
    }
    assert small["b", "a"].fingerprint == table["b", "a"].fingerprint


@pytest.mark.slow
def test_interrupted_tournament_resumes(tmp_path: Path) -> None:
    tournament = Tournament((A, B, B), RULES)
    path = tmp_path / "games.jsonl"

    def stop(done: int, _total: int) -> None:
        if done >= 13:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tournament, 20, ResultStore(path), progress=stop)
    told: list[tuple[int, int]] = []
    games = run(tournament, 20, ResultStore(path), progress=lambda *done: told.append(done))
    assert told[0] == (13, 60)
    assert told[-1] == (60, 60)
    assert all(after[0] - before[0] == 1 for before, after in pairwise(told))
    assert games == games_of(tournament, 20)


def test_more_deals_extend_a_tournament() -> None:
    tournament, store = Tournament((A, B, B), RULES), ResultStore()
    few = run(tournament, 3, store)
    many = run(tournament, 8, store)
    assert many[: len(few)] == few
    assert run(tournament, 3, store) == few
    assert many == games_of(tournament, 8)


class Fatal(RandomStateful):
    """Ends its process."""

    def begin(self, table: Table, rng: Random) -> None:
        super().begin(table, rng)
        os._exit(9)


@pytest.mark.slow
def test_agent_that_ends_its_worker_ends_the_run() -> None:
    with pytest.raises(ResultsError, match="perhaps by an agent"), processes(2) as pool:
        run(Tournament((Entrant("f", Fatal()), A, A), RULES), 2, ResultStore(), executor=pool)


class Unsendable(RandomStateful):
    """Has a lock, which cannot be copied or pickled."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()


@pytest.mark.parametrize("has_executor", [False, True])
def test_agent_that_cannot_be_copied_is_an_error(has_executor: bool) -> None:
    tournament = Tournament((Entrant("x", Unsendable()), A, A), RULES)
    with ThreadPoolExecutor(1) as pool, pytest.raises(InvalidAgentError, match="x cannot be cop"):
        run(tournament, 1, ResultStore(), executor=pool if has_executor else None)


def test_limits_make_another_tournament() -> None:
    free = Tournament((A, B, B), RULES)
    hurried = Tournament((A, B, B), RULES, limits=TimeLimits(game=1e-9))
    assert hurried.fingerprint != free.fingerprint
    found = standings(games_of(hurried, 2))
    assert all(row.conduct.count(FaultKind.LATE) for row in found.entrants)
    assert found.unfinished == found.games


class Nameless(BaseAgent):
    pass


@pytest.mark.parametrize(
    ("entrants", "says"),
    [
        ((A, B), "expected 3 entrants, got 2"),
        ((A, A, Entrant("a", Heuristic())), r"a is both RandomStateful\(.*\) and Heuristic\("),
        ((A, A, Entrant("n", Nameless())), "does not describe its options"),
    ],
)
def test_invalid_tournament_is_rejected(entrants: tuple[Entrant, ...], says: str) -> None:
    with pytest.raises(ClueError, match=says):
        Tournament(entrants, RULES)


@dataclass
class Rash(BaseAgent):
    """Accuses at once; half of such agents say how sure they are."""

    says: bool = False
    gambled: Gamble | None = None

    def accuse(self) -> ClueGuess | None:
        guess = ClueGuess(*map(self.rng.choice, map(self.table.edition.of, Category)))
        self.gambled = Gamble(guess, 0.25) if self.says else None
        return guess


def test_declared_gambles_are_kept() -> None:
    entrants = (Entrant("sure", Rash(says=True)), Entrant("rash", Rash()))
    for game in games_of(Tournament(entrants, Rules(players=("Ann", "Bob")), seed=1), 3):
        chances = dict(zip(game.seating, game.gambles, strict=True))
        assert chances == {"sure": 0.25, "rash": None}
        assert game.winner is None
