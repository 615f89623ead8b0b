"""Tournaments: the same games on any executor, resumed after a stop, with faults named."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from more_itertools import map_reduce

from cluetree import Category, ClueGuess, Table
from cluetree.errors import ClueError, InvalidLimitError
from cluetree.play import AccusationRule, BaseAgent, Gamble, Rules
from cluetree.play.agent_code import Interrupt
from cluetree.play.agents import Heuristic, RandomStateful, ReadingRollout
from cluetree.play.conduct import FaultKind
from cluetree.play.result import retell
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.standings import Gambles, standings
from cluetree.play.supervised import TimeLimits
from cluetree.play.tournament import Entrant, Seatings, Tournament, finished, run


class Fatal(RandomStateful):
    """Kills its process once, if a file exists."""

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


class Diary(RandomStateful):
    """Plays by all hands that it has had."""

    begun: ClassVar[list[tuple["Diary", str, int]]] = []
    stops_after: ClassVar[int | None] = None

    def __init__(self) -> None:
        super().__init__()
        self.pages: list[str] = []

    def begin(self, table: Table, rng: Random) -> None:
        if len(self.begun) == self.stops_after:
            raise Interrupt
        self.pages.append(str(table.me))
        super().begin(table, Random(f"{self.pages} {rng.random()}"))
        self.begun.append((self, self.me.name, table.names.index(self.me.name)))


A, B = Entrant("a", RandomStateful()), Entrant("b", RandomStateful(deduction="certain"))
C, D = Entrant("c", Diary()), Entrant("d", Diary())
RULES = Rules(claims=AccusationRule.ALL)


def games_of(tournament: Tournament, deals: int) -> tuple[Played, ...]:
    return run(tournament, deals, ResultStore())


def deal_of_all(tournament: Tournament, deal: int) -> list[Played]:
    return [game for order in tournament.orders() for game in tournament.play((deal, order))]


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


def test_evening_has_the_same_agents_and_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Diary, "begun", begun := list[tuple[Diary, str, int]]())
    short = replace(RULES, most_turns=2)
    games = games_of(Tournament((C, D, D), short, seatings=Seatings.EVENINGS), 20)
    assert [(game.deal, game.evening) for game in games] == [(n, n // 10) for n in range(20)]
    seatings = [("c", "d", "d"), ("d", "d", "c"), ("d", "c", "d")]
    assert [game.seating for game in games] == [seatings[deal % 3] for deal in range(20)]
    agents = map_reduce(begun, lambda one: id(one[0]), lambda one: one[1:])
    assert len(agents) == 6
    for met in agents.values():
        first = RULES.players.index(met[0][0])
        assert met == [(RULES.players[first], (first - number) % 3) for number in range(10)]


@pytest.mark.slow
@pytest.mark.parametrize(("seatings", "deals"), [(Seatings.ROTATIONS, 3), (Seatings.EVENINGS, 10)])
def test_opponents_are_remembered_in_evenings_alone(seatings: Seatings, deals: int) -> None:
    pytest.importorskip("numpy")
    forgetful, remembering = (
        Entrant("me", ReadingRollout(deals=30, playouts=120, candidates=60, remember=remember))
        for remember in (False, True)
    )
    before, after = (
        games_of(Tournament((me, A, A), Rules(), seatings=seatings), deals)
        for me in (forgetful, remembering)
    )
    assert before[0] == after[0]
    assert (before == after) is (seatings is Seatings.ROTATIONS)


def test_interrupted_evening_is_played_from_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, store = Tournament((C, D, D), RULES, seatings=Seatings.EVENINGS), ResultStore()
    whole = games_of(tournament, 20)
    monkeypatch.setattr(Diary, "begun", [])
    monkeypatch.setattr(Diary, "stops_after", 3 * 15)
    told: list[tuple[int, int]] = []
    with pytest.raises(KeyboardInterrupt):
        run(tournament, 20, store)
    assert finished(tournament, 20, store) == whole[:10]
    monkeypatch.setattr(Diary, "stops_after", None)
    assert run(tournament, 20, store, progress=lambda *done: told.append(done)) == whole
    assert told == [(10, 20), (20, 20)]


@pytest.mark.parametrize("deals", [1, 9, 25])
def test_evenings_are_whole(deals: int) -> None:
    tournament = Tournament((A, B, B), RULES, seatings=Seatings.EVENINGS)
    with pytest.raises(InvalidLimitError, match=f"must be a multiple of 10 .* got {deals}"):
        games_of(tournament, deals)


def test_seatings_share_their_deals() -> None:
    """The deal depends on the seed only, and equal agents play equal games on it."""
    one = Tournament((A, A, A), RULES, seed=5)
    other = Tournament((A, Entrant("x", RandomStateful()), A), RULES, seed=5)
    won = {(game.winner, game.turns) for game in deal_of_all(other, 0)}
    assert won == {(game.winner, game.turns) for game in deal_of_all(one, 0)}


@pytest.mark.slow
@pytest.mark.parametrize("seatings", [Seatings.ALL, Seatings.EVENINGS])
def test_workers_change_nothing(seatings: Seatings) -> None:
    tournament = Tournament((D, B, B), RULES, seatings=seatings)
    here = games_of(tournament, 30)
    assert here == run(tournament, 30, ResultStore(), executor=lambda: ProcessPoolExecutor(2))
    assert here == run(tournament, 30, ResultStore(), executor=lambda: ThreadPoolExecutor(3))


@pytest.mark.slow
def test_interrupted_tournament_resumes(tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    ("seatings", "first", "last"), [(Seatings.ALL, 3, 8), (Seatings.EVENINGS, 10, 20)]
)
def test_more_deals_extend_a_tournament(seatings: Seatings, first: int, last: int) -> None:
    tournament, store = Tournament((D, B, B), RULES, seatings=seatings), ResultStore()
    few = run(tournament, first, store)
    many = run(tournament, last, store)
    assert many[: len(few)] == few
    assert run(tournament, first, store) == few
    assert many == games_of(tournament, last)


@pytest.mark.slow
@pytest.mark.parametrize("seatings", [Seatings.ALL, Seatings.EVENINGS])
def test_killed_worker_loses_no_game(seatings: Seatings, tmp_path: Path) -> None:
    sign = tmp_path / "kill"
    fatal = Tournament((Entrant("f", Fatal(sign)), D, A), RULES, seatings=seatings)
    calm = games_of(fatal, 20)
    sign.touch()
    store = ResultStore(tmp_path / "games.db")
    assert run(fatal, 20, store, executor=lambda: ProcessPoolExecutor(2)) == calm
    assert not sign.exists()


class Unsendable(RandomStateful):
    """Has a lock, which cannot be copied or pickled."""

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
@pytest.mark.parametrize(
    ("seatings", "deals", "games"), [(Seatings.ALL, 1, 3), (Seatings.EVENINGS, 10, 10)]
)
def test_agent_that_cannot_play_is_at_fault(
    agent: RandomStateful,
    executor: Callable[[], Executor] | None,
    words: str,
    *,
    seatings: Seatings,
    deals: int,
    games: int,
) -> None:
    tournament = Tournament((Entrant("x", agent), A, A), RULES, seatings=seatings)
    found = standings(run(tournament, deals, ResultStore(), executor=executor))
    (row,) = (row for row in found.entrants if row.name == "x")
    (fault,) = row.conduct.faults
    assert fault.kind is FaultKind.CRASH
    assert words in fault.words
    assert (found.games, fault.count) == (games, games)


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


def test_limits_make_another_tournament() -> None:
    free = Tournament((A, B, B), RULES)
    hurried = Tournament((A, B, B), RULES, limits=TimeLimits(game=1e-9))
    assert hurried.fingerprint != free.fingerprint
    found = standings(games_of(hurried, 2))
    assert all(row.conduct.count(FaultKind.LATE) for row in found.entrants)
    assert found.unfinished == found.games


class Nameless(BaseAgent):
    pass


class Unprintable(BaseAgent):
    def __repr__(self) -> str:
        raise SystemExit


@pytest.mark.parametrize(
    ("entrants", "says"),
    [
        ((A, B), "expected 3 entrants, got 2"),
        ((A, A, Entrant("a", Heuristic())), r"a is both RandomStateful\(.*\) and Heuristic\("),
        ((A, A, Entrant("n", Nameless())), "does not describe its options"),
        ((A, A, Entrant("u", Unprintable())), r"u: its __repr__ fails: SystemExit\(\)"),
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
