"""Limits and random numbers that a notebook hands on to its questions."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import product
from math import inf, nan
from random import Random
from typing import Final
from unittest.mock import patch

import pytest

from cluetree import (
    Accusation,
    Category,
    ClueGuess,
    ContradictionError,
    Edition,
    Holds,
    HoldsOneOf,
    Limit,
    Notebook,
    Table,
)
from cluetree.beliefs import Beliefs
from cluetree.claims import Fact
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidLimitError, LimitReached
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.explain import Proof
from cluetree.limit import DEFAULT, Meter, OwnBound, seconds_left
from tests.clocks import Clock, tick

TABLE: Final = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
DECK: Final = Edition(("plum", "white"), ("rope", "knife"), ("hall", "study"))
LIMIT: Final = Limit(seconds=123.45)
GUESS: Final = ("white", "rope", "hall")

Question = Callable[..., object]
SAMPLED: Final[dict[str, Question]] = {
    "rivals": Notebook.rivals,
    "accuse_now": Notebook.accuse_now,
    "card_to_show": partial(Notebook.card_to_show, asker="Eve", guess=GUESS),
}


def _steps(book: Notebook, *, limit: OwnBound = "own") -> object:
    return [*book.steps(limit=limit)]


LIMITED: Final[dict[str, Question]] = {
    **SAMPLED,
    "conflicts": Notebook.conflicts,
    "repairs": Notebook.repairs,
    "suspicious": Notebook.suspicious,
    "review": Notebook.review,
    "why": partial(Notebook.why, player="Eve", card="white"),
    "advise": Notebook.advise,
    "steps": _steps,
    "chance_of": lambda book, **limit: book.chance_of(
        HoldsOneOf("Bob", book.table.edition.rooms), **limit
    ),
}
"""The questions with a limit of the call, which properties do not have."""
QUESTIONS: Final[dict[str, Question]] = {
    **LIMITED,
    "beliefs": lambda book: book.beliefs,
    "consistent": lambda book: book.consistent,
}


def small(*, possible: bool) -> Notebook:
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Eve": 1}, viewpoint="Ann", hand=("rope",))
    card = DECK.card("study")
    return Notebook(table, (Holds("Bob", card), *(() if possible else (Holds("Eve", card),))))


def book() -> Notebook:
    return Notebook(TABLE, [Holds("Bob", CLUE_US.card("white"))], limit=LIMIT)


@pytest.mark.parametrize("name", SAMPLED)
def test_default_generator_has_a_fixed_seed(name: str) -> None:
    table = Table.set_up(CLUE_US, {"Ann": 3, "Bob": 8, "Eve": 7}, viewpoint="Ann", hand=GUESS)
    ask = partial(SAMPLED[name], Notebook(table), samples=3)
    assert ask() == ask(rng=Random(0)) != ask(rng=Random(1))


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("possible", [True, False])
def test_sub_questions_share_the_limit(
    name: str, possible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[float] = []
    limit, init = Limit(seconds=1000), Meter.__init__

    def start(meter: Meter, seconds: float | None = None) -> None:
        begun.extend([] if seconds_left() < inf else [seconds or inf])
        init(meter, seconds)

    book = small(possible=possible)
    book.limit = limit
    monkeypatch.setattr(Meter, "__init__", start)
    with suppress(ContradictionError):
        QUESTIONS[name](book)
    assert begun in ([limit.seconds], []), "by rules alone it takes none"


@pytest.mark.parametrize("name", LIMITED)
def test_limit_of_a_call_means_what_it_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float | None] = []
    init, own = Meter.__init__, small(possible=name != "repairs")

    def start(meter: Meter, seconds: float | None = None) -> None:
        asked.append(seconds)
        init(meter, seconds)

    monkeypatch.setattr(Meter, "__init__", start)
    for limit in (None, 0, 0.0, 900, Limit(800)):
        asked.clear()
        with suppress(LimitReached):
            LIMITED[name](own.suppose(), limit=limit)
        assert asked[0] == (limit.seconds if isinstance(limit, Limit) else limit)
    fresh = own.suppose()
    with fresh.within(700), suppress(LimitReached):
        asked.clear()
        LIMITED[name](fresh)
        assert asked[0] is None
        assert 600 < seconds_left() <= 700
    assert own.limit is DEFAULT
    wrong: object
    for wrong in ("1", "mine", -1, nan):
        with pytest.raises(InvalidLimitError, match="seconds must be a number of at least 0, got"):
            LIMITED[name](own.suppose(), limit=wrong)


def test_questions_of_a_block_share_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, own = Clock(monkeypatch), book()
    with own.within(1):
        assert own.beliefs.deals
        clock.now = 2
        assert own.beliefs.deals, "it is known"
        with pytest.raises(LimitReached):
            own.why("Eve", "white")
    with own.within(1), own.within(5):
        other, clock.now = own.suppose(Holds("Eve", CLUE_US.card("rope"))), clock.now + 2
        for asked in (own, other):
            with pytest.raises(LimitReached, match="1 seconds"):
                asked.why("Eve", "white")
    assert isinstance(other.why("Bob", "white"), Proof)
    with pytest.raises(InvalidLimitError):
        Notebook(TABLE, limit=-1)


def test_suppose_keeps_the_limit() -> None:
    assert book().suppose().limit == LIMIT


# Questions that go through a log, against a clock that the test sets

GUESSES: Final = [ClueGuess(*cards) for cards in product(*map(CLUE_US.of, Category))]
FAILED: Final = [Accusation("Bob", guess, correct=False) for guess in GUESSES[:40]]


def test_time_between_steps_counts_for_a_block_only(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, book = Clock(monkeypatch), Notebook(TABLE, FAILED[:5], limit=Limit(seconds=1))
    for step in book.steps():
        assert step.complete
        clock.now += 100
    with book.within(150):
        both, begun = zip(book.steps(), book.steps(), strict=True), clock.now
    for pair in both:
        assert all(step.complete is (clock.now < begun + 150) for step in pair)
        clock.now += 100


@pytest.mark.parametrize("question", ["review", "steps"])
def test_counting_stops_at_the_limit(monkeypatch: pytest.MonkeyPatch, question: str) -> None:
    clock, counts = Clock(monkeypatch), list[Evidence]()

    def slow(evidence: Evidence) -> Beliefs:
        beliefs = count(evidence)
        counts.append(evidence)
        clock.now += 0.9
        return beliefs

    monkeypatch.setattr(import_module("cluetree.explain.progress"), "count", slow)
    book = Notebook(TABLE, FAILED, limit=Limit(seconds=2))
    if question == "review":
        assert not book.review().complete
    else:
        assert [step.complete for step in book.steps()] == [True, True, *[False] * 38]
    assert len(counts) == 3


def test_tree_has_what_the_rules_find_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    events = (HoldsOneOf("Ann", DECK.cards[:2]), Holds("Bob", DECK.card("rope")))
    book = Notebook(Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Eve": 1}), events)
    tick(monkeypatch)
    book.limit = Limit(seconds=1)
    with pytest.raises(LimitReached):
        _ = book.beliefs
    by_rules = book.tree.evidence().facts
    assert Fact("Bob", DECK.card("rope"), holds=True) in by_rules
    book.limit = None
    assert by_rules < book.beliefs.facts
    assert book.tree.evidence().facts == book.beliefs.facts


def test_count_under_a_short_meter_is_tried_again_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tick(monkeypatch)
    book = Notebook(TABLE, limit=Limit(1000))
    with Meter(2).applied(), pytest.raises(LimitReached):
        _ = book.beliefs
    assert book.beliefs.deals


def test_count_that_another_thread_ended_is_tried_again() -> None:
    book, meter = Notebook(TABLE, limit=Limit(1000)), Meter(2000)

    def ended(*_: object, **__: object) -> Beliefs:
        meter.end()
        raise LimitReached("the time is over")

    with meter.applied(), patch("cluetree.notebook.count", ended), pytest.raises(LimitReached):
        _ = book.beliefs
    assert book.beliefs.deals
