"""Shared parts of the commands: exit statuses, options, opening a record, and output."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console, RenderableType

from cluetree import record as records
from cluetree.errors import LimitReached, RecordError
from cluetree.interfaces.cli import IMPOSSIBLE, OK
from cluetree.interfaces.drawing.parts import SafeConsole, assembled
from cluetree.limit import PATIENCE, Limit
from cluetree.notebook import Notebook
from cluetree.operations import OPERATIONS
from cluetree.text.language import t

RecordPath = Annotated[
    str,
    Parameter(
        name="RECORD",
        allow_leading_hyphen=True,
        help="A game record, .clue or .json; - reads standard input.",
    ),
]
Seconds = Annotated[
    float | None, Parameter(help="The time limit of a question in seconds; 4 by default.")
]
AsJson = Annotated[bool, Parameter(help="Print the result in JSON.")]


def read(path: str, seconds: float | None = None) -> Notebook:
    """Open the record at a path, or on standard input for `-`, with a time limit per question."""
    if path != "-":
        book = Notebook.load(path)
    elif sys.stdin is None:
        raise RecordError("standard input is missing", source="<stdin>")
    else:
        book = Notebook.from_record(records.loads(sys.stdin.buffer.read(), source="<stdin>"))
    book.limit = PATIENCE if seconds is None else Limit(seconds=seconds)
    return book


def status_of(book: Notebook) -> int:
    """Return the exit status for a record: `OK` where the limit leaves its consistency open."""
    with suppress(LimitReached):
        return OK if book.consistent else IMPOSSIBLE
    return OK


def console() -> Console:
    """Return a console that does not wrap output to a file or a pipe."""
    screen = SafeConsole(highlight=False)
    return screen if screen.is_terminal else SafeConsole(highlight=False, width=240)


def console_on(book: Notebook) -> Console:
    """Print a heading for a notebook, and return the console."""
    table, screen = book.table, console()
    heading = assembled(
        "head.as" if table.me else "head.watching",
        title=(book.title or t("shelf.game"), "bold"),
        name=str(table.me),
        deck=table.edition.title or table.edition.id or t("head.custom_deck"),
        players=t("count.players", count=len(table.players)),
        events=t("count.events", count=len(book)),
    )
    screen.print(heading)
    return screen


def print_drawing(drawing: RenderableType, book: Notebook) -> int:
    """Print a drawing below a heading for the notebook, and return the status."""
    console_on(book).print(drawing)
    return status_of(book)


def print_json(name: str, result: object, book: Notebook, form: str | None = None) -> int:
    """Print the result of an operation in JSON, perhaps of another format; return the status."""
    operation = OPERATIONS[name]
    print((replace(operation, form=form) if form else operation).json(result))
    return status_of(book)


@contextmanager
def bar(things: str) -> Generator[Callable[[int, int], None], None, None]:
    """Show a progress bar on standard error; the function takes the number done and the total."""
    from rich import progress  # noqa: PLC0415 -- takes time

    counts = progress.MofNCompleteColumn(), progress.TextColumn(f"{things},")
    columns = progress.BarColumn(), *counts, progress.TimeRemainingColumn()
    screen = Console(stderr=True)
    disable = not screen.is_terminal
    with progress.Progress(*columns, console=screen, transient=True, disable=disable) as shown:
        task = shown.add_task("")
        yield lambda done, total: shown.update(task, completed=done, total=total)
