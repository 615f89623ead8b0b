"""The state of editing: the log, suppositions, and which entry is being written."""

from typing import Final, NamedTuple

from cluetree.errors import InvalidEventError
from cluetree.limit import PATIENCE
from cluetree.notebook import Notebook
from cluetree.record import dumps_clue_event, loads_clue_event
from cluetree.record.completion import in_language
from cluetree.text.keywords import keywords
from cluetree.text.language import t
from cluetree.turns import next_turn


class Target(NamedTuple):
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
        self.page = book
        """The notebook that is shown and edited: the real one, or the copy with suppositions."""
        self.target: Target | None = None

    @property
    def supposing(self) -> bool:
        """Whether new entries are only suppositions."""
        return self.page is not self.book

    @property
    def turn(self) -> str | None:
        """The player whose turn is next, by the log and the seats."""
        return next_turn(self.page.table, self.page.events)

    def suppose(self, wanted: bool) -> None:
        """Begin to suppose, or drop all suppositions."""
        self.page = self.book.suppose() if wanted else self.book
        self.target = None

    def enter(self, text: str) -> int:
        """Enter a line where the next entry goes, and return its number.

        Raises:
            RecordError: If the line is not an event; nothing has changed then.
        """
        table = self.page.table
        event = loads_clue_event(text, table, turn=self.turn, keywords=keywords(table))
        number, replaces = self.target or (len(self.page) + 1, False)
        if replaces:
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
