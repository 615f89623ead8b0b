"""`cluetree step` and `cluetree tree`: how the tree grows, and how it stands at the end."""

from itertools import islice
from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from cluetree.faces.commands.common import (
    IMPOSSIBLE,
    OK,
    RecordPath,
    Seconds,
    console_on,
    read,
    share_time,
)
from cluetree.faces.words.numbers import many
from cluetree.faces.words.reasons import reason
from cluetree.notebook import Step
from cluetree.tree import SolverTree

PROMPT = "   What follows? Enter shows it, q leaves. "


def step(
    record: RecordPath,
    /,
    *,
    first: Annotated[int, Parameter(name="--from", help="The event to begin with.")] = 1,
    last: Annotated[
        int | None, Parameter(name="--to", help="The event to end with: the last, if left out.")
    ] = None,
    ask: Annotated[
        bool, Parameter(negative="", help="Hide what follows from an event until Enter is pressed.")
    ] = False,
    seconds: Seconds = None,
) -> int:
    """Go through a game one event at a time: what it told, what fell and why, what follows."""
    if ask and record == "-":
        raise cyclopts.CycloptsError(msg="with --ask the keys come in here: name a file, not -")
    book = read(record, seconds)
    last = len(book) if last is None else last
    if len(book) and not 1 <= first <= last <= len(book):
        reach = f"--from and --to are events 1 to {len(book)}, in order"
        raise cyclopts.CycloptsError(msg=f"{reach}, not {first} and {last}")
    share_time(book, 2)
    screen = console_on(book)
    for one in islice(book.steps(), first - 1, last):
        _show_event(screen, one)
        if ask and not _goes_on(screen):
            break
        _show_conclusion(screen, one)
    return OK if book.consistent else IMPOSSIBLE


def _goes_on(screen: Console) -> bool:
    """Wait for a line, and say whether it asks for more."""
    try:
        return screen.input(PROMPT).strip().casefold() not in {"q", "quit"}
    except (EOFError, KeyboardInterrupt):
        screen.print()
        return False


def _show_event(screen: Console, one: Step) -> None:
    screen.print(Text.assemble(f"\n{one.number}. ", (str(one.event), "bold")))
    for node in one.grown:
        screen.print(Text(f"   told     {node.says}"))


def _show_conclusion(screen: Console, one: Step) -> None:
    for node in one.struck:
        number = f" of event {node.number}" if node.number != one.number else ""
        screen.print(Text(f"   struck   {node.fact}{number}: {node.strike}", style="dim"))
    for node in one.known:
        screen.print(Text(f"   follows  {reason(node)}"))
    for node in one.counted:
        screen.print(Text(f"   counted  {node.says}: in every deal that fits"))
    for category, finding in one.found:
        screen.print(Text(f"   found    the {category} is {finding}", style="bold green"))
    for clash in one.clashes:
        screen.print(Text(f"   clash    {clash}", style="bold red"))
    if not one.complete:
        screen.print(Text("   open     not worked out in time"))
    elif one.after.deals:
        about = "" if one.after.exact else "about "
        left = f"{about}{many(len(one.after.triples), 'triple')}, {many(one.after.deals, 'deal')}"
        bits = f"{one.after.entropy:.2f} bits, {one.bits:.2f} learned"
        screen.print(Text(f"   open     {left}; {bits}"))
    elif one.before.deals:
        screen.print(Text("   clash    no deal fits any more", style="bold red"))


def tree(
    record: RecordPath,
    /,
    *,
    dot: Annotated[bool, Parameter(negative="", help="In Graphviz's language.")] = False,
    mermaid: Annotated[bool, Parameter(negative="", help="As a Mermaid flowchart.")] = False,
    seconds: Seconds = None,
    prune: Annotated[bool, Parameter(help="Strike what contradicts.")] = True,
) -> int:
    """Draw the tree: what is known, where it branches, what was struck and why."""
    book = read(record, seconds)
    if dot and mermaid:
        raise cyclopts.CycloptsError(msg="choose one of --dot and --mermaid")
    whole = book.tree if prune else SolverTree.at(book.table, book.events, prune=False)
    print(whole.to_dot() if dot else whole.to_mermaid() if mermaid else whole)
    return OK if book.consistent else IMPOSSIBLE
