"""The progress bar of slow commands."""

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
    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else t("progress.rate", rate=f"{task.speed:.0f}"))


@contextmanager
def bar(things: str) -> Generator[Callable[[int, int], None], None, None]:
    """Show a progress bar on standard error; the function takes the number done and the total."""
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{things},"),
        _Rate(),
        TimeRemainingColumn(),
        TextColumn(t("progress.left")),
    )
    screen = Console(stderr=True)
    hidden = not screen.is_terminal  # in a file, even an empty bar would leave a line
    with Progress(*columns, console=screen, transient=True, disable=hidden) as shown:
        task = shown.add_task("")
        yield lambda done, total: shown.update(task, completed=done, total=total)
