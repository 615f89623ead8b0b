"""Tournaments: the same games on any executor, resumed after a stop, with faults named."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from cluetree import Category, ClueGuess, Table
from cluetree.errors import InvalidTableError, UnknownNameError
from cluetree.play import AccusationRule, BaseAgent, Gamble, Rules
from cluetree.play.agents import Heuristic, RandomStateful
from cluetree.play.conduct import Fault, FaultKind
from cluetree.play.result import retell
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.standings import Gambles, standings
from cluetree.play.supervised import TimeLimits
from cluetree.play.tournament import Entrant, Seatings, Tournament, run
from cluetree.play.workers import processes


class Fatal(RandomStateful):
    """Kills the process that it plays in, once; where a file says so."""

    def __init__(self, sign: Path):
        super().__init__()
        self.sign = sign

    def __repr__(self) -> str:
        return "Fatal()"

    def begin(self, table: Table, rng: Random) -> None:
        super().begin(table, rng)
        with suppress(FileNotFoundError):  # another worker may have been first
            self.sign.unlink()
            os._exit(9)


A, B = Entrant("a", RandomStateful()), Entrant("b", RandomStateful(deduction="certain"))
RULES = Rules(claims=AccusationRule.ALL)


def games_of(tournament: Tournament, deals: int) -> tuple[Played, ...]:
    return run(tournament, deals, ResultStore())


def deal_of_all(tournament: Tournament, deal: int) -> list[Played]:
    return [tournament.play((deal, order)) for order in tournament.orders()]


def test_entrants_of_one_name_are_interchangeable() -> None:
    seatings = {game.seating for game in deal_of_all(Tournament((A, B, B), RULES), 0)}
    assert seatings == {("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")}


def test_all_seatings_and_rotations() -> None:
    three = (A, B, Entrant("c", Heuristic()))
    assert len(Tournament(three, RULES).orders()) == 6
    assert Tournament(three, RULES, seatings=Seatings.ROTATIONS).orders() == (
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
    )


def test_each_deal_is_the_same_for_all_seatings() -> None:
    """What the seats are dealt follows from the seed, and alike agents play alike games there."""
    one = Tournament((A, A, A), RULES, seed=5)
    other = Tournament((A, Entrant("x", RandomStateful()), A), RULES, seed=5)
    won = {(game.winner, game.turns) for game in deal_of_all(other, 0)}
    assert won == {(game.winner, game.turns) for game in deal_of_all(one, 0)}


@pytest.mark.slow
def test_workers_change_nothing() -> None:
    tournament = Tournament((A, B, B), RULES)
    here = games_of(tournament, 30)
    assert here == run(tournament, 30, ResultStore(), executor=lambda: ProcessPoolExecutor(2))
    assert here == run(tournament, 30, ResultStore(), executor=lambda: ThreadPoolExecutor(3))


@pytest.mark.slow
def test_an_interrupted_tournament_resumes(tmp_path: Path) -> None:
    tournament = Tournament((A, B, B), RULES)
    path = tmp_path / "games.db"

    def stop(done: int, _total: int) -> None:
        if done >= 13:
            raise KeyboardInterrupt

    with ResultStore(path) as store, pytest.raises(KeyboardInterrupt):
        run(tournament, 20, store, progress=stop)
    told: list[tuple[int, int]] = []
    with ResultStore(path) as store:
        games = run(tournament, 20, store, progress=lambda *done: told.append(done))
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


@pytest.mark.slow
def test_a_killed_worker_loses_no_game(tmp_path: Path) -> None:
    sign = tmp_path / "kill"
    fatal = Tournament((Entrant("f", Fatal(sign)), A, A), RULES)
    calm = games_of(fatal, 20)
    sign.touch()
    store = ResultStore(tmp_path / "games.db")
    assert run(fatal, 20, store, executor=lambda: ProcessPoolExecutor(2)) == calm
    assert not sign.exists()


class Suicide(RandomStateful):
    """Ends the process that it plays in."""

    def accuse(self) -> ClueGuess | None:
        os._exit(7)


@pytest.mark.slow
def test_an_agent_that_ends_its_process_is_at_fault_and_the_games_go_on() -> None:
    tournament = Tournament((Entrant("s", Suicide()), A, A), RULES)
    with processes(2) as make:
        found = standings(run(tournament, 2, ResultStore(), executor=make))
    conducts = {row.name: row.conduct.faults for row in found.entrants}
    fault = Fault(FaultKind.CRASH, "it ended its process with status 7", 6)
    assert conducts == {"s": (fault,), "a": ()}
    assert found.games == 6


class Unsendable(RandomStateful):
    """Has a lock, which can be neither copied nor pickled."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()


@pytest.mark.parametrize(
    ("agent", "executor", "words"),
    [
        (Unsendable(), None, "cannot be copied: TypeError"),
        (Unsendable(), lambda: ThreadPoolExecutor(1), "cannot be sent to a worker: TypeError"),
    ],
)
def test_an_agent_that_cannot_play_is_at_fault(
    agent: RandomStateful, executor: Callable[[], Executor] | None, words: str
) -> None:
    tournament = Tournament((Entrant("x", agent), A, A), RULES)
    found = standings(run(tournament, 1, ResultStore(), executor=executor))
    (row,) = (row for row in found.entrants if row.name == "x")
    (fault,) = row.conduct.faults
    assert fault.kind is FaultKind.CRASH
    assert words in fault.words
    assert (found.games, fault.count) == (3, 3)


@pytest.mark.slow
def test_records_of_lost_games_are_kept() -> None:
    store = ResultStore()
    games = run(Tournament((A, B, B), RULES, lost_by="a"), 3, store)
    lost = [game for game in games if game.won_by != "a"]
    kept = list(store.records())
    assert 0 < len(kept) == len(lost) < len(games)
    assert games == games_of(Tournament((A, B, B), RULES), 3), "it changes no game"
    for game, record in zip(sorted(lost), sorted(kept, key=lambda r: r.title), strict=True):
        assert record.title.startswith(f"Deal {game.deal}: Ann ")
        assert f"{RULES.players[game.winner or 0]} won" in record.title
        *_, last = retell(record)
        assert RULES.players[game.winner or 0] in last.knows


def test_lost_games_are_kept_for_an_entrant_only() -> None:
    with pytest.raises(UnknownNameError, match="'z'"):
        Tournament((A, B, B), RULES, lost_by="z")


def test_limits_make_another_tournament() -> None:
    free = Tournament((A, B, B), RULES)
    hurried = Tournament((A, B, B), RULES, limits=TimeLimits(game=1e-9))
    assert hurried.made_of != free.made_of
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
def test_an_invalid_tournament_is_rejected(entrants: tuple[Entrant, ...], says: str) -> None:
    with pytest.raises(InvalidTableError, match=says):
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


def test_accusations_without_proof_are_kept() -> None:
    entrants = (Entrant("sure", Rash(says=True)), Entrant("rash", Rash()))
    contest = Tournament(entrants, Rules(players=("Ann", "Bob")), seed=1)
    games = run(contest, 3, ResultStore())
    for game in games:
        chances = {game.seating[one.seat]: one.chance for one in game.unproven}
        assert chances == {"sure": 0.25, "rash": None}
        assert game.winner is None
    found = {row.name: row.gambles for row in standings(games).entrants}
    assert found["sure"] == Gambles(6, 0, 0.25)
    assert found["rash"] == Gambles(6, 0, None)
