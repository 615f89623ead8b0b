"""`cluetree convert` and `cluetree editions`: convert records, and list the decks."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table as Grid

from cluetree import editions as shipped
from cluetree.interfaces.cli.common import OK, RecordPath, console, read
from cluetree.text.language import t


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
    grid = Grid(box=None, pad_edge=False)
    if edition is None:
        for column in ("decks.id", "decks.cards", "decks.title"):
            grid.add_column(t(column))
        for deck in shipped.SHIPPED:
            sizes = "+".join(map(str, map(len, (deck.suspects, deck.weapons, deck.rooms))))
            grid.add_row(deck.id, sizes, deck.title)
    else:
        deck = shipped.get_edition(edition)
        for column in ("decks.category", "decks.card", "decks.also"):
            grid.add_column(t(column))
        for card in deck.cards:
            category = t(f"one.{card.category}")
            grid.add_row(category, card.name, ", ".join(deck.aliases.get(card.name, ())))
    console().print(grid)
    return OK
