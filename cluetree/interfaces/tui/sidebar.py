"""What stands beside the sheet: the log, and a panel that is opened when something is asked."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.markup import escape
from textual.widgets import Static

from cluetree.interfaces.tui.answer import Answer
from cluetree.interfaces.tui.log import Log


class Sidebar(Vertical):
    """The log and the panel; where there is little room, an open panel covers the log.

    In a low window heading and odds stand here, so that the sheet has all the lines.
    """

    def compose(self) -> ComposeResult:
        """Put the panel below the log."""
        yield Static(classes="heading")
        yield Log(id="log")
        with VerticalScroll(id="panel"):
            yield Static(id="answer")
        yield Static(classes="odds")

    @property
    def log_list(self) -> Log:
        """The log."""
        return self.query_one(Log)

    @property
    def panel(self) -> VerticalScroll:
        """The panel."""
        return self.query_one("#panel", VerticalScroll)

    def open(self, title: str) -> None:
        """Open the panel, or keep it open, until there is an answer."""
        self.add_class("-asked")
        self.panel.border_title = f"{title} …"

    def show(self, answer: Answer) -> None:
        """Show an answer in the open panel."""
        self.panel.border_title = escape(answer.title)
        self.query_one("#answer", Static).update(answer.body)

    def fail(self, reason: str) -> None:
        """Say in the open panel why there is no answer."""
        self.query_one("#answer", Static).update(Text(f"✗ {reason}", style="bold red"))

    def close(self) -> None:
        """Close the panel."""
        self.remove_class("-asked")
        self.query_one("#answer", Static).update("")
