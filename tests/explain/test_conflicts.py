"""The smallest sets of events that clash, on real records and against trying all subsets."""

from collections.abc import Callable
from itertools import combinations
from typing import Final
from unittest.mock import patch

import pytest
from hypothesis import given

from cluetree import Edition, Holds, Table
from cluetree.errors import LimitReached
from cluetree.evidence import Evidence
from cluetree.exact import is_possible
from cluetree.explain import Conflicts, conflicts, find_conflicts
from tests.brute import deals_of_evidence
from tests.exact.data import CASES, IMPOSSIBLE, Case
from tests.strategies import Told, told_anyhow


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
def test_conflicts_are_the_known_ones(case: Case) -> None:
    conflicts = find_conflicts(case.record)
    expected = sorted(case.expect.minimal_conflicts or [], key=lambda c: (len(c), c))
    assert conflicts == Conflicts(tuple(map(tuple, expected)), complete=True)


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.path.stem)
def test_wrong_entries_are_in_every_conflict(case: Case) -> None:
    conflicts = find_conflicts(case.record)
    for entry in case.expect.wrong_entries:
        assert all(entry in conflict for conflict in conflicts.sets)


def smallest_by_trying(told: Told) -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = []
    for size in range(len(told.events) + 1):
        for numbers in combinations(range(1, len(told.events) + 1), size):
            if any(set(less) <= set(numbers) for less in found):
                continue
            events = (told.events[number - 1] for number in numbers)
            if not is_possible(Evidence.gather(told.table, events)):
                found.append(numbers)
    return tuple(found)


@given(told_anyhow(most=6))
def test_conflicts_are_exactly_the_minimal_ones(told: Told) -> None:
    conflicts = find_conflicts(told)
    assert conflicts == Conflicts(smallest_by_trying(told), complete=True)


DECK = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))


def test_impossible_set_up_is_the_empty_conflict() -> None:
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 1})
    assert find_conflicts(table, [Holds("Ann", DECK.card("plum"))]).sets == ((),)


def test_search_with_many_conflicts_ends_early() -> None:
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
    claims = [Holds(n, c) for _ in range(9) for n in ("Ann", "Bob") for c in DECK.cards]
    conflicts = find_conflicts(table, claims)
    assert not conflicts.complete
    assert all(
        not is_possible(Evidence.gather(table, [claims[number - 1] for number in conflict]))
        for conflict in conflicts.sets
    )


# Limits

CLAIMS: Final = [
    *(Holds(name, DECK.card("plum")) for name in ("Ann", "Bob", "envelope")),
    *(Holds(name, DECK.card("rope")) for name in ("Ann", "Bob")),
]
TABLE: Final = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
WHOLE: Final = ((1, 2), (1, 3), (1, 4), (2, 3), (4, 5))


def looks_until(most: int) -> Callable[..., bool]:
    """Check logs up to a number of times, then raise."""
    left = iter(range(most))

    def look(evidence: Evidence) -> bool:
        if next(left, None) is None:
            raise LimitReached
        return next(deals_of_evidence(evidence), None) is not None

    return look


def test_search_returns_the_conflicts_found_before_the_limit() -> None:
    assert find_conflicts(TABLE, CLAIMS) == Conflicts(WHOLE, complete=True)
    found: list[int] = []
    some = Conflicts((), complete=False)
    for most in range(100):
        with patch.object(conflicts, "is_possible", looks_until(most)):
            some = find_conflicts(TABLE, CLAIMS)
        found.append(len(some.sets))
        if some.complete:
            break
        if not {*some.sets} <= {*WHOLE}:
            (larger,) = some.sets
            assert any({*least} < {*larger} for least in WHOLE)
    assert some == Conflicts(WHOLE, complete=True)
    # Nothing before the log is known to be impossible, and then never less than one.
    assert found == sorted(found)
    assert found[:3] == [0, 0, 1]
    assert {*found} == {*range(len(WHOLE) + 1)}
