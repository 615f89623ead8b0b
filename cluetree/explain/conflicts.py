"""Which events of an impossible log cannot all be true: its minimal unsatisfiable subsets.

QuickXplain shrinks the log to one conflict. Reiter's hitting set tree (1987) finds the others: any
further conflict remains when one event of each known conflict is left out.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from cluetree._results import Results
from cluetree.errors import LimitReached
from cluetree.events import Event, Game, log_of
from cluetree.evidence import Evidence
from cluetree.exact import is_possible
from cluetree.limit import Bound, check_memory, check_time, limited
from cluetree.table import Table

_MOST_LOOKS = 200
"""The maximum number of shortened logs to search."""
_BYTES = 1_000
"""About the memory of a set of numbers that the search drops."""
_Does: TypeAlias = Callable[[tuple[int, ...]], bool]


@dataclass(frozen=True, slots=True)
class Conflicts(Results[tuple[int, ...]]):
    """The minimal sets of events that contradict the set-up and each other."""

    sets: tuple[tuple[int, ...], ...]
    """Event numbers from 1, each set in order, small sets first; no set contains another. One
    empty set if the set-up alone is impossible."""
    complete: bool
    """Whether these are all; the search of a log with very many conflicts ends early. If a limit
    was reached before a minimal set was found, there is one set, not always minimal, or none
    if it is still open whether the log is possible."""

    @property
    def _results(self) -> tuple[tuple[int, ...], ...]:
        return self.sets


def find_conflicts(game: Game, events: Iterable[Event] = (), *, limit: Bound = None) -> Conflicts:
    """Find the minimal sets of events that cannot all be true together with the set-up.

    Without any one event of such a set, the rest of the set is possible. A consistent log has
    none. The search stops after 200 shortened logs or at the limit.

    Raises:
        ClueError: If an event alone breaks the rules.
    """
    found: list[tuple[int, ...]] = []
    complete = False
    with suppress(LimitReached), limited(limit):
        complete = _search(LogEvidence(*log_of(game, events)), found)
    found.sort(key=lambda conflict: (len(conflict), conflict))
    return Conflicts(tuple(found), complete)


def possible_events(game: Game, events: Iterable[Event] = (), *, limit: Bound = None) -> int:
    """Return the number of events before the first that makes the log impossible."""
    with limited(limit):
        log = LogEvidence(*log_of(game, events))
        return bisect_left(
            log.numbers, True, key=lambda n: not is_possible(log.only(log.numbers[:n]))
        )


def _search(log: "LogEvidence", found: list[tuple[int, ...]]) -> bool:
    """Collect the conflicts of a log; return whether these are all."""

    @cache
    def fails(numbers: tuple[int, ...]) -> bool:
        return not is_possible(log.only(numbers))

    if not fails(log.numbers):
        return True
    if fails(()):
        found.append(())
        return True
    dropped = deque([frozenset[int]()])
    seen = set(dropped)
    looks = 0
    while dropped and looks < _MOST_LOOKS:
        without = dropped.popleft()
        check_time()
        conflict = next((c for c in found if not without.intersection(c)), None)
        if conflict is None:
            looks += 1
            left = tuple(n for n in log.numbers if n not in without)
            if not fails(left):
                continue
            conflict, is_minimal = smallest(left, fails)
            if not is_minimal:
                found += [] if found else [conflict]
                return False
            found.append(conflict)
        for number in conflict:
            more = without | {number}
            if more not in seen:
                seen.add(more)
                dropped.append(more)
        check_memory(len(seen) * _BYTES)
    return not dropped


class LogEvidence:
    """The evidence of each event, gathered once, so that a changed log costs little."""

    def __init__(self, table: Table, events: Sequence[Event]):
        self.table = table
        self.events: tuple[Event, ...] = tuple(events)
        self._set_up = Evidence.gather(table)
        self._by_event = tuple(self._gather(table, event) for event in self.events)
        self.numbers: tuple[int, ...] = tuple(range(1, len(self.events) + 1))

    def _gather(self, table: Table, event: Event) -> Evidence:
        check_time()
        return Evidence.gather(table, (event,))

    def only(self, numbers: Iterable[int]) -> Evidence:
        """Gather the set-up and the events with these numbers."""
        parts = (self._by_event[number - 1] for number in numbers)
        return Evidence.joined(self._set_up, *parts)

    def without(self, numbers: Collection[int] = ()) -> Evidence:
        """Gather the log without the events with these numbers."""
        left_out = {*numbers}
        return self.only(n for n in self.numbers if n not in left_out)

    def culprits(self, numbers: Sequence[int], others: Collection[int] = ()) -> Iterator[int]:
        """Yield every event, of these numbers, that the log without the others is possible without.

        Only a change of such an event can repair the log, because all other events remain.
        """
        # The log is possible without an event only if it is possible without any group that
        # contains it. Few events qualify, so bisection finds them in a few dozen tests.
        if numbers and is_possible(self.without((*numbers, *others))):
            if len(numbers) == 1:
                yield numbers[0]
                return
            half = len(numbers) // 2
            yield from self.culprits(numbers[:half], others)
            yield from self.culprits(numbers[half:], others)


def smallest(numbers: tuple[int, ...], does: _Does) -> tuple[tuple[int, ...], bool]:
    """Find a minimal subset that has a monotone property, by QuickXplain (Junker 2004).

    The number of tests is about the size of the answer times the logarithm of the whole. If a
    test reaches its limit, the answer is the smallest subset found so far, and false.
    """
    best = numbers

    def test(subset: tuple[int, ...]) -> bool:
        nonlocal best
        found = does(subset)
        if found and len(subset) < len(best):
            best = subset
        return found

    try:
        needed = () if test(()) else _needed((), numbers, test, is_new=False)
    except LimitReached:
        return best, False
    return tuple(sorted(needed)), True


def _needed(
    given: tuple[int, ...], numbers: tuple[int, ...], does: _Does, *, is_new: bool
) -> tuple[int, ...]:
    """Return a minimal subset that has the property together with the given numbers."""
    if is_new and does(tuple(sorted(given))):
        return ()
    if len(numbers) == 1:
        return numbers
    half = len(numbers) // 2
    early, late = numbers[:half], numbers[half:]
    more = _needed((*given, *early), late, does, is_new=bool(early))
    return (*more, *_needed((*given, *more), early, does, is_new=bool(more)))
