"""`cluetree check`: what clashes, what would mend it, what looks wrong."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

import cyclopts
from cyclopts import Parameter
from rich.table import Table as Grid
from rich.text import Text

from cluetree.beliefs import Beliefs
from cluetree.explain import Conflicts, Repair, Repairs, Suspicions
from cluetree.faces.commands.common import (
    IMPOSSIBLE,
    OK,
    RecordPath,
    Seconds,
    console_on,
    print_json,
    read,
    share_time,
)
from cluetree.faces.forms.checking import CheckForm
from cluetree.faces.words.figures import percent
from cluetree.notebook import Notebook

UNSEEN: Final = "A wrong card asked for is not seen so; who passed, showed and asked is."
_MOST_SHOWN: Final = 10
"""Repairs, conflicts and entries that are shown of each; JSON has them all."""


def check(
    record: RecordPath,
    /,
    *,
    apply: Annotated[int | None, Parameter(help="Make the repair of this number.")] = None,
    output: Annotated[Path | None, Parameter(help="Where to write the mended record.")] = None,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(negative="", help="Answer in cluetree-check/1.")] = False,
) -> int:
    """Name what clashes, what would mend it, and entries that look wrong."""
    book = read(record, seconds)
    share_time(book, 2)
    if (apply is None) is not (output is None):
        raise cyclopts.CycloptsError(msg="--apply NUMBER and --output FILE belong together")
    if json:
        print_json(CheckForm.of(book))
    else:
        show_check(book)
    status = OK if book.consistent else IMPOSSIBLE
    if apply is not None and output is not None:
        found = book.repairs().found
        if not 1 <= apply <= len(found):
            raise cyclopts.CycloptsError(msg=f"no repair {apply}: there are {len(found)}")
        book.repair(found[apply - 1])
        book.save(output)
    return status


def show_check(book: Notebook) -> None:
    """Print what clashes and what would mend it, or what looks wrong in a log that can be true."""
    screen = console_on(book)
    if book.consistent:
        screen.print(Text(f"All of this can be true: {_fitting(book.beliefs)}."))
        for line in _suspicious(book, book.suspicious()):
            screen.print(line)
        return
    for line in conflict_lines(book, book.conflicts()):
        screen.print(line)
    repairs = book.repairs()
    if repairs.found:
        screen.print(Text("One change mends it, likeliest first:", style="bold"))
        screen.print(_grid(repairs.found[:_MOST_SHOWN]))
    for line in _end(repairs):
        screen.print(line)


def _fitting(beliefs: Beliefs) -> str:
    if not beliefs.exact:
        return f"about {beliefs.deals:.1e} deals fit"
    return "1 deal fits" if beliefs.deals == 1 else f"{beliefs.deals} deals fit"


def conflict_lines(book: Notebook, conflicts: Conflicts) -> Iterable[Text]:
    """Say which events clash, in words."""
    if conflicts.sets == ((),):
        yield Text("The set-up itself cannot be true: hands, face-up cards and envelope")
        yield Text("do not make up the deck.\n")
        return
    for number, conflict in enumerate(conflicts.sets[:_MOST_SHOWN]):
        words = "And this cannot:" if number else "This cannot all be true:"
        yield Text(words, style="bold red")
        yield from (Text(f"  event {n}: {book.events[n - 1]}") for n in conflict)
        yield Text("")
    more = len(conflicts.sets) - _MOST_SHOWN
    if more > 0:
        yield Text(f"And {more} more conflicts.\n")
    if not conflicts.sets and not conflicts.complete:
        yield Text("Whether this can be true was not found in time.\n")
    elif not conflicts.complete:
        yield Text("There may be more conflicts; the search stopped here.\n")


def _grid(repairs: Iterable[Repair]) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="")
    grid.add_column("", justify="right")
    grid.add_column("entry")
    grid.add_column("change")
    grid.add_column("chance", justify="right")
    grid.add_column("deals then", justify="right")
    for number, repair in enumerate(repairs, start=1):
        entry = f"event {repair.event}" if repair.event else "set-up"
        chance = percent(repair.chance)
        grid.add_row(f"{number}.", entry, Text(repair.change), chance, f"{repair.deals}")
    return grid


def _end(repairs: Repairs) -> Iterable[Text]:
    if not repairs.found:
        yield Text(
            "No change of one entry mends it: two may be wrong, or a card of the set-up."
            if repairs.complete
            else "No change of one entry that mends it was found in time."
        )
    more = len(repairs.found) - _MOST_SHOWN
    if more > 0:
        yield Text(f"And {more} less likely ones; --json lists them all.")
    if repairs.found and not repairs.complete:
        yield Text("There may be more repairs; only the likeliest slips were tried.")


def _suspicious(book: Notebook, suspicions: Suspicions) -> Iterable[Text]:
    found = suspicions.found
    if not suspicions.complete:
        yield Text("Not every entry could be looked at in time.")
    if not found:
        yield Text(
            "No entry stands out." if suspicions.complete else "None of the others stands out."
        )
        return
    yield Text("\nWorth a second look, a slip explains these better:", style="bold")
    for one in found[:_MOST_SHOWN]:
        yield Text(f"  event {one.event}: {book.events[one.event - 1]}")
        yield Text(f"    by {one.score:.1f} bits: {one.why}")
    yield Text(UNSEEN, style="dim")
