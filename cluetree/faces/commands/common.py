"""What the commands share: exit statuses, the record that each begins with, where they print."""

import codecs
import sys
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from cluetree import record as records
from cluetree.errors import RecordError
from cluetree.faces.forms.parts import Form, to_json
from cluetree.faces.words.numbers import many
from cluetree.notebook import Notebook

OK, IMPOSSIBLE, UNREADABLE = 0, 1, 2

RecordPath = Annotated[
    str,
    Parameter(
        name="RECORD",
        allow_leading_hyphen=True,
        help="A game record, .clue or .json; - reads standard input.",
    ),
]


def read(path: str) -> Notebook:
    """Open the record at a path, or the one that standard input brings.

    Raises:
        RecordError: If it cannot be read.
    """
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


def heading(book: Notebook) -> Text:
    """Say whose eyes these are, and how much was told."""
    table = book.table
    who = f"as {table.me} sees it" if table.me else "as an onlooker sees it"
    return Text.assemble(
        (book.title or "A game", "bold"),
        f", {who}: {table.edition}, {len(table.players)} players, {many(len(book), 'event')}",
    )


def print_json(form: Form) -> None:
    """Print a document for programs."""
    print(to_json(form))
