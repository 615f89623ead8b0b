"""The progress bar of slow commands."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def bar(things: str) -> Generator[Callable[[int, int], None], None, None]:
    """Show a progress bar on standard error; the function takes the number done and the total."""
    columns = BarColumn(), MofNCompleteColumn(), TextColumn(f"{things},"), TimeRemainingColumn()
    screen = Console(stderr=True)
    disable = not screen.is_terminal
    with Progress(*columns, console=screen, transient=True, disable=disable) as shown:
        task = shown.add_task("")
        yield lambda done, total: shown.update(task, completed=done, total=total)
