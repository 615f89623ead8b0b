"""A log of one game that can be changed, undone, read and written."""

from collections.abc import Iterable, Mapping
from copy import copy
from pathlib import Path
from textwrap import shorten
from typing import Self

from cluetree import record
from cluetree.cards import ClueCard
from cluetree.errors import InvalidEventError
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
from cluetree.notebook.change import Change, History
from cluetree.notebook.single_thread import Alone
from cluetree.record import Record
from cluetree.table import Table


class Log:
    """The part of a `Notebook` that is written: a table and what was told there.

    Raises:
        ClueError: From whatever changes the log, if an event breaks the rules by itself; the
            log is unchanged then.
        NotebookInUseError: If another thread is at work in it.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, table: Table, events: Iterable[Event] = (), *, title: str = ""):
        self.table = table
        self.title = title
        self._events = [*entries(table, events)]
        self._changes: list[Change] = []
        self._done = 0  # how many of them stand
        self.revision = 0
        """How many changes were made, each undo and redo included."""
        self._alone = Alone()

    def __getstate__(self) -> tuple[Table, tuple[Event, ...], str, History]:
        with self._alone:
            return self.table, self.events, self.title, self.history

    def __setstate__(self, state: tuple[Table, tuple[Event, ...], str, History]) -> None:
        table, events, title, history = state
        self.__init__(table, events, title=title)  # type: ignore[misc]
        self._take(history)

    def copy(self) -> Self:
        """Return another notebook with the same log and past; they share nothing that changes."""
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
        """Open a record, `.clue` or `.json`.

        Raises:
            RecordError: If the file cannot be read.
        """
        return cls.from_record(record.load(path))

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read a record in JSON.

        Raises:
            RecordError: If it is none.
        """
        return cls.from_record(record.loads_json(text))

    @classmethod
    def from_clue(cls, text: str | bytes) -> Self:
        """Read a record as people write it.

        Raises:
            RecordError: If it is none.
        """
        return cls.from_record(record.loads_clue(text))

    @classmethod
    def from_record(cls, kept: Record) -> Self:
        """Take over a record; there is nothing to undo yet."""
        return cls(kept.table, kept.events, title=kept.title)

    @property
    def record(self) -> Record:
        """The log as a record."""
        return Record(self.table, self.events, self.title)

    def to_json(self) -> str:
        """Write the record in JSON.

        Raises:
            RecordError: If it could not be read back.
        """
        return record.dumps_json(self.record)

    def to_clue(self) -> str:
        """Write the record as people write it.

        Raises:
            RecordError: If it could not be read back.
        """
        return record.dumps_clue(self.record)

    def save(self, path: str | Path) -> None:
        """Write the record; the file is replaced as a whole or not at all.

        Raises:
            RecordError: If it cannot be written.
        """
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
        """Tell of a suggestion; who passed is implied by the seats where it is left out.

        A show may be given as the name of the player alone if the card was not seen; or all of
        them by name: `shows={"Eve": "hall"}`.
        """
        self.tell(Suggestion(by, self.table.edition.guess(*cards), shows, passed))

    def accuse(self, by: str, *cards: ClueCard | str, correct: bool) -> None:
        """Tell of an accusation and how it came out."""
        self.tell(Accusation(by, self.table.edition.guess(*cards), correct))

    def holds(self, player: str, card: ClueCard | str) -> None:
        """Tell that a player (or "envelope") holds a card."""
        self.tell(Holds(player, self.table.edition.card(card)))

    def lacks(self, player: str, card: ClueCard | str) -> None:
        """Tell that a player (or "envelope") does not hold a card."""
        self.tell(Lacks(player, self.table.edition.card(card)))

    def holds_one_of(self, player: str, *cards: ClueCard | str) -> None:
        """Tell that a player (or "envelope") holds at least one of some cards."""
        self.tell(HoldsOneOf(player, map(self.table.edition.card, cards)))

    def insert(self, number: int, event: Event) -> None:
        """Put an event before the one that has this number; those after it move up by one."""
        if not _is_whole(number) or number != len(self._events) + 1:
            self._event(number)
        self._change(Change(number - 1, (), (entry(self.table, event),)))

    def edit(self, number: int, event: Event) -> None:
        """Put another event in the place of the one with this number."""
        old = self._event(number)
        self._change(Change(number - 1, (old,), (entry(self.table, event),)))

    def delete(self, number: int) -> None:
        """Drop the event with this number; those after it move down by one."""
        old = self._event(number)
        self._change(Change(number - 1, (old,), ()))

    def set_up(self, record: Record) -> None:
        """Take over another set-up, and the log as it fits it; it can be undone but for the title.

        >>> from cluetree.editions import CLUE_US
        >>> log = Log(Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9}))
        >>> log.set_up(Record(Table.set_up(CLUE_US, {"Ann": 9, "Bea": 9}), log.events))
        >>> log.table.names
        ('Ann', 'Bea')
        """
        log = entries(record.table, record.events)
        self._change(Change(0, self.events, log, (self.table, record.table)))
        self.title = record.title

    def _event(self, number: int) -> Event:
        if not _is_whole(number) or not 1 <= number <= len(self._events):
            raise InvalidEventError(f"there is no event {number}; the log has {len(self._events)}")
        return self._events[number - 1]

    def undo(self) -> bool:
        """Take back the last change; say whether there was one."""
        with self._alone:
            if not self._done:
                return False
            self._done -= 1
            self._apply(self._changes[self._done].undone)
            return True

    def redo(self) -> bool:
        """Make the change again that was undone last; say whether there was one."""
        with self._alone:
            if self._done == len(self._changes):
                return False
            self._apply(self._changes[self._done])
            self._done += 1
            return True

    @property
    def history(self) -> History:
        """What can be undone and redone, to be kept or taken over elsewhere."""
        return History(tuple(self._changes), self._done)

    def take_history(self, history: History) -> None:
        """Take over what could be undone and redone in another notebook of the same log.

        Raises:
            InvalidEventError: If its changes do not lead to this log; nothing is taken over then.
        """
        if not history.leads_to(self.table, self._events):
            raise InvalidEventError("the changes to take over do not lead to this log")
        self._take(history)

    def _take(self, history: History) -> None:
        self._changes, self._done = [*history.changes], history.done

    def _change(self, change: Change) -> None:
        """Make a new change; what was undone is forgotten."""
        with self._alone:
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
