"""What the commands share: exit statuses, the record that each begins with, where they print."""

import codecs
import sys
from typing import Annotated

from cyclopts import Parameter
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from cluetree import record as records
from cluetree.errors import RecordError
from cluetree.limit import PATIENCE, Limit
from cluetree.notebook import Notebook
from cluetree.operations.forms.parts import Form, to_json
from cluetree.text.language import parts, t

OK, IMPOSSIBLE, UNREADABLE, INTERRUPTED = 0, 1, 2, 130

RecordPath = Annotated[
    str,
    Parameter(
        name="RECORD",
        allow_leading_hyphen=True,
        help="A game record, .clue or .json; - reads standard input.",
    ),
]


Seconds = Annotated[
    float | None,
    Parameter(help="How long it may take at most: 5 seconds, if left out."),
]


def read(path: str, seconds: float | None = None) -> Notebook:
    """Open the record at a path, or the one that standard input brings.

    A question to it may take so long, or as long as people wait.

    Raises:
        InvalidLimitError: If that is no time.
        RecordError: If it cannot be read.
    """
    book = _read(path)
    book.limit = PATIENCE if seconds is None else Limit(seconds=seconds)
    return book


def share_time(book: Notebook, questions: int) -> None:
    """Let so many questions together take no longer than one might."""
    if book.limit is not None and book.limit.seconds is not None:
        book.limit = Limit(seconds=book.limit.seconds / questions)


def _read(path: str) -> Notebook:
    if path != "-":
        return Notebook.load(path)
    if sys.stdin is None:
        raise RecordError("there is no standard input to read from", source="<stdin>")
    content = sys.stdin.buffer.read()
    is_json = content.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")
    read = records.loads_json if is_json else records.loads_clue
    return Notebook.from_record(read(content, source="<stdin>"))


def console() -> Console:
    """Return a console that never folds the sheet where nobody looks at a terminal."""
    screen = Console(highlight=False)
    return screen if screen.is_terminal else Console(highlight=False, width=240)


def console_on(book: Notebook) -> Console:
    """Say whose eyes these are and how much was told, and return where to go on printing."""
    table, screen = book.table, console()
    heading = assembled(
        "head.as" if table.me else "head.watching",
        title=(book.title or t("shelf.game"), "bold"),
        name=str(table.me),
        deck=str(table.edition),
        players=t("count.players", count=len(table.players)),
        events=t("count.events", count=len(book)),
    )
    screen.print(heading)
    return screen


def assembled(key: str, *, count: int | None = None, **values: str | tuple[str, str]) -> Text:
    """Put a text together, some of its values in a style."""
    return Text.assemble(*parts(key, count=count, **values))


def ruled(label: str, *numbers: str, note: bool = False) -> Grid:
    """Return an empty table: a column of names, columns of numbers, perhaps one of remarks."""
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column(label)
    for column in numbers:
        grid.add_column(column, justify="right")
    if note:
        grid.add_column("")
    return grid


def print_json(form: Form) -> None:
    """Print a document for programs."""
    print(to_json(form))
