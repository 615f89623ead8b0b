"""How far long work has come, on standard error, so that standard output stays an answer."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from cluetree.text.language import t


class _Rate(ProgressColumn):
    """How fast it goes, once that is known."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else t("progress.rate", rate=f"{task.speed:.0f}"))


@contextmanager
def bar(things: str) -> Generator[Callable[[int, int], None], None, None]:
    """Show how many things are done, how fast, and how long it will take; give what to tell."""
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{things},"),
        _Rate(),
        TimeRemainingColumn(),
        TextColumn(t("progress.left")),
    )
    screen = Console(stderr=True)
    # Where nobody watches, even an empty bar would leave a line behind.
    with Progress(
        *columns, console=screen, transient=True, disable=not screen.is_terminal
    ) as shown:
        task = shown.add_task("")
        yield lambda done, total: shown.update(task, completed=done, total=total)
