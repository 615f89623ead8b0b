"""Where counting meets its limit: estimates that are marked, and certain facts only."""

import itertools
from collections.abc import Iterator
from contextlib import suppress
from math import sqrt
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given

from cluetree import Edition, Evidence, Table, limit, record
from cluetree.beliefs import Beliefs
from cluetree.editions import CLUE_US
from cluetree.errors import LimitReached
from cluetree.exact import count, estimate, is_possible, some_deal, weigh
from cluetree.exact._count import MEMORY
from cluetree.exact._draws import ROUGH, draw
from cluetree.explain.review import is_true
from cluetree.limit import DEFAULT, Limit, Meter
from tests.exact.data import State, states
from tests.exact.games import seeded
from tests.exact.unusual import UNUSUAL
from tests.strategies import Told, told_anyhow

OPENINGS: Final = [state for state in states("c4", "c6") if state.line.turn in {1, 2}]
SLOW: Final = Path(__file__).parent.parent / "data" / "slow"
each_opening = pytest.mark.parametrize(
    "state",
    [
        pytest.param(
            state, id=state.place, marks=[pytest.mark.slow] if state.line.family == "c6" else []
        )
        for state in OPENINGS
    ],
)


def slow(name: str) -> Evidence:
    kept = record.load(SLOW / f"{name}.json")
    return Evidence.gather(kept.table, kept.events)


def chances(beliefs: Beliefs) -> Iterator[tuple[float, float]]:
    for place in beliefs.counts:
        for card in beliefs.edition.cards:
            if card not in beliefs.face_up:
                yield float(beliefs.chance(card, place)), beliefs.error(card, place)


@each_opening
def test_estimates_are_within_their_errors(state: State) -> None:
    exact, about = count(state.gathered), estimate(state.gathered, limit=Limit(states=200_000))
    assert exact.exact
    assert not about.exact
    off = [
        abs(chance - true) / error
        for (true, _), (chance, error) in zip(chances(exact), chances(about), strict=True)
        if error
    ]
    # Of numbers that err independently the squares have a mean of 1; these hang together.
    assert sqrt(sum(each**2 for each in off) / len(off)) < 2
    assert about.deals == pytest.approx(exact.deals, rel=1)
    assert sum(triple.deals for triple in about.triples) == pytest.approx(about.deals, rel=0.01)


@each_opening
def test_facts_of_an_estimate_are_certain(state: State) -> None:
    exact, about = count(state.gathered), estimate(state.gathered, limit=Limit(states=60_000))
    assert about.facts <= exact.facts
    assert about.answer in {None, exact.answer}
    assert {t.guess for t in about.triples} <= {t.guess for t in exact.triples}
    assert about.one_of == ()
    assert not about.one_of_complete


def test_every_draw_without_clashes_is_a_deal() -> None:
    opening = Evidence.gather(Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6}), ())
    drawn = draw(opening, Meter(Limit(states=10**6)), enough=ROUGH)
    assert drawn.tried == len(drawn.hands) == len(drawn.weights) >= ROUGH


def test_estimate_finds_both_deals() -> None:
    deck = Edition(("plum", "white"), ("rope",), ("hall", "study"))
    table = Table.set_up(deck, {"Ann": 1, "Bob": 1}, viewpoint="Ann", hand=("hall",))
    told = Evidence.gather(table, ())
    assert count(told).deals == estimate(told, limit=Limit(states=10**5)).deals == 2


@pytest.mark.slow
def test_deals_drawn_from_an_estimate_fit() -> None:
    kept = record.load(SLOW / "md10_3shows_beliefs.json")
    about = estimate(Evidence.gather(kept.table, kept.events), limit=Limit(states=400_000))
    for deal in about.sample(20, rng=seeded(0)):
        assert all(is_true(kept.table, event, deal) for event in kept.events)


@pytest.mark.slow
def test_limit_turns_a_count_into_an_estimate() -> None:
    MEMORY.clear()
    about = weigh(slow("real122"), limit=Limit(states=160_000))
    assert about.draws is not None
    assert about.deals == pytest.approx(1_616_164_941_731, rel=0.5)


def test_thousand_cards_are_dealt() -> None:
    """Each card needs a step, and no step recurses."""
    book = UNUSUAL["thousand_cards"]()
    evidence = Evidence.gather(book.table, book.events)
    meter = Meter(DEFAULT)
    assert len(some_deal(evidence, limit=meter)) == 1000
    assert 1000 * 100 < meter.spent < 1000 * 200, "an attempt costs more than its places"
    assert is_possible(evidence, limit=DEFAULT)


def test_too_little_work_gives_no_estimate() -> None:
    with pytest.raises(LimitReached, match="more than 30 states"):
        weigh(slow("real122"), limit=Limit(states=30))


@pytest.mark.parametrize("name", ["real122", "md10_3shows_beliefs"])
def test_deal_is_found_in_hard_problems(name: str) -> None:
    assert is_possible(slow(name), limit=Limit(states=60_000))


@given(told_anyhow(most=6))
def test_deal_is_found_if_and_only_if_one_fits(told: Told) -> None:
    evidence = Evidence.gather(told.table, told.events)
    if count(evidence).deals:
        deal = some_deal(evidence)
        assert all(is_true(told.table, event, deal) for event in told.events)
    else:
        assert not is_possible(evidence)


@pytest.mark.slow
def test_clock_is_checked_regularly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count, a search and drawing end soon after the time that they were given."""
    ticks = itertools.count()
    monkeypatch.setattr(limit, "monotonic", lambda: next(ticks))
    for ask in (count, is_possible, weigh, estimate):
        meter, before = Meter(Limit(seconds=200)), next(ticks)
        with suppress(LimitReached):
            ask(slow("real122"), limit=meter)
        assert next(ticks) - before < 1000
        # Between two calls there is one attempt, or up to a thousand states.
        assert meter.spent < 1_000_000
