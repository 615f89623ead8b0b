"""Entries of possible logs that a slip explains better."""

from collections.abc import Sequence
from typing import Final

import pytest

from cluetree import Edition, Event, Holds, Lacks, Show, Suggestion, Table
from cluetree.explain.repairs import Suspicion, find_suspicious
from cluetree.limit import Limit
from tests.clocks import tick
from tests.exact.data import IMPOSSIBLE, Case
from tests.explain.slips import planted
from tests.explain.test_repairs import DECK, TABLE, deals

EVERYTHING: Final = float("-inf")


def suspected(
    table: Table, events: Sequence[Event], *, least: float = 1.0
) -> tuple[Suspicion, ...]:
    """The entries that are found where there is no limit."""
    found = find_suspicious(table, events, least=least)
    assert found.complete
    return found.found


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.path.stem)
def test_impossible_log_has_conflicts_instead(case: Case) -> None:
    assert suspected(case.record.table, case.record.events, least=EVERYTHING) == ()


def test_suspicion_counts_contradicting_deals() -> None:
    guess = DECK.guess("green", "knife", "study")
    (found,) = suspected(TABLE, [Suggestion("Ann", guess, "nobody")])
    assert (found.deals, found.others, found.repaired) == (6, 72, 24)
    assert found.replacement == Suggestion("Ann", guess, [Show("Bob", DECK.card("study"))])


def test_score_is_the_mean_over_possible_slips() -> None:
    deck = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
    table = Table.set_up(deck, {"Ann": 1, "Bob": 2})
    told: list[Event] = [Lacks("Bob", deck.card("hall"))]
    (found,) = suspected(table, told, least=EVERYTHING)
    # As likely as each other: the opposite; Ann or the envelope; study.
    opposite = deals(table, [Holds("Bob", deck.card("hall"))])
    holders = [deals(table, [Lacks(name, deck.card("hall"))]) for name in ("Ann", "envelope")]
    other = deals(table, [Lacks("Bob", deck.card("study"))])
    mean = (opposite + sum(holders) / 2 + other) / 3
    assert 2**found.score == pytest.approx(mean / deals(table, told))


def test_suspicions_are_sorted_and_bounded_below() -> None:
    slip = planted(1000)
    everything = suspected(slip.table, slip.true, least=EVERYTHING)
    assert sorted(found.event for found in everything) == list(range(1, len(slip.true) + 1))
    scores = [found.score for found in everything]
    assert scores == sorted(scores, reverse=True)
    some = suspected(slip.table, slip.true, least=-1)
    assert some == tuple(found for found in everything if found.score >= -1)
    assert suspected(slip.table, slip.true) == tuple(f for f in everything if f.score >= 1)


@pytest.mark.slow
def test_entries_checked_before_the_limit_are_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results at any limit are among the results without a limit."""
    slip = planted(1000)
    everything = suspected(slip.table, slip.true, least=EVERYTHING)
    lengths: list[int] = []
    tick(monkeypatch)
    for looks in (0, *(2**n for n in range(6, 20)), 10**9):
        some = find_suspicious(slip.table, slip.true, least=EVERYTHING, limit=Limit(looks))
        assert some.found == tuple(one for one in everything if one in some.found)
        assert some.complete is (some.found == everything)
        lengths.append(len(some.found))
    assert lengths == sorted(lengths)
    assert 0 == lengths[0] < lengths[-1] == len(everything)
    assert any(0 < length < len(everything) for length in lengths)


@pytest.mark.slow
def test_slip_is_suspicious_before_a_contradiction() -> None:
    places: list[int] = []
    for seed in range(1000, 1050):
        slip = planted(seed).at_the_clash
        before = slip.told[:-1]
        if len(before) >= slip.number:
            entries = [f.event for f in suspected(slip.table, before, least=EVERYTHING)]
            places.append(entries.index(slip.number) + 1)
    assert len(places) >= 10
    assert sum(place <= 3 for place in places) >= 0.6 * len(places)


@pytest.mark.slow
def test_true_logs_are_seldom_suspected() -> None:
    alarms = [bool(suspected(s.table, s.true)) for s in map(planted, range(1000, 1025))]
    assert sum(alarms) <= 5
