"""Commands that look at a record: its sheet, its tree, its steps; and at the shipped decks."""

from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.table import Table as Grid
from rich.text import Text

from cluetree import editions as shipped
from cluetree.faces.commands import check as checking, sheet
from cluetree.faces.commands.common import IMPOSSIBLE, OK, RecordPath, read
from cluetree.faces.commands.sheet import many
from cluetree.faces.forms.solution import solution, to_json
from cluetree.notebook import Notebook, Step
from cluetree.tree import SolverTree

_TRY_NEXT = """\
Try next:
  cluetree solve GAME.clue       your own game; write it like the one printed by
                                 cluetree convert GAME.json GAME.clue
  cluetree step GAME.clue        one event at a time, with reasons
  cluetree tree GAME.clue        the picture of what is known and what is open
  cluetree why GAME.clue Eve hall   the proof of one mark, or why it is open
  cluetree editions              the decks
  cluetree --help                everything else"""


def worked_game() -> int:
    """Run a worked game and say what to try next."""
    with as_file(files("cluetree.faces.commands") / "demo.clue") as path:
        book = Notebook.load(path)
        screen = sheet.console()
        screen.print(path.read_text(encoding="utf-8"), markup=False)
    status = _show_solved(book)
    screen.print(Text(f"\n{_TRY_NEXT}"))
    return status


def solve(
    record: RecordPath,
    /,
    *,
    json: Annotated[bool, Parameter(negative="", help="Answer in cluetree-solution/1.")] = False,
) -> int:
    """Print the sheet with every chance, the answer or its odds, and how the tree came to it."""
    book = read(record)
    if not json:
        return _show_solved(book)
    print(to_json(solution(book)))
    return OK if book.consistent else IMPOSSIBLE


def _show_solved(book: Notebook) -> int:
    screen = sheet.console()
    screen.print(sheet.heading(book))
    if not book.consistent:
        for line in checking.conflict_lines(book, book.conflicts()):
            screen.print(line)
        return IMPOSSIBLE
    screen.print(sheet.sheet(book))
    screen.print(Text(""), sheet.conclusion(book), sheet.one_of(book.beliefs))
    return OK


def tree(
    record: RecordPath,
    /,
    *,
    dot: Annotated[bool, Parameter(negative="", help="In Graphviz's language.")] = False,
    mermaid: Annotated[bool, Parameter(negative="", help="As a Mermaid flowchart.")] = False,
    prune: Annotated[bool, Parameter(help="Strike what contradicts.")] = True,
) -> int:
    """Draw the tree: what is known, where it branches, what was struck and why."""
    book = read(record)
    if dot and mermaid:
        raise cyclopts.CycloptsError(msg="choose one of --dot and --mermaid")
    whole = book.tree if prune else SolverTree.at(book.table, book.events, prune=False)
    print(whole.to_dot() if dot else whole.to_mermaid() if mermaid else whole)
    return OK if book.consistent else IMPOSSIBLE


def step(record: RecordPath, /) -> int:
    """Go through a game one event at a time: what it told, what fell and why, what follows."""
    book = read(record)
    sheet.console().print(sheet.heading(book))
    for one in book.steps():
        _show_step(one)
    return OK if book.consistent else IMPOSSIBLE


def _show_step(one: Step) -> None:
    screen = sheet.console()
    screen.print(Text.assemble(f"\n{one.number}. ", (str(one.event), "bold")))
    for node in one.grown:
        screen.print(Text(f"   told     {node.says}"))
    for node in one.struck:
        number = f" of event {node.number}" if node.number != one.number else ""
        screen.print(Text(f"   struck   {node.fact}{number}: {node.strike}", style="dim"))
    for node in one.known:
        screen.print(Text(f"   follows  {sheet.reason(node)}"))
    for node in one.counted:
        screen.print(Text(f"   counted  {node.says}: in every deal that fits"))
    for category, finding in one.found:
        screen.print(Text(f"   found    the {category} is {finding}", style="bold green"))
    for clash in one.clashes:
        screen.print(Text(f"   clash    {clash}", style="bold red"))
    if one.after.deals:
        left = f"{many(len(one.after.triples), 'triple')}, {many(one.after.deals, 'deal')}"
        bits = f"{one.after.entropy:.2f} bits, {one.bits:.2f} learned"
        screen.print(Text(f"   open     {left}; {bits}"))
    elif one.before.deals:
        screen.print(Text("   clash    no deal fits any more", style="bold red"))


def convert(
    source: RecordPath,
    target: Annotated[Path, Parameter(help="The file to write; its suffix says which spelling.")],
    /,
) -> int:
    """Rewrite a record in the other spelling. Comments are not kept."""
    read(source).save(target)
    return OK


def editions(
    edition: Annotated[str | None, Parameter(help="List the cards of this one.")] = None,
    /,
) -> int:
    """List the shipped decks, or the cards of one with the names people also use."""
    grid = Grid(box=None, pad_edge=False)
    if edition is None:
        for column in ("id", "cards", "title"):
            grid.add_column(column)
        for deck in shipped.SHIPPED:
            sizes = "+".join(map(str, map(len, (deck.suspects, deck.weapons, deck.rooms))))
            grid.add_row(deck.id, sizes, deck.title)
    else:
        deck = shipped.get_edition(edition)
        for column in ("category", "card", "also"):
            grid.add_column(column)
        for card in deck.cards:
            grid.add_row(card.category, card.name, ", ".join(deck.aliases.get(card.name, ())))
    sheet.console().print(grid)
    return OK
