"""Limits of questions that go through a log, against a clock that the test sets."""

from importlib import import_module
from itertools import product
from typing import Final

import pytest

from cluetree import Accusation, Category, ClueGuess, Evidence, Limit, Notebook, Table
from cluetree.beliefs import Beliefs
from cluetree.editions import CLUE_US
from cluetree.exact import weigh
from cluetree.limit import Bound

TABLE: Final = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
GUESSES: Final = [ClueGuess(*cards) for cards in product(*map(CLUE_US.of, Category))]
FAILED: Final = [Accusation("Bob", guess) for guess in GUESSES[:40]]


class Clock:
    """A clock that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.now = 0.0
        monkeypatch.setattr("cluetree.limit.monotonic", lambda: self.now)


def test_time_between_steps_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    for step in Notebook(TABLE, FAILED[:5], limit=Limit(seconds=1)).steps():
        assert step.complete
        clock.now += 100


@pytest.mark.parametrize("question", ["review", "steps"])
def test_counting_stops_at_the_limit(monkeypatch: pytest.MonkeyPatch, question: str) -> None:
    clock, counts = Clock(monkeypatch), list[Evidence]()

    def slow(evidence: Evidence, *, limit: Bound = None) -> Beliefs:  # noqa: ARG001 -- as `weigh`
        counts.append(evidence)
        found = weigh(evidence)
        clock.now += 0.9
        return found

    monkeypatch.setattr(import_module("cluetree.explain.progress"), "weigh", slow)
    book = Notebook(TABLE, FAILED, limit=Limit(seconds=2))
    if question == "review":
        assert not book.review().complete
    else:
        assert [step.complete for step in book.steps()] == [True, True, *[False] * 38]
    assert len(counts) == 3
