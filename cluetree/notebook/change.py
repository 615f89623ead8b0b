"""Changes of a log, which can be taken back."""

from collections.abc import Sequence
from dataclasses import dataclass

from cluetree.events import Event
from cluetree.table import Table


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a log: at an index, these events gave way to those, or a table to another."""

    index: int
    old: tuple[Event, ...] = ()
    new: tuple[Event, ...] = ()
    tables: tuple[Table, Table] | None = None

    @property
    def undone(self) -> "Change":
        """The change that takes this one back."""
        tables = None if self.tables is None else (self.tables[1], self.tables[0])
        return Change(self.index, self.new, self.old, tables)

    def make(self, events: list[Event]) -> None:
        """Make it in a log; of the table nothing is done here."""
        events[self.index : self.index + len(self.old)] = self.new


@dataclass(frozen=True, slots=True)
class History:
    """The changes that led to a log, as a value to be kept and taken over elsewhere."""

    changes: tuple[Change, ...] = ()
    done: int = 0
    """How many of them stand; those after them were undone, and can be made again."""

    def tables(self, table: Table) -> tuple[Table, ...]:
        """The table before each change, where the log is at this one now."""
        before: list[Table] = []
        at = table
        for change in reversed(self.changes[: self.done]):
            at = at if change.tables is None else change.tables[0]
            before.append(at)
        before.reverse()
        at = table
        for change in self.changes[self.done :]:
            before.append(at)
            at = at if change.tables is None else change.tables[1]
        return tuple(before)

    def leads_to(self, table: Table, events: Sequence[Event]) -> bool:
        """Whether its changes can be undone and redone from this log, each in its turn."""
        back = [change.undone for change in reversed(self.changes[: self.done])]
        return _fit(back, table, events) and _fit(self.changes[self.done :], table, events)


def _fit(changes: Sequence[Change], table: Table, events: Sequence[Event]) -> bool:
    log = list(events)
    for change in changes:
        there = log[change.index : change.index + len(change.old)]
        if not 0 <= change.index <= len(log) or (*there,) != change.old:
            return False
        if change.tables is not None:
            if change.tables[0] != table:
                return False
            table = change.tables[1]
        change.make(log)
    return True
