"""`cluetree solve`, and `cluetree` alone, which solves a worked game."""

from importlib.resources import as_file, files
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from cluetree.interfaces.cli.check import conflict_lines
from cluetree.interfaces.cli.common import (
    IMPOSSIBLE,
    OK,
    RecordPath,
    Seconds,
    console,
    console_on,
    print_json,
    read,
    share_time,
)
from cluetree.interfaces.cli.sheet import conclusion, one_of, sheet
from cluetree.notebook import Notebook
from cluetree.operations.forms.solution import SolutionForm
from cluetree.text.language import t


def worked_game() -> int:
    """Run a worked game and say what to try next."""
    with as_file(files("cluetree.interfaces.cli") / t("language.worked_game")) as path:
        book = Notebook.load(path)
        screen = console()
        screen.print(path.read_text(encoding="utf-8"), markup=False)
    status = _show_solved(book)
    screen.print(Text(f"\n{t('solve.try_next')}"))
    return status


def solve(
    record: RecordPath,
    /,
    *,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(negative="", help="Answer in cluetree-solution/1.")] = False,
) -> int:
    """Print the sheet with every chance, the answer or its odds, and how the tree came to it."""
    book = read(record, seconds)
    share_time(book, 2)
    if not json:
        return _show_solved(book)
    print_json(SolutionForm.of(book))
    return OK if book.consistent else IMPOSSIBLE


def _show_solved(book: Notebook) -> int:
    screen = console_on(book)
    if not book.consistent:
        for line in conflict_lines(book, book.conflicts()):
            screen.print(line)
        return IMPOSSIBLE
    screen.print(sheet(book))
    screen.print(Text(""), conclusion(book), one_of(book.beliefs))
    return OK
