"""A log taken apart: what each event says, gathered once, so that a changed log costs little."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from cluetree.deduction import union
from cluetree.events import Event
from cluetree.evidence import Evidence
from cluetree.exact import count, is_possible
from cluetree.limit import Bound
from cluetree.table import Table


class Parts:
    """What the set-up says, and what each event adds to it."""

    def __init__(self, table: Table, events: Sequence[Event]):
        self._table = table
        self._set_up = Evidence.gather(table)
        self._parts = tuple(self.part(event) for event in events)

    def part(self, event: Event) -> Evidence:
        """Gather the set-up and one event alone."""
        return Evidence.gather(self._table, (event,))

    def only(self, numbers: Iterable[int]) -> Evidence:
        """Gather the set-up and the events of these numbers."""
        return joined(self._set_up, *(self._parts[number - 1] for number in numbers))

    def without(self, numbers: Collection[int] = ()) -> Evidence:
        """Gather the log without the events of these numbers."""
        return self.only(n for n in range(1, len(self._parts) + 1) if n not in numbers)

    def culprits(self, limit: Bound = None) -> Iterator[int]:
        """Yield every event that the log is possible without.

        Whatever is told instead of an event, the others stay: so no change of any other event
        can mend the log. A possible log is possible without each.

        Raises:
            LimitReached: If the limit is reached first.
        """
        return self._culprits(range(1, len(self._parts) + 1), limit)

    def _culprits(self, numbers: range, limit: Bound) -> Iterator[int]:
        # An event can be to blame only if the log is possible without a whole group it is in:
        # few events are, so that halving the groups finds them in a few dozen looks.
        if not numbers or not is_possible(self.without(numbers), limit=limit):
            return
        if len(numbers) == 1:
            yield numbers[0]
            return
        half = len(numbers) // 2
        yield from self._culprits(numbers[:half], limit)
        yield from self._culprits(numbers[half:], limit)


def joined(*parts: Evidence) -> Evidence:
    """Return all that some pieces of evidence for one table say."""
    first = parts[0]
    return replace(
        first,
        face_up_set=union(part.face_up_set for part in parts),
        held=_by_place(part.held for part in parts),
        lacked=_by_place(part.lacked for part in parts),
        branches=tuple(dict.fromkeys(branch for part in parts for branch in part.branches)),
        failed_sets=first.failed_sets.union(*(part.failed_sets for part in parts)),
    )


def _by_place(rows: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(union, zip(*rows, strict=True)))


def deals(evidence: Evidence, limit: Bound = None) -> int:
    """Count the deals that fit.

    Raises:
        LimitReached: If the limit is reached first.
    """
    return count(evidence, limit=limit).deals
