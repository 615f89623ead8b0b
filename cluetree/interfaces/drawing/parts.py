"""Parts of drawings: tables, lists of events, and a safe console."""

import re
from collections.abc import Iterable
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from cluetree.notebook import Notebook
from cluetree.text.events import brief
from cluetree.text.language import parts, t
from cluetree.text.printable import encodable, printable_lines


class SafeConsole(Console):
    """A console that escapes control characters, which names and titles may contain.

    Lines in files and pipes have no trailing blanks.
    """

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render something as segments of text."""
        segments = super().render(renderable, options)
        if self.is_terminal:
            for one in segments:
                yield one if one.control else Segment(self._escaped(one.text), one.style)
        else:
            text = "".join(one.text for one in segments if not one.control)
            yield Segment(self._escaped(re.sub(" +\n", "\n", text)))

    def _escaped(self, text: str) -> str:
        return encodable(printable_lines(text), self.encoding)


def as_text(*drawings: RenderableType, width: int = 240) -> str:
    """Return drawings as text without colours, one below the other."""
    with StringIO() as text:
        SafeConsole(file=text, width=width).print(*drawings, sep="\n")
        return text.getvalue().strip("\n")


def assembled(key: str, **values: str | tuple[str, str]) -> Text:
    """Return a text of the catalogue, some of its values in a style."""
    return Text.assemble(*parts(key, count=None, **values))


def ruled(label: str, *heads: str, justify: JustifyMethod = "right", note: bool = False) -> Table:
    """Return an empty table: a column of names, columns of values, perhaps one of notes."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(label)
    for head in heads:
        table.add_column(Text(head), justify=justify)
    if note:
        table.add_column("")
    return table


def aligned(*styles: str) -> Table:
    """Return an empty table without lines: a column per style to the right, and one for texts."""
    table = Table.grid(padding=(0, 1))
    for style in styles:
        table.add_column(justify="right", style=style)
    table.add_column()
    return table


def labelled_rows(lines: Iterable[tuple[str | int, str | Text]], style: str = "bold") -> Table:
    """List texts, each behind its number or name."""
    table = aligned(style)
    for name, line in lines:
        table.add_row(Text(str(name)), Text(line) if isinstance(line, str) else line)
    return table


def numbered_events(book: Notebook, numbers: Iterable[int], decisive: int | None = None) -> Table:
    """List events of the log behind their numbers; the decisive one is marked."""
    lines = ((n, brief(book.events[n - 1], book.table.edition)) for n in numbers)
    return labelled_rows(
        (n, Text(t("prove.decisive", entry=line), "bold") if n == decisive else line)
        for n, line in lines
    )
