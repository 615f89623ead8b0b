"""`cluetree check` and `cluetree review`: contradictions, repairs and missed deductions."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cluetree.interfaces.cli.common import (
    IMPOSSIBLE,
    OK,
    RecordPath,
    Seconds,
    console_on,
    print_result,
    read,
    usage,
)
from cluetree.notebook import Notebook
from cluetree.operations import ask
from cluetree.operations.explain import clash
from cluetree.text.deals import read_deal
from cluetree.text.drawing import reasons as drawing


def check(
    record: RecordPath,
    /,
    *,
    apply: Annotated[int | None, Parameter(help="Apply the repair with this number.")] = None,
    output: Annotated[Path | None, Parameter(help="Where to write the repaired record.")] = None,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(negative="", help="Print JSON: cluetree-check/2.")] = False,
) -> int:
    """List contradictions and their repairs, or suspicious entries."""
    book = read(record, seconds, questions=2)
    if (apply is None) is not (output is None):
        raise usage("--apply NUMBER and --output FILE must be given together")
    if json:
        print_result("check", ask.check(book))
    else:
        show_check(book)
    status = OK if book.consistent else IMPOSSIBLE
    if apply is not None and output is not None:
        found = book.repairs().found
        if not 1 <= apply <= len(found):
            raise usage(f"--apply must be the number of a repair, 1 to {len(found)}, got {apply}")
        book.repair(found[apply - 1])
        book.save(output)
    return status


def show_check(book: Notebook) -> None:
    """Print contradictions and repairs, or suspicious entries of a consistent log."""
    screen = console_on(book)
    if book.consistent:
        screen.print(drawing.suspicions(book, book.suspicious()))
    else:
        screen.print(drawing.argument(book, clash(book).short), "")
        screen.print(drawing.conflicts(book, book.conflicts()), "")
        screen.print(drawing.repairs(book, book.repairs()))


def review(
    record: RecordPath,
    /,
    *,
    deal: Annotated[
        str | None, Parameter(help='The revealed hands: "Bob: Rope, Hall; Eve: Plum, ...".')
    ] = None,
    seconds: Seconds = None,
) -> int:
    """Review a game: when each deduction was possible, and which ones were missed."""
    book = read(record, seconds)
    truth = None if deal is None else read_deal(book.table, deal)
    console_on(book).print(drawing.review(book, book.review(truth)))
    return OK if book.consistent else IMPOSSIBLE
