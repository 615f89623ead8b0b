"""What a panel beside the sheet says, and the forms that it is put in."""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cluetree.advice import Estimate
from cluetree.explain import Repair
from cluetree.notebook import Notebook
from cluetree.text import figures
from cluetree.text.telling import brief


@dataclass(frozen=True)
class Answer:
    """What a panel says."""

    title: str
    body: RenderableType
    repairs: tuple[Repair, ...] = ()
    """What can be done by number."""
    clashing: frozenset[int] = frozenset()
    """The numbers of the entries that clash."""


def percent(chance: float | Estimate) -> str:
    """Write a chance, perhaps with its error, as a percentage that no line breaks apart."""
    return figures.percent(chance).replace(" ", "")


def rows(lines: Iterable[tuple[str | int, str]], *, style: str = "bold") -> Grid:
    """Put texts below each other, each behind its number or name."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(justify="right", style=style)
    for name, line in lines:
        grid.add_row(Text(str(name)), Text(line))
    return grid


def entries(book: Notebook, numbers: Iterable[int]) -> Grid:
    """List entries of a log by their numbers."""
    return rows((n, brief(book.events[n - 1], book.table.edition)) for n in numbers)
