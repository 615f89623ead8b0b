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
from cluetree.interfaces.cli.common import (
    IMPOSSIBLE,
    OK,
    RecordPath,
    Seconds,
    console_on,
    print_json,
    read,
    share_time,
)
from cluetree.notebook import Notebook
from cluetree.operations.forms.checking import CheckForm
from cluetree.text.figures import percent
from cluetree.text.language import number, t
from cluetree.text.mends import change, suspicion, where
from cluetree.text.telling import told

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
        screen.print(Text(t("check.true", fit=_fitting(book.beliefs))))
        for line in _suspicious(book, book.suspicious()):
            screen.print(line)
        return
    for line in conflict_lines(book, book.conflicts()):
        screen.print(line)
    repairs = book.repairs()
    if repairs.found:
        screen.print(Text(t("check.mend"), style="bold"))
        screen.print(_grid(book, repairs.found[:_MOST_SHOWN]))
    for line in _end(repairs):
        screen.print(line)


def _fitting(beliefs: Beliefs) -> str:
    if beliefs.exact:
        return t("check.fit", count=beliefs.deals)
    leading, _, power = f"{beliefs.deals:.1e}".partition("e")
    return t("check.fit_about", number=f"{number(float(leading), 1)}e{power}")


def conflict_lines(book: Notebook, conflicts: Conflicts) -> Iterable[Text]:
    """Say which events clash, in words."""
    if conflicts.sets == ((),):
        yield Text(f"{t('check.set_up')}\n")
        return
    for at, conflict in enumerate(conflicts.sets[:_MOST_SHOWN]):
        yield Text(t("check.nor" if at else "check.cannot"), style="bold red")
        yield from (Text(f"  {told(n, book.events[n - 1])}") for n in conflict)
        yield Text("")
    more = len(conflicts.sets) - _MOST_SHOWN
    if more > 0:
        yield Text(f"{t('check.more_conflicts', more=more)}\n")
    if not conflicts.sets and not conflicts.complete:
        yield Text(f"{t('check.not_found')}\n")
    elif not conflicts.complete:
        yield Text(f"{t('check.maybe_conflicts')}\n")


def _grid(book: Notebook, repairs: Iterable[Repair]) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="")
    grid.add_column("", justify="right")
    grid.add_column(t("check.entry"))
    grid.add_column(t("check.change"))
    grid.add_column(t("check.chance"), justify="right")
    grid.add_column(t("check.deals_then"), justify="right")
    for at, repair in enumerate(repairs, start=1):
        becomes, chance = Text(change(repair, book.table)), percent(repair.chance)
        grid.add_row(f"{at}.", where(repair), becomes, chance, f"{repair.deals}")
    return grid


def _end(repairs: Repairs) -> Iterable[Text]:
    if not repairs.found:
        yield Text(t("check.no_mend" if repairs.complete else "check.no_mend_yet"))
    more = len(repairs.found) - _MOST_SHOWN
    if more > 0:
        yield Text(t("check.less_likely", more=more))
    if repairs.found and not repairs.complete:
        yield Text(t("check.maybe_mends"))


def _suspicious(book: Notebook, suspicions: Suspicions) -> Iterable[Text]:
    found = suspicions.found
    if not suspicions.complete:
        yield Text(t("check.not_all"))
    if not found:
        yield Text(t("check.none" if suspicions.complete else "check.none_of_others"))
        return
    yield Text(f"\n{t('check.second_look')}", style="bold")
    for one in found[:_MOST_SHOWN]:
        yield Text(f"  {told(one.event, book.events[one.event - 1])}")
        yield Text(f"    {suspicion(one, book.table)}")
    yield Text(t("check.unseen"), style="dim")
