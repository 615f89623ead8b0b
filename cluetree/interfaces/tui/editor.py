"""What is being edited: the log, what is only supposed, and which entry is being written."""

from dataclasses import dataclass
from typing import Final

from cluetree.errors import InvalidEventError
from cluetree.limit import PATIENCE
from cluetree.notebook import Notebook
from cluetree.record import dumps_clue_event, loads_clue_event
from cluetree.text.language import t
from cluetree.turns import next_turn


@dataclass(frozen=True, slots=True)
class Target:
    """Where the next entry goes, if not to the end of the log."""

    number: int
    replaces: bool
    """Whether it takes the place of the event with this number, or goes before it."""


class Editor:
    """Edits a notebook's log, entry by entry.

    While something is supposed, all that is written goes to another copy of the log, and the
    notebook itself stays as it is.
    """

    def __init__(self, book: Notebook):
        book.limit = PATIENCE
        self.book: Final = book
        self._supposed: Notebook | None = None
        self.target: Target | None = None

    @property
    def page(self) -> Notebook:
        """The notebook that is shown and written in: the real one, or what is supposed."""
        return self.book if self._supposed is None else self._supposed

    @property
    def supposing(self) -> bool:
        """Whether what is written now is only supposed."""
        return self._supposed is not None

    def copy(self) -> Notebook:
        """Return a copy of the page, for whoever works beside this thread."""
        return self.page.suppose()

    @property
    def turn(self) -> str | None:
        """The name of the player whose turn comes next, as far as log and seats tell."""
        return next_turn(self.page.table, self.page.events)

    def suppose(self, wanted: bool) -> None:
        """Begin to suppose, or drop all that was supposed."""
        self._supposed = self.book.suppose() if wanted else None
        self.target = None

    def enter(self, text: str) -> int:
        """Put what a line says where the next entry goes, and return its number.

        Raises:
            RecordError: If the line is no event; nothing has changed then.
        """
        event, target = loads_clue_event(text, self.page.table), self.target
        number = len(self.page) + 1 if target is None else target.number
        if target is not None and target.replaces:
            self.page.edit(number, event)
        else:
            self.page.insert(number, event)
        self.target = None
        return number

    def aim(self, target: Target) -> str:
        """Let the next entry go elsewhere, and return the line to begin with.

        Raises:
            InvalidEventError: If there is no event with this number.
        """
        if not 1 <= target.number <= len(self.page):
            raise InvalidEventError(t("file.no_event", number=target.number))
        self.target = target
        if not target.replaces:
            return ""
        return dumps_clue_event(self.page.events[target.number - 1], self.page.table)
