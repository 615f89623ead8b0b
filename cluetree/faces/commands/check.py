"""What `cluetree check` shows and answers: what clashes, what would mend it, what looks wrong."""

import json
from collections.abc import Iterable

from rich.table import Table as Grid
from rich.text import Text

from cluetree import record as records
from cluetree.events import Event
from cluetree.explain import Conflicts, Repair, Repairs, Suspicion
from cluetree.faces.commands import sheet
from cluetree.notebook import Notebook
from cluetree.record import Json, Record
from cluetree.table import Table

_MOST_SHOWN = 10
"""Repairs, conflicts and entries that are shown of each; JSON has them all."""


def check_json(book: Notebook) -> dict[str, Json]:
    """Put what is wrong with a log into the form `cluetree-check/1`."""
    conflicts = book.conflicts()
    return {
        "format": "cluetree-check/1",
        "consistent": book.consistent,
        "conflicts": [list(conflict) for conflict in conflicts.sets],
        "repairs": [_repair(repair, book.table) for repair in book.repairs().found],
        "suspicious": [
            {"event": one.event, "score": round(one.score, 2), "why": one.why}
            for one in book.suspicious()
        ],
    }


def _repair(repair: Repair, table: Table) -> Json:
    return {
        "event": repair.event,
        "change": repair.change,
        "replacement": _as_recorded(repair.replacement, table),
        "deals": repair.deals,
    }


def _as_recorded(event: Event | None, table: Table) -> Json:
    """The event as the record's own writer puts it."""
    if event is None:
        return None
    events: list[Json] = json.loads(records.dumps_json(Record(table, (event,))))["events"]
    return events[0]


def show_check(book: Notebook) -> None:
    """Print what clashes and what would mend it, or what looks wrong in a log that can be true."""
    screen = sheet.console()
    screen.print(sheet.heading(book))
    if book.consistent:
        deals = book.beliefs.deals
        fit = "1 deal fits" if deals == 1 else f"{deals} deals fit"
        screen.print(Text(f"All of this can be true: {fit}."))
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
    if not conflicts.complete:
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
        chance = sheet.percent(repair.chance)
        grid.add_row(f"{number}.", entry, Text(repair.change), chance, f"{repair.deals}")
    return grid


def _end(repairs: Repairs) -> Iterable[Text]:
    if not repairs.found:
        yield Text("No change of one entry mends it: two may be wrong, or a card of the set-up.")
    more = len(repairs.found) - _MOST_SHOWN
    if more > 0:
        yield Text(f"And {more} less likely ones; --json lists them all.")
    if not repairs.complete:
        yield Text("There may be more repairs; only the likeliest slips were tried.")


def _suspicious(book: Notebook, found: tuple[Suspicion, ...]) -> Iterable[Text]:
    if not found:
        yield Text("No entry stands out.")
        return
    yield Text("\nWorth a second look, a slip explains these better:", style="bold")
    for one in found[:_MOST_SHOWN]:
        yield Text(f"  event {one.event}: {book.events[one.event - 1]}")
        yield Text(f"    by {one.score:.1f} bits: {one.why}")
