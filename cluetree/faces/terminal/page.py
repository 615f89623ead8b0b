"""What the screen of a game shows, and the work behind it."""

from functools import partial
from typing import Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Footer, Static

from cluetree.faces.terminal import panels
from cluetree.faces.terminal.answer import Answer
from cluetree.faces.terminal.backroom import Backroom
from cluetree.faces.terminal.desk import Desk
from cluetree.faces.terminal.entry import Entry
from cluetree.faces.terminal.grid import Sheet, least_width
from cluetree.faces.terminal.panels import Panel, Question, SheetContent
from cluetree.faces.terminal.side import Side
from cluetree.faces.words.completion import Completion, complete

_SIDE: Final = 27
"""The columns of text that a side needs; with fewer it goes below the sheet."""
_TALL: Final = 34
"""The lines from which on log and panel are shown together."""
_SHEET: Final = "sheet"
_PANEL: Final = "panel"


class Page(Screen[None]):
    """The sheet, the log, a panel and the line to type in, showing what lies on a desk.

    Whatever has to be worked out is worked out beside the screen, from a copy of the log; what
    comes of it is shown if the log is still the same.
    """

    def __init__(self, desk: Desk):
        super().__init__()
        self.desk: Final = desk
        self.panel: Panel | None = None
        """The panel that is open."""
        self.answer: Answer | None = None
        """What it says, once that is worked out."""
        self._content: SheetContent | None = None

    # The parts

    def compose(self) -> ComposeResult:
        """Lay out the screen from the heading down to the keys."""
        yield Static(id="heading")
        with Container(id="body"):
            yield Sheet(self.desk.book.table, id="sheet")
            yield Side(id="side")
        yield Static(id="odds")
        yield Entry(self._complete, self.submit, id="entry")
        yield Footer(compact=True, show_command_palette=False)
        yield Backroom()

    @property
    def sheet(self) -> Sheet:
        """The detective's sheet."""
        return self.query_one(Sheet)

    @property
    def side(self) -> Side:
        """What stands beside it."""
        return self.query_one(Side)

    @property
    def entry(self) -> Entry:
        """The line to type in."""
        return self.query_one(Entry)

    @property
    def backroom(self) -> Backroom:
        """Where what is asked for is worked out."""
        return self.query_one(Backroom)

    def _complete(self, text: str) -> Completion:
        return complete(text, self.desk.page.table, turn=self.desk.turn)

    def submit(self, text: str) -> None:
        """Do what a line that was typed says."""

    # Drawing

    def on_resize(self, _: events.Resize) -> None:
        """Put the side where there is room for it."""
        self._arrange()

    def _arrange(self) -> None:
        table = self.desk.page.table
        tall = self.size.height >= _TALL
        narrow = self.size.width - least_width(table) < _SIDE
        self.set_class(tall, "-tall")
        self.set_class(narrow, "-narrow")
        if self._content is None:
            return
        room = self.size.width if narrow else self.size.width - _SIDE
        width = self.sheet.draw(table, self._content.beliefs, room, tall=tall)
        self.sheet.styles.width = "100%" if narrow else width
        lines = Text("\n", no_wrap=True, overflow="ellipsis").join(self._content.odds)
        self.query_one("#odds", Static).update(lines, layout=tall)

    def saved(self) -> str:
        """Say whether and where the game is saved."""
        return ""

    def draw_log(self) -> None:
        """Show the log as it is, and all that is said about it."""
        desk, answer = self.desk, self.answer
        self.side.log_list.draw(
            desk.page.events,
            desk.page.table.edition,
            clashing=answer.clashing if answer else (),
            kept=len(desk.book) if desk.supposing else len(desk.page),
        )
        self.set_class(desk.supposing, "-supposing")
        self.entry.label(self._writing())
        self.query_one("#heading", Static).update(self._heading(), layout=False)

    def _writing(self) -> str:
        target = self.desk.target
        if target is not None:
            return f"{'edit' if target.replaces else 'before'} {target.number}"
        return f"{'what if ' if self.desk.supposing else ''}{len(self.desk.page) + 1}"

    def _heading(self) -> Text:
        book = self.desk.book
        eyes = f"{book.table.me}'s notes" if book.table.me else "an onlooker's notes"
        entries = "1 entry" if len(book) == 1 else f"{len(book)} entries"
        parts = [book.title or "A game", eyes, entries, self.saved()]
        if self.desk.supposing:
            parts.insert(0, "WHAT IF (F8 drops it)")
        return Text(" · ".join(filter(None, parts)), no_wrap=True, overflow="ellipsis")

    # Working out

    def renew(self) -> None:
        """Show the log as it is now, and have worked out what follows from it."""
        self.answer = None
        self.draw_log()
        work = partial(panels.read, self.desk.copy())
        self.backroom.ask(_SHEET, work, self._read, self._broke)
        if self.panel is Panel.SHOW:  # what was asked is answered
            self.close_panel()
        elif self.panel is not None:
            self.open_panel(self.panel)

    def _read(self, content: SheetContent) -> None:
        was_possible = self._content is None or self._content.beliefs.deals > 0
        self._content = content
        self._arrange()
        if not content.beliefs.deals and was_possible:
            self.open_panel(Panel.CHECK)

    def open_panel(self, panel: Panel) -> None:
        """Open a panel, and have worked out what it says."""
        self.panel = panel
        line = self.entry.line.value
        question = Question(panel, self.desk.copy(), self.sheet.chosen, line)
        self.side.open(panel)
        self.backroom.ask(
            _PANEL, partial(panels.answer, question), self._answered, self._unanswered
        )

    def close_panel(self) -> None:
        """Close the panel that is open."""
        self.panel = None
        self.backroom.drop(_PANEL)
        self.side.close()

    def _answered(self, answer: Answer) -> None:
        self.answer = answer
        self.side.show(answer)
        if answer.clashing:
            self.draw_log()

    def _unanswered(self, error: Exception) -> None:
        self.side.fail(str(error))

    def _broke(self, error: Exception) -> None:
        self.entry.refuse(str(error), None)
