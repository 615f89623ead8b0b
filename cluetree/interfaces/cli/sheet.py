"""`cluetree solve`, `convert` and `editions`: commands that need neither proofs nor advice."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from cluetree import editions as shipped
from cluetree.errors import LimitReached
from cluetree.interfaces.cli import OK
from cluetree.interfaces.cli.common import (
    RecordPath,
    Seconds,
    console,
    console_on,
    print_drawing,
    print_json,
    read,
)
from cluetree.interfaces.drawing import sheet
from cluetree.interfaces.drawing.parts import ruled
from cluetree.lazy import LazyModule
from cluetree.notebook import Notebook
from cluetree.text.language import t

if TYPE_CHECKING:
    from cluetree.operations import ask
else:
    ask = LazyModule("cluetree.operations.ask")


def solve(
    record: RecordPath,
    /,
    *,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(help="Print JSON: cluetree-solution/2.")] = False,
) -> int:
    """Print the sheet with every probability, and the answer or its odds."""
    book = read(record, seconds)
    if json:
        return print_json("beliefs", ask.beliefs(book), book)
    return print_solved(book)


def print_solved(book: Notebook) -> int:
    """Print the sheet and the odds, or the conflicts; at the limit, what the rules find."""
    try:
        if book.consistent:
            return print_drawing(sheet.solution(book), book)
        from cluetree.interfaces.drawing.reasons import conflicts  # noqa: PLC0415 -- takes time

        return print_drawing(conflicts(book.conflicts(), book), book)
    except LimitReached:
        console_on(book).print(sheet.settled(book.tree.evidence(), book.table))
        raise


def convert(
    source: RecordPath,
    target: Annotated[Path, Parameter(help="The file to write; its suffix selects the format.")],
    /,
) -> int:
    """Convert a record between JSON and .clue. Comments are lost."""
    read(source).save(target)
    return OK


def editions(
    edition: Annotated[str | None, Parameter(help="List the cards of this deck.")] = None, /
) -> int:
    """List the shipped decks, or the cards of one deck with their aliases."""
    if edition is None:
        grid = ruled(*map(t, ("decks.id", "decks.cards", "decks.title")), justify="left")
        for deck in shipped.SHIPPED:
            sizes = "+".join(map(str, map(len, (deck.suspects, deck.weapons, deck.rooms))))
            grid.add_row(deck.id, sizes, deck.title)
    else:
        deck = shipped.get_edition(edition)
        grid = ruled(*map(t, ("decks.category", "decks.card", "decks.also")), justify="left")
        for card in deck.cards:
            category = t(f"one.{card.category}")
            grid.add_row(category, card.name, ", ".join(deck.aliases.get(card.name, ())))
    console().print(grid)
    return OK
