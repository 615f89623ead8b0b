"""The state of editing: the log, suppositions, and which entry is being written."""

from dataclasses import dataclass
from typing import Final

from cluetree.errors import InvalidEventError
from cluetree.limit import PATIENCE
from cluetree.notebook import Notebook
from cluetree.record import dumps_clue_event, loads_clue_event
from cluetree.record.completion import in_language
from cluetree.text.keywords import keywords
from cluetree.text.language import t
from cluetree.turns import next_turn


@dataclass(frozen=True, slots=True)
class Target:
    """Where the next entry goes, if not to the end of the log."""

    number: int
    replaces: bool
    """Whether it replaces the event with this number, or goes before it."""


class Editor:
    """Edits a notebook's log, entry by entry.

    Suppositions go to a copy of the log; the notebook itself stays unchanged.
    """

    def __init__(self, book: Notebook):
        book.limit = PATIENCE
        self.book: Final = book
        self._supposed: Notebook | None = None
        self.target: Target | None = None

    @property
    def page(self) -> Notebook:
        """The notebook that is shown and edited: the real one, or the copy with suppositions."""
        return self.book if self._supposed is None else self._supposed

    @property
    def supposing(self) -> bool:
        """Whether new entries are only suppositions."""
        return self._supposed is not None

    def copy(self) -> Notebook:
        """Return a copy of the page, for another thread."""
        return self.page.suppose()

    @property
    def turn(self) -> str | None:
        """The player whose turn is next, by the log and the seats."""
        return next_turn(self.page.table, self.page.events)

    def suppose(self, wanted: bool) -> None:
        """Begin to suppose, or drop all suppositions."""
        self._supposed = self.book.suppose() if wanted else None
        self.target = None

    def enter(self, text: str) -> int:
        """Enter a line where the next entry goes, and return its number.

        Raises:
            RecordError: If the line is not an event; nothing has changed then.
        """
        table, target = self.page.table, self.target
        event = loads_clue_event(text, table, turn=self.turn, keywords=keywords(table))
        number = len(self.page) + 1 if target is None else target.number
        if target is not None and target.replaces:
            self.page.edit(number, event)
        else:
            self.page.insert(number, event)
        self.target = None
        return number

    def aim(self, target: Target) -> str:
        """Set where the next entry goes, and return the line to begin with.

        Raises:
            InvalidEventError: If the log has fewer events.
        """
        if not 1 <= target.number <= len(self.page):
            raise InvalidEventError(t("file.no_event", number=target.number))
        self.target = target
        if not target.replaces:
            return ""
        table = self.page.table
        line = dumps_clue_event(self.page.events[target.number - 1], table)
        return in_language(line, keywords(table))
