"""The table to beat: the same games every time, and nobody against their like."""

import pytest

from cluetree.play.agents import Heuristic, RandomStateful, Wensel
from cluetree.play.benchmark import YARDSTICKS, Benchmark
from cluetree.play.result_store import ResultStore
from cluetree.play.roster import agent_named
from cluetree.play.supervised import TimeLimits
from cluetree.play.tournament import Entrant

RANDOM, WENSEL = Entrant("random", RandomStateful()), Entrant("wensel", Wensel())
MINE = Entrant("mine", Heuristic(tie="random"))


def test_each_meets_two_of_each_other() -> None:
    table = Benchmark((RANDOM, WENSEL, MINE), (RANDOM, WENSEL), deals=2)
    store, told = ResultStore(), list[tuple[int, int]]()
    table.play(store, progress=lambda done, total: told.append((done, total)))
    found = table.table(store)
    assert [(cell.agent.name, cell.against) for cell in found.cells] == [
        ("random", "wensel"),
        ("wensel", "random"),
        ("mine", "random"),
        ("mine", "wensel"),
    ]
    assert all(cell.agent.games == 6 for cell in found.cells)
    assert found.games == table.games == 24
    assert told[-1] == (24, 24)
    assert told == sorted(told)


def test_all_games_have_the_same_limits_and_seed() -> None:
    limits = TimeLimits(choice=3)
    table = Benchmark((MINE,), (RANDOM, WENSEL), deals=1, seed=7, limits=limits)
    assert [(each.seed, each.limits) for each in table.tournaments()] == [(7, limits)] * 2


def test_who_joins_changes_no_other_cell() -> None:
    small, large = (Benchmark((WENSEL, *more), (RANDOM,), deals=3) for more in ((), (MINE, RANDOM)))
    store, other = ResultStore(), ResultStore()
    small.play(store)
    large.play(other)
    one, two = small.table(store).cells[0], large.table(other).cells[0]
    assert (one.agent.share, one.agent.by_seat) == (two.agent.share, two.agent.by_seat)


def test_it_goes_on_where_it_stopped() -> None:
    table, store = Benchmark((WENSEL, MINE), (RANDOM,), deals=2), ResultStore()

    def stop(done: int, _: int) -> None:
        if done == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table.play(store, progress=stop)
    assert [cell.agent.name for cell in table.table(store).cells] == ["wensel"]
    table.play(store)
    assert [cell.agent.name for cell in table.table(store).cells] == ["wensel", "mine"]


@pytest.mark.parametrize("name", YARDSTICKS)
def test_yardsticks_are_agents(name: str) -> None:
    assert repr(agent_named(name))
