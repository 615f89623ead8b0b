"""A limit stops the work early or changes nothing."""

from typing import TYPE_CHECKING, Final

import pytest

from cluetree.errors import LimitReached
from cluetree.exact import count
from cluetree.exact._count import MEMORY, tally
from cluetree.exact._problem import reduce
from cluetree.limit import Limit, Meter
from tests.exact.data import State, states

if TYPE_CHECKING:
    from cluetree.beliefs import Beliefs

OPENING: Final = next(state for state in states("c6") if state.line.turn == 1).gathered
EACH: Final = [state for state in states("c3", "c6") if state.line.turn in {0, 1, 2, 10}]


@pytest.mark.parametrize("limit", [Limit(states=1), Limit(states=0), Limit(seconds=0)])
def test_small_limit_is_reached(limit: Limit) -> None:
    with pytest.raises(LimitReached, match="the answer needs more than"):
        count(OPENING, limit=limit)


def test_cache_hits_are_charged_to_the_limit() -> None:
    count(OPENING)
    with pytest.raises(LimitReached, match="more than 1 states"):
        count(OPENING, limit=Limit(states=1))


@pytest.mark.parametrize("state", EACH, ids=lambda state: state.place)
def test_limit_never_changes_an_answer(state: State) -> None:
    free = count(state.gathered)
    answers: list[Beliefs] = []
    for states_ in (0, 1, 3, 10, 30, 100, 300, 1000, 10_000, 100_000, 1_000_000):
        try:
            answers.append(count(state.gathered, limit=Limit(states=states_)))
        except LimitReached:
            assert not answers, "a larger limit is reached after a smaller was not"
    answers.append(count(state.gathered, limit=Limit(seconds=60, states=1_000_000)))
    answers.append(count(state.gathered, limit=Limit()))
    assert all(answer == free for answer in answers)


def test_same_work_on_every_run() -> None:
    """The least limit that suffices is one number, whether the cache has the answer or not."""
    reduction = reduce(OPENING)
    assert reduction is not None
    for _ in range(2):
        MEMORY.clear()
        tally(reduction.problem, meter := Meter())
        for _ in range(2):
            tally(reduction.problem, Limit(states=meter.spent))
            with pytest.raises(LimitReached):
                tally(reduction.problem, Limit(states=meter.spent - 1))


def test_limit_bounds_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluetree.limit.MOST_BYTES", 1000)
    MEMORY.clear()
    assert count(OPENING).deals
    MEMORY.clear()
    with pytest.raises(LimitReached, match="memory"):
        count(OPENING, limit=Limit(seconds=60))


def test_meter_and_its_parts_count_exactly() -> None:
    whole = Meter(Limit(states=100))
    assert whole.part(0.25).left == (25, None)
    part = whole.part(0.25, most=Limit(states=20))
    part.spend(7)
    part.spend(0)
    assert (whole.left, part.left) == ((93, None), (13, None))
    assert whole.part(0.5).left == (46, None)
    part.spend(13)
    with pytest.raises(LimitReached, match="more than 100 states"):
        part.spend(1000)
    assert (whole.spent, part.spent, part.left) == (21, 21, (0, None)), "one too many says it"


def test_meter_checks_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 10.0
    monkeypatch.setattr("cluetree.limit.monotonic", lambda: now)
    meter = Meter(Limit(seconds=2.0))
    now = 11.0
    assert meter.part(0.5, most=Limit(seconds=9, states=3)).left == (3, 0.5)
    now = 12.0
    meter.spend()
    assert meter.left == (None, 0.0)
    now = 12.5
    assert meter.left == (None, 0.0)
    with pytest.raises(LimitReached, match="more than 2 seconds"):
        meter.spend()
    Meter().spend(10**9)
