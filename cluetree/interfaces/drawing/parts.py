"""Parts of drawings: tables, lists of entries, two forms by width, and a safe console."""

from collections.abc import Iterable
from functools import singledispatch
from importlib import import_module
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table as Grid
from rich.text import Text

from cluetree.notebook import Notebook
from cluetree.text.events import brief
from cluetree.text.language import parts, t
from cluetree.text.printable import printable_lines


@singledispatch
def draw(result: object, book: Notebook) -> RenderableType:
    """Draw a result for people; each drawing is registered for its type.

    Raises:
        NotImplementedError: If the type has no drawing.
    """
    if not is_drawn(result):
        raise NotImplementedError(f"no drawing of {type(result).__name__}")
    return draw(result, book)


def is_drawn(result: object) -> bool:
    """Return whether the type of a result has a drawing, and import its module."""
    for module in ("sheet", "advice", "reasons"):
        if draw.dispatch(type(result)) is draw.dispatch(object):
            import_module(f"cluetree.interfaces.drawing.{module}")
    return draw.dispatch(type(result)) is not draw.dispatch(object)


class SafeConsole(Console):
    """A console that escapes control characters, which names and titles may contain.

    Lines in files and pipes have no trailing blanks.
    """

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render something as segments of text."""
        blanks: list[Segment] = []
        for segment in super().render(renderable, options):
            if segment.control or self.is_terminal:
                yield _escaped(segment)
            elif segment.text == "\n":
                blanks.clear()
                yield segment
            else:
                text = segment.text.rstrip(" ")
                if text:
                    yield from blanks
                    blanks.clear()
                    yield _escaped(segment._replace(text=text))
                blanks.append(segment._replace(text=segment.text[len(text) :]))
        yield from blanks


def as_text(result: object, book: Notebook, width: int = 100) -> str:
    """Return a drawing as text without colours."""
    with StringIO() as text:
        SafeConsole(file=text, width=width).print(draw(result, book))
        return text.getvalue()


def _escaped(segment: Segment) -> Segment:
    return segment if segment.control else segment._replace(text=printable_lines(segment.text))


def assembled(key: str, **values: str | tuple[str, str]) -> Text:
    """Return a text of the catalogue, some of its values in a style."""
    return Text.assemble(*parts(key, count=None, **values))


def ruled(label: str, *numbers: str, note: bool = False) -> Grid:
    """Return an empty table: a column of names, columns of numbers, perhaps one of notes."""
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column(label)
    for column in numbers:
        grid.add_column(column, justify="right")
    if note:
        grid.add_column("")
    return grid


def rows(lines: Iterable[tuple[str | int, str | Text]], style: str = "bold") -> Grid:
    """List texts, each behind its number or name."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(justify="right", style=style)
    grid.add_column()
    for name, line in lines:
        grid.add_row(Text(str(name)), Text(line) if isinstance(line, str) else line)
    return grid


def entries(book: Notebook, numbers: Iterable[int], decisive: int | None = None) -> Grid:
    """List entries of the log behind their numbers; the decisive one is marked."""
    said = ((n, brief(book.events[n - 1], book.table.edition)) for n in numbers)
    return rows(
        (n, Text(t("prove.decisive", entry=line), "bold") if n == decisive else line)
        for n, line in said
    )
