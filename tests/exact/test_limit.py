"""A limit stops the work early or changes nothing."""

from threading import Thread
from typing import TYPE_CHECKING, Final

import pytest

from cluetree._cache import Cache
from cluetree.errors import LimitReached
from cluetree.exact import count
from cluetree.exact._problem import Problem, Tally
from cluetree.limit import Limit, Meter, check_time, limited, part, seconds_left
from tests.clocks import Clock, tick
from tests.exact.data import State, states

if TYPE_CHECKING:
    from cluetree.beliefs import Beliefs

pytestmark = pytest.mark.usefixtures("path")

OPENING: Final = next(state for state in states("c6") if state.line.turn == 1).gathered
EACH: Final = [state for state in states("c3", "c6") if state.line.turn in {0, 1, 2, 10}]


@pytest.mark.parametrize("state", EACH, ids=lambda state: state.place)
def test_limit_never_changes_an_answer(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    free = count(state.gathered)
    tick(monkeypatch)
    monkeypatch.setattr("cluetree.exact._count._known", Cache[Problem, Tally](most=0))
    answers: list[Beliefs] = []
    for seconds in (0, 1, 3, 10, 30, 100, 300, 1000, 3000):
        try:
            answers.append(count(state.gathered, limit=Limit(seconds)))
        except LimitReached:
            assert not answers, "a larger limit is reached after a smaller was not"
    assert answers
    assert all(answer == free for answer in answers)


def test_limit_bounds_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluetree.limit.MOST_BYTES", 1 << 11)
    with pytest.raises(LimitReached, match="the answer needs more than 0 MB of memory"):
        count(OPENING, limit=Limit(60))
    assert count(OPENING).deals


def test_parts_share_the_time_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    with limited(Limit(2.0)):
        clock.now = 1.0
        with part(0.25):
            assert seconds_left() == 0.25
            check_time()
            clock.now = 1.25
            with pytest.raises(LimitReached, match="more than 2 seconds"):
                check_time()
        check_time()
        clock.now = 5.0
        assert seconds_left() == 0.0
        with pytest.raises(LimitReached, match="more than 2 seconds"):
            check_time()
    check_time()


def test_paused_time_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    meter = Meter(2.0)
    with meter.paused():
        clock.now = 100.0
    assert meter.left == 2.0


def test_applied_meter_ends_the_questions_of_its_block(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    with Meter(3.0).applied() as outer:
        inner = Meter(10.0)
        assert inner.left == 3.0
        clock.now = 3.0
        with pytest.raises(LimitReached, match="more than 3 seconds"):
            inner.check()
    assert outer.left == 0.0
    assert Meter(10.0).left == 10.0


def test_another_thread_can_end_the_work() -> None:
    with Meter().applied() as meter, part(0.5):
        check_time()
        ending = Thread(target=meter.end)
        ending.start()
        ending.join()
        with pytest.raises(LimitReached):
            check_time()
