"""The compiled core against plain Python: the same answers, the same limits."""

import gc
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import cache
from random import Random
from types import FrameType
from unittest.mock import patch

import pytest

from cluetree.errors import LimitReached
from cluetree.exact import _native
from cluetree.exact._count import _tally
from cluetree.exact._problem import OpenCard, Problem, reduce
from cluetree.exact._sample import Sampler
from cluetree.exact._tally import Tally
from cluetree.exact.limit import Limit, Meter
from tests.exact.data import states
from tests.exact.problems import random_problem

needs_core = pytest.mark.skipif(_native.version() is None, reason="cluetree-native is not in use")


@contextmanager
def plain() -> Iterator[None]:
    """As if the core were not there."""
    with patch.object(_native, "_core", None):
        yield


class Tallyman(Meter):
    """Counts states."""

    states = 0

    def spend(self, states: int = 1) -> None:
        self.states += states


def both(problem: Problem) -> tuple[Tally, Tally]:
    """Count on both paths, which must meet the same states."""
    ours, theirs = Tallyman(), Tallyman()
    with plain():
        expected = _tally(problem, ours)
    found = _tally(problem, theirs)
    assert theirs.states == ours.states
    return expected, found


@cache
def stored() -> dict[str, Problem]:
    return {
        state.place: reduction.problem
        for state in states()
        if (reduction := reduce(state.gathered)) is not None
    }


@needs_core
def test_stored_positions() -> None:
    for place, problem in stored().items():
        expected, found = both(problem)
        assert found == expected, place


@needs_core
def test_random_problems() -> None:
    for seed in range(200):
        expected, found = both(random_problem(Random(seed)))
        assert found == expected, seed


@needs_core
@pytest.mark.slow
def test_very_many_random_problems() -> None:
    for seed in range(1000, 11_000):
        expected, found = both(random_problem(Random(seed), most_cards=18, most_players=9))
        assert found == expected, seed


def drawn_on_both(problem: Problem, seed: int, number: int = 12) -> None:
    """Draw deals on both paths, which must meet the same states, and the same chance."""
    ours, theirs, rng, other = Tallyman(), Tallyman(), Random(seed), Random(seed)
    with plain():
        expected = Sampler(problem, ours).draw(number, rng)
    assert Sampler(problem, theirs).draw(number, other) == expected
    assert theirs.states == ours.states
    assert other.getstate() == rng.getstate()


@needs_core
def test_the_same_seed_draws_the_same_deals() -> None:
    for seed in range(200):
        problem = random_problem(Random(seed))
        if _tally(problem, Meter()).deals:
            drawn_on_both(problem, seed)


@needs_core
@pytest.mark.slow
def test_the_same_seed_draws_the_same_deals_of_very_many_problems() -> None:
    for number, problem in enumerate(stored().values()):
        drawn_on_both(problem, number)
    for seed in range(1000, 4000):
        problem = random_problem(Random(seed), most_cards=18, most_players=9)
        if _tally(problem, Meter()).deals:
            drawn_on_both(problem, seed)


@needs_core
def test_chance_that_the_core_does_not_know_draws_in_python() -> None:
    class Loaded(Random):
        def getrandbits(self, k: int, /) -> int:
            return super().getrandbits(k) & 1

    problem = random_problem(Random(3))
    with plain():
        expected = Sampler(problem, Meter()).draw(9, Loaded(1))
    assert Sampler(problem, Meter()).draw(9, Loaded(1)) == expected


def test_random_problems_are_of_every_shape() -> None:
    problems = [random_problem(Random(seed)) for seed in range(200)]
    assert any(None in problem.room for problem in problems)
    assert any(problem.failed_accusations for problem in problems)
    assert any(len(branch) > 1 for problem in problems for branch in problem.branches)
    envelopes = [problem.envelope in dict(b) for problem in problems for b in problem.branches]
    assert any(envelopes)
    counts = [_tally(problem, Meter()).deals for problem in problems]
    assert 0 < counts.count(0) < 40


def alike(cards: int, room: tuple[int | None, ...]) -> Problem:
    """So many suspects that anybody may have, the envelope not."""
    everybody = (1 << len(room)) - 1
    card = OpenCard(0, everybody)
    return Problem((card,) * cards, room, (False, False, False), (), frozenset())


@needs_core
def test_numbers_of_128_bits() -> None:
    expected, found = both(alike(36, (6,) * 6))
    assert found == expected
    assert 2**64 < found.deals < 2**128
    drawn_on_both(alike(36, (6,) * 6), 1)


@needs_core
def test_the_core_declines_what_might_not_fit() -> None:
    for problem in (
        alike(60, (None,) * 10),  # ten places to the power of sixty
        alike(64, (32, 32)),
        alike(2, (*(0,) * 80, 2)),
        alike(3, (2, 2)),  # more room than cards
    ):
        assert _native.count(problem, Meter()) is None
        assert _native.sampler(problem, Meter()) is None
        expected, found = both(problem)
        assert found == expected


@pytest.mark.parametrize("core", [None, _native._core])
def test_more_room_than_cards_is_no_deal(core: object) -> None:
    # 26 is 10 and 16 more, which fields of the width that ten cards need took for 10 alone.
    with patch.object(_native, "_core", core):
        assert _tally(alike(10, (9, 9, 8)), Meter()).deals == 0


both_paths = pytest.mark.parametrize("path", [plain, pytest.param(nullcontext, marks=needs_core)])


@both_paths
def test_a_limit_holds(path: Callable[[], AbstractContextManager[None]]) -> None:
    hard = max(stored().values(), key=lambda problem: len(problem.branches))
    meter = Tallyman()
    with path():
        _tally(hard, meter)
        assert _tally(hard, Meter(Limit(states=meter.states))).deals
        # The question's limit holds for a part of it, too.
        for whole in (Meter(Limit(states=meter.states - 1)), Meter(Limit(seconds=0))):
            for work in (whole, whole.part()):
                for question in (_tally, Sampler):
                    with pytest.raises(LimitReached, match="the answer needs"):
                        question(hard, work)


class RungError(Exception):
    """What the alarm raises."""


def ring(_number: int, _frame: FrameType | None) -> None:
    raise RungError


@both_paths
@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm here")
def test_a_signal_is_heard_while_it_counts(
    path: Callable[[], AbstractContextManager[None]],
) -> None:
    # Ctrl-C comes the same way. To count this takes even the core many seconds.
    rng = Random(1)
    everybody = alike(36, (6,) * 6)
    branches = {
        ((rng.randrange(6), sum(1 << c for c in rng.sample(range(36), 4))),) for _ in range(36)
    }
    hard = replace(everybody, branches=tuple(sorted(branches)))

    def count_until_it_rings() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        _tally(hard, Meter(Limit(seconds=30)))

    before = signal.signal(signal.SIGALRM, ring)
    gc.disable()  # what is raised in one of its callbacks is swallowed
    try:
        with path(), pytest.raises(RungError):
            count_until_it_rings()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
