"""The compiled core against plain Python: the same answers."""

import gc
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import fields, replace
from functools import cache
from importlib import import_module
from itertools import compress, product
from math import factorial
from random import Random
from types import FrameType, SimpleNamespace
from typing import Final, cast
from unittest.mock import patch

import pytest

from cluetree.advice import advise
from cluetree.deduction import Marks, bits
from cluetree.errors import LimitReached
from cluetree.exact import _count, _problem
from cluetree.exact._count import Question, _tally, sampler
from cluetree.exact._problem import CATEGORIES, Label, OpenCard, Problem, Tally, reduce
from cluetree.limit import Limit, Meter
from tests.exact import needs_core
from tests.exact.data import states
from tests.exact.problems import random_problem

OPENING: Final = next(states("c3")).gathered


@contextmanager
def plain() -> Iterator[None]:
    """As if the core were not there."""
    with patch.object(_count, "_core", None):
        yield


def both(problem: Problem) -> tuple[Tally, Tally]:
    """Count on both paths."""
    with plain():
        expected = _tally(problem, Meter())
    return expected, _tally(problem, Meter())


@cache
def stored() -> dict[str, Problem]:
    return {
        state.place: reduction.problem
        for state in states()
        if (reduction := reduce(state.gathered)) is not None
    }


@needs_core
def test_stored_positions_without_numbers() -> None:
    for state in states("m10"):
        if state.line.deals is None:
            expected, found = both(stored()[state.place])
            assert found == expected, state.place


@needs_core
def test_core_declines_no_stored_position() -> None:
    assert all(
        _count.by_core(lambda core: core.count, problem, Meter()) for problem in stored().values()
    )


@needs_core
@pytest.mark.parametrize("seeds", [200, pytest.param(10_000, marks=pytest.mark.slow)])
def test_random_problems(seeds: int) -> None:
    for seed in range(seeds):
        expected, found = both(random_problem(Random(seed), most_cards=18, most_players=9))
        assert found == expected, seed


@pytest.mark.usefixtures("path")
def test_random_problems_by_enumeration() -> None:
    for seed in range(150):
        problem = random_problem(Random(seed), most_cards=6, most_players=4)
        assert _tally(problem, Meter()) == enumerated(problem), seed


def enumerated(problem: Problem) -> Tally:
    """Count the deals one by one."""
    everywhere = product(*([*bits(card.places)] for card in problem.cards))
    found = [deal for deal in everywhere if fits(problem, deal)]
    places = problem.envelope + 1
    hidden = [
        {problem.cards[c].category: c for c, at in enumerate(deal) if at == problem.envelope}
        for deal in found
    ]
    return Tally(
        len(found),
        tuple(
            tuple([deal[card] for deal in found].count(place) for place in range(places))
            for card in range(len(problem.cards))
        ),
        Counter(tuple(map(cards.get, range(CATEGORIES))) for cards in hidden),
    )


def fits(problem: Problem, deal: tuple[int, ...]) -> bool:
    hidden = {card for card, place in enumerate(deal) if place == problem.envelope}
    categories = sorted(problem.cards[card].category for card in hidden)
    return (
        categories == [*compress(range(CATEGORIES), problem.needs)]
        and all(c in {None, deal.count(player)} for player, c in enumerate(problem.capacity))
        and all(
            any(deal[card] == place for place, cards in branch for card in bits(cards))
            for branch in problem.branches
        )
        and not any({*bits(triple)} <= hidden for triple in problem.failed_accusations)
    )


class Recorder:
    """A view of an object that records the attributes that are read."""

    def __init__(self, of: object):
        self.of = of
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> object:
        self.read.add(name)
        return getattr(self.of, name)


def test_reduction_reads_each_field() -> None:
    """New contents of evidence must be part of the problem that is counted."""
    marks = Recorder(OPENING.marks())
    _problem._left(cast("Marks", marks), Meter())
    assert marks.read == {*Marks.__slots__}


@needs_core
def test_core_reads_each_field() -> None:
    """A new field of a problem or a question must be read by the core."""
    reduction = reduce(OPENING)
    assert reduction is not None
    module = import_module("cluetree_native")
    problem = Recorder(reduction.problem)
    module.sampler(problem)
    assert problem.read == {field.name for field in fields(Problem)}
    asked: list[Question] = []

    def score(question: Question, **_: object) -> tuple[int, None]:
        asked.append(question)
        return 0, None

    assert _count._core is not None
    with patch.object(_count, "_core", replace(_count._core, score=score)):
        advise(next(states("c3")).record.table, OPENING)
    question = Recorder(asked[0])
    module.score(question)
    assert question.read == {field.name for field in fields(Question)}


def alike(cards: int, capacity: tuple[int | None, ...]) -> Problem:
    """Return a problem of interchangeable cards that any player may have."""
    everybody = (1 << len(capacity)) - 1
    card = OpenCard(0, everybody)
    return Problem((card,) * cards, capacity, (False, False, False), (), frozenset())


@needs_core
def test_core_declines_large_numbers() -> None:
    for problem in (
        alike(60, (None,) * 10),  # ten places to the power of sixty
        alike(64, (32, 32)),
        alike(2, (*(0,) * 80, 2)),
        alike(3, (2, 2)),  # more capacity than cards
    ):
        meter = Meter()
        assert _count.by_core(lambda core: core.count, problem, meter) is None
        assert _count.by_core(lambda core: core.sampler, problem, meter) is None
        assert meter.spent == 0, "it decides before it works"
        expected, found = both(problem)
        assert found == expected


@pytest.mark.usefixtures("path")
def test_large_numbers_and_capacities() -> None:
    deals = _tally(alike(36, (6,) * 6), Meter()).deals
    assert deals == factorial(36) // factorial(6) ** 6
    assert 2**64 < deals < 2**128
    # 26 is 10 and 16 more: a field for ten cards would read it as 10.
    assert _tally(alike(10, (9, 9, 8)), Meter()).deals == 0


both_paths = pytest.mark.parametrize("path", [plain, pytest.param(nullcontext, marks=needs_core)])


@both_paths
def test_limit_holds(path: Callable[[], AbstractContextManager[None]]) -> None:
    hard = max(stored().values(), key=lambda problem: len(problem.branches))
    meter = Meter()
    with path():
        _tally(hard, meter)
        assert _tally(hard, Meter(Limit(states=meter.spent))).deals
        # The question's limit holds for a part of it, too.
        for whole in (Meter(Limit(states=meter.spent - 1)), Meter(Limit(seconds=0))):
            for work in (whole, whole.part()):
                for question in (_tally, sampler):
                    with pytest.raises(LimitReached, match="the answer needs"):
                        question(hard, work)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A substitute for the core: it uses 70 states, then declines."""

    def work(asked: object, /, *, states: int | None, check: object) -> tuple[int, None]:
        del asked, states, check
        return 70, None

    stands_in = SimpleNamespace(
        API=_count._API, __version__="9.8.7", count=work, sampler=work, score=work
    )
    monkeypatch.delenv("CLUETREE_NATIVE", raising=False)
    monkeypatch.setitem(sys.modules, "cluetree_native", stands_in)
    return stands_in


def test_compatible_core_is_used_unless_disabled(
    module: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = _count._load()
    assert core is not None
    with patch.object(_count, "_core", core):
        assert _count.core_version() == "9.8.7"
    with plain():
        assert _count.core_version() is None
    with monkeypatch.context() as patched:
        patched.setenv("CLUETREE_NATIVE", "0")
        assert _count._load() is None
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "cluetree_native", None)
        assert _count._load() is None, "it is not there"
    module.API += 1
    assert _count._load() is None


def test_declined_work_is_charged(module: SimpleNamespace) -> None:
    given: list[tuple[int | None, object]] = []

    def work(
        asked: object, /, *, states: int | None, check: Callable[[], None] | None
    ) -> tuple[int, tuple[int, tuple[()], dict[Label, int]] | None]:
        assert asked is problem
        given.append((states, check))
        return 70, None if len(given) == 1 else (3, (), {})

    problem = random_problem(Random(1))
    module.count = work
    meter = Meter(Limit(states=17))
    with patch.object(_count, "_core", _count._load()):
        assert _count.by_core(lambda core: core.count, problem, meter) is None
        assert _count.by_core(lambda core: core.count, problem, meter) == (3, (), {})
        assert given == [(170, meter.check), (100, meter.check)]
        assert meter.spent == 14
        with pytest.raises(LimitReached, match="more than 17 states"):
            _count.by_core(lambda core: core.sampler, problem, meter)
        assert _count.by_core(lambda core: core.sampler, problem, Meter()) is None
    with plain():
        assert _count.by_core(lambda core: core.count, problem, meter) is None
        assert _count.by_core(lambda core: core.sampler, problem, meter) is None


class RungError(Exception):
    """The exception of the alarm."""


def ring(_number: int, _frame: FrameType | None) -> None:
    raise RungError


@both_paths
@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no alarm")
def test_signal_interrupts_a_count(
    path: Callable[[], AbstractContextManager[None]],
) -> None:
    # Ctrl-C works the same way. Even the core needs many seconds for this count.
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
