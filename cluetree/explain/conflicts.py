"""Which events of an impossible log cannot all be true: its minimal unsatisfiable subsets.

One smallest conflict is found by shrinking the log, the others by Reiter's hitting set tree
(1987): whatever clashes besides a known conflict still clashes without one of its events.
"""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from cluetree.errors import LimitReached
from cluetree.events import Event, entries
from cluetree.exact import is_possible
from cluetree.explain._parts import Parts
from cluetree.explain.shrink import smallest
from cluetree.limit import Bound, Meter
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
    """Whether these are all; a log with very many conflicts is not searched to the end. If a
    limit was met before any smallest set was found, there is one set that may hold more events
    than clash; and none if it was not even found whether the log is possible."""


def find_conflicts(table: Table, events: Sequence[Event], *, limit: Bound = None) -> Conflicts:
    """Find the smallest sets of events that cannot all be true together with the set-up.

    A set is smallest if dropping any event of it leaves a possible log. A consistent log has
    none. Up to 200 shortened logs are searched, or as many as the limit allows; `complete`
    tells whether that was enough.

    Raises:
        ClueError: If an event breaks the rules by itself.
    """
    search = _Search(table, entries(table, events), Meter.of(limit))
    everything = tuple(range(1, len(events) + 1))
    with suppress(LimitReached):
        if search.is_possible(everything):
            return Conflicts((), complete=True)
        if not search.is_possible(()):
            return Conflicts(((),), complete=True)
        search.find(everything)
    found = sorted(search.found, key=lambda conflict: (len(conflict), conflict))
    return Conflicts(tuple(found), complete=search.complete)


class _Search:
    """Asks which parts of a log are possible; the same part is never counted twice."""

    def __init__(self, table: Table, events: Sequence[Event], meter: Meter):
        self._parts = Parts(table, events)
        self._meter = meter
        self._known: dict[tuple[int, ...], bool] = {}
        self.found: list[tuple[int, ...]] = []
        self.complete = False

    def is_possible(self, numbers: tuple[int, ...]) -> bool:
        """Say whether some events can be true together."""
        if numbers not in self._known:
            self._known[numbers] = is_possible(self._parts.only(numbers), limit=self._meter)
        return self._known[numbers]

    def find(self, everything: tuple[int, ...]) -> None:
        """Collect conflicts, of a log that has one.

        Raises:
            LimitReached: If not all could be found.
        """
        dropped = deque([frozenset[int]()])
        seen = set(dropped)
        looks = 0
        while dropped and looks < _MOST_LOOKS:
            without = dropped.popleft()
            conflict = next((c for c in self.found if not without.intersection(c)), None)
            if conflict is None:
                looks += 1
                left = tuple(n for n in everything if n not in without)
                if self.is_possible(left):
                    continue
                part = smallest(left, lambda numbers: not self.is_possible(numbers))
                conflict = part.numbers
                if part.least or not self.found:
                    self.found.append(conflict)
                if not part.least:
                    return
            for number in conflict:
                more = without | {number}
                if more not in seen:
                    self._meter.check()
                    seen.add(more)
                    dropped.append(more)
        self.complete = not dropped
