"""The smallest sets of events that clash, on real records and against trying all subsets."""

from itertools import combinations

import pytest
from hypothesis import given

from cluetree import Edition, Evidence, Holds, Table
from cluetree.exact import is_possible
from cluetree.explain import Conflicts, find_conflicts
from tests.exact.data import CASES, IMPOSSIBLE, Case
from tests.strategies import Told, told_anyhow


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
def test_conflicts_are_the_known_ones(case: Case) -> None:
    conflicts = find_conflicts(case.record.table, case.record.events)
    expected = sorted(case.expect.minimal_conflicts or [], key=lambda c: (len(c), c))
    assert conflicts == Conflicts(tuple(map(tuple, expected)), complete=True)


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.path.stem)
def test_wrong_entries_are_in_every_conflict(case: Case) -> None:
    conflicts = find_conflicts(case.record.table, case.record.events)
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
def test_they_are_all_the_smallest_and_no_others(told: Told) -> None:
    conflicts = find_conflicts(told.table, told.events)
    assert conflicts == Conflicts(smallest_by_trying(told), complete=True)


DECK = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))


def test_an_impossible_set_up_is_the_empty_conflict() -> None:
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 1})
    assert find_conflicts(table, [Holds("Ann", DECK.card("plum"))]).sets == ((),)


def test_a_possible_log_has_none() -> None:
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
    assert find_conflicts(table, [Holds("Ann", DECK.card("plum"))]) == Conflicts((), complete=True)


def test_a_log_of_very_many_conflicts_is_not_searched_to_the_end() -> None:
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
    claims = [Holds(n, c) for _ in range(9) for n in ("Ann", "Bob") for c in DECK.cards]
    conflicts = find_conflicts(table, claims)
    assert not conflicts.complete
    assert all(
        not is_possible(Evidence.gather(table, [claims[number - 1] for number in conflict]))
        for conflict in conflicts.sets
    )
