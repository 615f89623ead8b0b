"""Which events of an impossible log cannot all be true: its minimal unsatisfiable subsets.

One smallest conflict is found by shrinking the log, the others by Reiter's hitting set tree
(1987): whatever clashes besides a known conflict still clashes without one of its events.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cluetree.events import Event, entries
from cluetree.exact import is_possible
from cluetree.explain._parts import Parts
from cluetree.explain.shrink import smallest
from cluetree.table import Table

_MOST_LOOKS = 200
"""Logs with one event or more left out that are looked at, before the search gives up."""


@dataclass(frozen=True, slots=True)
class Conflicts:
    """The smallest sets of events that clash with the set-up and each other."""

    sets: tuple[tuple[int, ...], ...]
    """Event numbers from 1, each set in order, small sets first; no set contains another. One
    empty set if the set-up itself is impossible."""
    complete: bool
    """Whether these are all; a log with very many conflicts is not searched to the end."""


def find_conflicts(table: Table, events: Sequence[Event]) -> Conflicts:
    """Find the smallest sets of events that cannot all be true together with the set-up.

    A set is smallest if dropping any event of it leaves a possible log. A consistent log has
    none. Up to 200 shortened logs are searched; `complete` tells whether that was enough.

    Raises:
        ClueError: If an event breaks the rules by itself.
    """
    search = _Search(table, entries(table, events))
    everything = tuple(range(1, len(events) + 1))
    if search.is_possible(everything):
        return Conflicts((), complete=True)
    if not search.is_possible(()):
        return Conflicts(((),), complete=True)
    found: list[tuple[int, ...]] = []
    dropped: list[frozenset[int]] = [frozenset()]
    seen = set(dropped)
    looks = 0
    while dropped and looks < _MOST_LOOKS:
        without = dropped.pop(0)
        conflict = next((c for c in found if not without.intersection(c)), None)
        if conflict is None:
            looks += 1
            left = tuple(n for n in everything if n not in without)
            if search.is_possible(left):
                continue
            conflict = smallest(left, lambda numbers: not search.is_possible(numbers))
            found.append(conflict)
        for number in conflict:
            more = without | {number}
            if more not in seen:
                seen.add(more)
                dropped.append(more)
    found.sort(key=lambda conflict: (len(conflict), conflict))
    return Conflicts(tuple(found), complete=not dropped)


class _Search:
    """Asks which parts of a log are possible; the same part is never counted twice."""

    def __init__(self, table: Table, events: Sequence[Event]):
        self._parts = Parts(table, events)
        self._known: dict[tuple[int, ...], bool] = {}

    def is_possible(self, numbers: tuple[int, ...]) -> bool:
        if numbers not in self._known:
            self._known[numbers] = is_possible(self._parts.only(numbers))
        return self._known[numbers]
