"""A log of one game with undo, and its record."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten
from typing import ClassVar, Self

from cluetree import record
from cluetree.cards import ClueCard
from cluetree.errors import (
    InvalidEventError,
)
from cluetree.events import (
    Accusation,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    entries,
    entry,
)
from cluetree.record import Record
from cluetree.table import Table


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a log: new events or a new table replace old ones."""

    index: int
    old: tuple[Event, ...] = ()
    new: tuple[Event, ...] = ()
    tables: tuple[Table, Table] | None = None

    @property
    def undone(self) -> "Change":
        """The inverse change."""
        tables = None if self.tables is None else (self.tables[1], self.tables[0])
        return Change(self.index, self.new, self.old, tables)

    def make(self, events: list[Event]) -> None:
        """Apply the change to events; the caller replaces the table."""
        events[self.index : self.index + len(self.old)] = self.new


class Log:
    """The written part of a `Notebook`: a table and its events.

    Raises:
        ClueError: From any change, if an event alone breaks the rules; the log is unchanged.
        RecordError: If a record is invalid, cannot be read or cannot be written.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(self, table: Table, events: Iterable[Event] = (), *, title: str = ""):
        self._events = [*entries(table, events)]
        self.table: Table = table
        self.title: str = title
        self._changes: list[Change] = []
        self._done = 0
        self.revision: int = 0
        """The number of changes, including each undo and redo."""

    def __getstate__(self) -> tuple[Table, tuple[Event, ...], str, list[Change], int]:
        return self.table, self.events, self.title, [*self._changes], self._done

    def __setstate__(self, state: tuple[Table, tuple[Event, ...], str, list[Change], int]) -> None:
        table, events, title, changes, done = state
        self.__init__(table, events, title=title)  # type: ignore[misc]
        self._changes, self._done = changes, done

    def copy(self) -> Self:
        """Return an independent notebook with the same log and history."""
        return copy(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log):
            return NotImplemented
        return (self.table, self.events) == (other.table, other.events)

    def __repr__(self) -> str:
        whose = self.table.viewpoint or "an onlooker"
        events = "1 event" if len(self) == 1 else f"{len(self)} events"
        text = f"<{type(self).__name__} of {whose}, {self.table.edition}: {events}>"
        return shorten(text, 200, placeholder=" ...>")

    # Reading and writing

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Open a record, `.clue` or `.json`."""
        return cls.from_record(record.load(path))

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read a record in JSON."""
        return cls.from_record(record.loads_json(text))

    @classmethod
    def from_clue(cls, text: str | bytes) -> Self:
        """Read a record in the `.clue` format."""
        return cls.from_record(record.loads_clue(text))

    @classmethod
    def from_record(cls, kept: Record) -> Self:
        """Create a notebook from a record, with an empty history."""
        return cls(kept.table, kept.events, title=kept.title)

    @property
    def record(self) -> Record:
        """The log as a record."""
        return Record(self.table, self.events, self.title)

    def to_json(self) -> str:
        """Write the record in JSON."""
        return record.dumps_json(self.record)

    def to_clue(self) -> str:
        """Write the record in the `.clue` format."""
        return record.dumps_clue(self.record)

    def save(self, path: str | Path) -> None:
        """Write the record; the file is replaced atomically."""
        record.save(self.record, path)

    # The log

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, in order; the first is number 1."""
        return tuple(self._events)

    def __len__(self) -> int:
        return len(self._events)

    def tell(self, event: Event) -> None:
        """Add an event at the end of the log."""
        self.insert(len(self._events) + 1, event)

    def suggest(
        self,
        by: str,
        *cards: ClueCard | str,
        shows: Iterable[Show | str] | Mapping[str, ClueCard | None] = (),
        passed: Iterable[str] | None = None,
    ) -> None:
        """Add a suggestion; without `passed`, the seats imply the passes.

        A show can be a player's name if the card was not seen, and `shows` can map names to cards:
        `shows={"Eve": "hall"}`.
        """
        self.tell(Suggestion(by, self.table.edition.guess(*cards), shows, passed))

    def accuse(self, by: str, *cards: ClueCard | str, correct: bool) -> None:
        """Add an accusation and its outcome."""
        self.tell(Accusation(by, self.table.edition.guess(*cards), correct))

    def holds(self, player: str, card: ClueCard | str) -> None:
        """Add that a player (or "envelope") holds a card."""
        self.tell(Holds(player, self.table.edition.card(card)))

    def lacks(self, player: str, card: ClueCard | str) -> None:
        """Add that a player (or "envelope") does not hold a card."""
        self.tell(Lacks(player, self.table.edition.card(card)))

    def holds_one_of(self, player: str, *cards: ClueCard | str) -> None:
        """Add that a player (or "envelope") holds at least one of some cards."""
        self.tell(HoldsOneOf(player, map(self.table.edition.card, cards)))

    def insert(self, number: int, event: Event) -> None:
        """Insert an event before the one with this number."""
        if not _is_whole(number) or number != len(self._events) + 1:
            self._event(number)
        self._change(Change(number - 1, (), (entry(self.table, event),)))

    def edit(self, number: int, event: Event) -> None:
        """Replace the event with this number."""
        old = self._event(number)
        self._change(Change(number - 1, (old,), (entry(self.table, event),)))

    def delete(self, number: int) -> None:
        """Delete the event with this number."""
        old = self._event(number)
        self._change(Change(number - 1, (old,), ()))

    def set_up(self, record: Record) -> None:
        """Replace the set-up and the log by those of a record; undo restores all but the title."""
        log = entries(record.table, record.events)
        self._change(Change(0, self.events, log, (self.table, record.table)))
        self.title = record.title

    def _event(self, number: int) -> Event:
        if not _is_whole(number) or not 1 <= number <= len(self._events):
            most = len(self._events)
            raise InvalidEventError(f"unknown event {number}; the log has {most}")
        return self._events[number - 1]

    def undo(self) -> bool:
        """Undo the last change; return whether there was one."""
        if not self._done:
            return False
        self._done -= 1
        self._apply(self._changes[self._done].undone)
        return True

    def redo(self) -> bool:
        """Redo the change undone last; return whether there was one."""
        if self._done == len(self._changes):
            return False
        self._apply(self._changes[self._done])
        self._done += 1
        return True

    def _change(self, change: Change) -> None:
        """Apply a new change and drop the undone ones."""
        self._changes[self._done :] = [change]
        self._done += 1
        self._apply(change)

    def _apply(self, change: Change) -> None:
        self.revision += 1
        change.make(self._events)
        if change.tables is not None:
            self.table = change.tables[1]


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
