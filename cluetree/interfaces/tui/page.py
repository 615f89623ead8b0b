"""The screen of a game: its parts, how they fit the window, and the work behind them."""

from functools import partial
from typing import Final, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.markup import escape
from textual.widgets import Footer, Static

from cluetree.explain.review import no_longer_certain
from cluetree.interfaces.tui import panels
from cluetree.interfaces.tui.background_work import BackgroundWork
from cluetree.interfaces.tui.dialogs import NamedKeys
from cluetree.interfaces.tui.entry import Entry
from cluetree.interfaces.tui.grid import SIGN, Sheet, cell_width, least_width
from cluetree.interfaces.tui.log import Log
from cluetree.interfaces.tui.panels import Panel, PanelContent, SheetContent
from cluetree.limit import PATIENCE
from cluetree.notebook import Notebook
from cluetree.record.completion import Completion, complete, in_language
from cluetree.text.changes import no_longer
from cluetree.text.entries import example, keywords
from cluetree.text.errors import message_of
from cluetree.text.language import t
from cluetree.text.printable import printable
from cluetree.turns import next_turn

_SIDEBAR: Final = 27
"""The columns of text that a sidebar needs; with fewer it goes below the sheet."""
_TALL: Final = 34
"""The lines from which on log and panel are shown together."""
_AROUND: Final = 6
"""The lines around the cards: headings, odds, the line with its hint, keys."""


class Target(NamedTuple):
    """Where the next entry goes, if not to the end of the log."""

    number: int
    replaces: bool
    """Whether it replaces the event with this number, or goes before it."""


class GameScreen(NamedKeys[None]):
    """The sheet, the entries, a panel and the entry line for a log or a copy with suppositions.

    All computing runs in the background on a copy of the log; a result is shown if the log has
    not changed since. An open panel covers the log where there is little room. In a low window
    the heading and the odds move into the sidebar, so that the sheet has all the lines.
    """

    def __init__(self, book: Notebook):
        super().__init__()
        book.limit = PATIENCE
        self.book: Final = book
        self.current: Notebook = book
        """The notebook that is shown and edited: the real one, or a copy with suppositions."""
        self.target: Target | None = None
        self.panel: Panel | None = None
        """The panel that is open."""
        self.panel_content: PanelContent | None = None
        """The content of the panel, once it is worked out."""
        self.formal: bool = False
        """Whether an open proof shows its formal steps."""
        self._content: SheetContent | None = None
        table = book.table
        self.sheet: Final = Sheet(table, id="sheet")
        self.log_list: Final = Log(id="log")
        self.panel_view: Final = VerticalScroll(Static(id="answer"), id="panel")
        line = in_language(example(table), keywords(table))
        self.entry: Final = Entry(self._complete, self.submit, example=line, id="entry")
        self._reading: Final = BackgroundWork(self, self._read, self._fail)
        self._asking: Final = BackgroundWork(self, self._show_content, self._show_error)

    @property
    def supposing(self) -> bool:
        """Whether new entries are only suppositions."""
        return self.current is not self.book

    @property
    def turn(self) -> str | None:
        """The player whose turn is next, by the log and the seats."""
        return next_turn(self.current.table, self.current.events)

    @property
    def busy(self) -> bool:
        """Whether something is being worked out."""
        return self._reading.busy or self._asking.busy

    # The parts

    def compose(self) -> ComposeResult:
        yield Static(id="heading", classes="heading")
        with Container(id="body"):
            yield self.sheet
            yield Static(id="hidden")
            with Vertical(id="sidebar"):
                yield Static(classes="heading")
                yield self.log_list
                yield self.panel_view
                yield Static(classes="odds")
        yield Static(id="odds", classes="odds")
        yield self.entry
        yield Footer(compact=True, show_command_palette=False)

    def _complete(self, text: str) -> Completion:
        table = self.current.table
        return complete(text, table, turn=self.turn, keywords=keywords(table))

    def submit(self, text: str) -> None:
        """Do what the entry line says."""

    # Drawing

    def on_mount(self) -> None:
        for what in ("scroll_y", "max_scroll_y", "size"):
            self.watch(self.sheet, what, self._show_hidden, init=False)

    def _show_hidden(self) -> None:
        """Show at the corner of the sheet what of it is out of sight."""
        self.query_one("#hidden", Static).update(self.sheet.hidden())

    def on_resize(self) -> None:
        """Put the sidebar where there is room for it."""
        table, (width, height) = self.current.table, self.size
        tall = height >= _TALL
        # Marks lose their words before the sidebar loses its place, and the envelope comes last.
        whole = cell_width()
        spare = {cell: width - least_width(table, cell) for cell in (whole, SIGN)}
        besides = next((cell for cell in spare if spare[cell] >= _SIDEBAR), None)
        cell = besides or (whole if spare[whole] >= 0 else SIGN)
        low = height < len(table.edition.cards) + _AROUND
        self.set_class(tall, "-tall")
        self.set_class(besides is None, "-narrow")
        self.set_class(low and besides is not None, "-low")
        if self._content is None:
            return
        room = width if besides is None else width - _SIDEBAR
        drawn = self.sheet.draw(table, self._content.beliefs, room, cell=cell, tall=tall)
        self.sheet.styles.width = "100%" if besides is None else drawn
        solved = self._content.possible and self._content.beliefs.answer is not None
        self.set_class(solved, "-solved")
        odds = self._content.odds if tall else self._content.odds[:1]
        for part in self.query(".odds").results(Static):
            part.update(Text("\n").join(odds))
        self.call_after_refresh(self._show_hidden)

    def draw_log(self) -> None:
        """Show the log and its heading, and what is being written."""
        content, target = self.panel_content, self.target
        self.log_list.draw(
            self.current.events,
            self.current.table.edition,
            clashing=content.clashing if content else (),
            kept=len(self.book) if self.supposing else len(self.current),
        )
        self.set_class(self.supposing, "-supposing")
        if target is None:
            number = len(self.current) + 1
            self.entry.label(t("line.if", number=number) if self.supposing else str(number))
        else:
            key = "line.edit" if target.replaces else "line.before"
            self.entry.label(t(key, number=target.number))
        heading = self.heading()
        self.query_one("#heading", Static).update(Text(heading), layout=False)
        self.query_one("#sidebar .heading", Static).update(Text(f"{heading} · {t('head.keys')}"))

    def heading(self) -> str:
        """Return the heading: title, viewpoint and length of the log."""
        book = self.book
        me = book.table.me
        parts = (
            t("head.what_if") if self.supposing else "",
            printable(book.title) or t("shelf.game"),
            t("head.mine", name=me.name) if me else t("head.onlooker"),
            t("count.entries", count=len(book)),
        )
        return " · ".join(filter(None, parts))

    # Working out

    def renew(self) -> None:
        """Show the log as it is now, and work out what follows from it."""
        self.panel_content = None
        self.draw_log()
        self._reading.ask(partial(panels.read, self.current.suppose()))
        if self.panel is Panel.SHOW:  # the question has been answered
            self.close_panel()
        elif self.panel is not None:
            self.open_panel(self.panel)

    def _read(self, content: SheetContent) -> None:
        before = None if self._content is None else self._content.beliefs
        was_possible = self._content is None or self._content.possible
        lost = () if before is None else no_longer_certain(before, content.beliefs)
        if lost:
            self.entry.add(no_longer(lost, content.beliefs.edition))
        self._content = content
        self.on_resize()
        if was_possible and not content.possible:
            self.open_panel(Panel.CHECK)

    def _fail(self, error: Exception) -> None:
        self.entry.refuse(message_of(error), None)

    def open_panel(self, panel: Panel) -> None:
        """Open a panel, and work out what it shows."""
        self.panel = panel
        chosen, line = self.sheet.chosen, self.entry.line.value
        self.query_one("#sidebar").add_class("-asked")
        self.panel_view.border_title = f"{t(panel)} …"
        work = partial(
            panels.content, panel, self.current.suppose(), chosen, line, formal=self.formal
        )
        self._asking.ask(work)

    def close_panel(self) -> None:
        """Close the panel that is open."""
        self.panel = None
        self._asking.drop()
        self.query_one("#sidebar").remove_class("-asked")
        self.query_one("#answer", Static).update("")

    def _show_content(self, content: PanelContent) -> None:
        self.panel_content = content
        self.panel_view.border_title = escape(content.title)
        self.query_one("#answer", Static).update(content.body)
        if content.clashing:
            self.draw_log()

    def _show_error(self, error: Exception) -> None:
        self.query_one("#answer", Static).update(Text(f"✗ {message_of(error)}", style="bold red"))
