"""One change of a log, which can be taken back."""

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
