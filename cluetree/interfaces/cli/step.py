"""`cluetree step` and `cluetree tree`: how the tree grows, and how it stands at the end."""

from itertools import islice
from typing import Annotated, Final

import cyclopts
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from cluetree.interfaces.cli.common import (
    IMPOSSIBLE,
    OK,
    RecordPath,
    Seconds,
    console_on,
    read,
    share_time,
)
from cluetree.notebook import Step
from cluetree.text.language import number, printable, t
from cluetree.text.reasons import clashing, reason, says, struck_by, way
from cluetree.text.telling import in_full
from cluetree.tree import SolverNode, SolverTree


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
        return screen.input(t("step.prompt")).strip().casefold() not in {"q", "quit"}
    except (EOFError, KeyboardInterrupt):
        screen.print()
        return False


def _show_event(screen: Console, one: Step) -> None:
    screen.print(Text.assemble(f"\n{one.number}. ", (in_full(one.event), "bold")))
    for node in one.grown:
        screen.print(_line("step.told", says(node)))


_KINDS: Final = (
    "step.told",
    "step.struck",
    "step.follows",
    "step.counted",
    "step.found",
    "step.clash",
    "step.open",
)


def _line(kind: str, words: str, style: str = "") -> Text:
    """Put words behind what kind of news they are."""
    width = max(len(t(each)) for each in _KINDS)
    return Text(f"   {t(kind):<{width}}  {words}", style)


def _show_conclusion(screen: Console, one: Step) -> None:
    for node in one.struck:
        screen.print(_line("step.struck", _struck(one, node), "dim"))
    for node in one.known:
        screen.print(_line("step.follows", reason(node)))
    for node in one.counted:
        screen.print(_line("step.counted", t("step.in_every", fact=says(node))))
    for category, finding in one.found:
        found = t(f"step.is.{category}", card=finding.card.name, way=way(finding))
        screen.print(_line("step.found", found, "bold green"))
    for clash in one.clashes:
        screen.print(_line("step.clash", clashing(clash), "bold red"))
    if not one.complete:
        screen.print(_line("step.open", t("step.not_in_time")))
    elif one.after.deals:
        screen.print(_line("step.open", _left(one)))
    elif one.before.deals:
        screen.print(_line("step.clash", t("step.no_deal"), "bold red"))


def _struck(one: Step, node: SolverNode) -> str:
    why = "" if node.strike is None else struck_by(node.strike)
    if node.number is None or node.number == one.number:
        return f"{says(node)}: {why}"
    event = t("why.event", number=node.number)
    return t("step.of", fact=says(node), event=event, strike=why)


def _left(one: Step) -> str:
    return t(
        "step.left" if one.after.exact else "step.left_about",
        triples=t("count.triples", count=len(one.after.triples)),
        deals=t("count.deals", count=one.after.deals),
        bits=number(one.after.entropy, 2),
        learned=number(one.bits, 2),
    )


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
    drawn = whole.to_dot() if dot else whole.to_mermaid() if mermaid else f"{whole}"
    print(printable(drawn))
    return OK if book.consistent else IMPOSSIBLE
