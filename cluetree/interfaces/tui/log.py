"""The log as a list of numbered entries."""

from collections.abc import Collection, Sequence
from typing import ClassVar, Final, NamedTuple

from more_itertools import longest_common_prefix
from rich.table import Table as Grid
from rich.text import Text
from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cluetree.cards import Edition
from cluetree.events import Event
from cluetree.text.events import brief

_STYLES: Final = {"!": "bold red", "?": "italic"}


class _Row(NamedTuple):
    """An entry as it is drawn: its number behind a sign, and its text."""

    sign: str
    number: int
    text: str
    width: int

    def drawn(self) -> Grid:
        style = _STYLES.get(self.sign, "")
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(justify="right", width=self.width)
        grid.add_row(Text(f"{self.sign}{self.number}", style), Text(self.text, style))
        return grid


class Log(OptionList):
    """The entries of a log, one of which is chosen; those that clash bear a sign."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("delete", "screen.change('delete')", "key.delete"),
        ("insert", "screen.change('insert')", "key.insert"),
    ]

    def __init__(self, *, id: str) -> None:  # noqa: A002 -- Textual's own word
        super().__init__(id=id, compact=True)
        self._drawn: list[_Row] = []

    def draw(
        self, events: Sequence[Event], edition: Edition, *, clashing: Collection[int], kept: int
    ) -> None:
        """Show the events of a log; those after the first `kept` are only supposed."""
        width = len(f"!{len(events)}")
        rows: list[_Row] = []
        for number, event in enumerate(events, start=1):
            sign = "!" if number in clashing else "?" if number > kept else ""
            rows.append(_Row(sign, number, brief(event, edition), width))
        chosen, last = self.highlighted, len(self._drawn) - 1
        # Rows that are drawn already stay: redrawing a long log takes time.
        same = len(tuple(longest_common_prefix((rows, self._drawn))))
        for index in range(last, same - 1, -1):
            self.remove_option_at_index(index)
        self.add_options(Option(row.drawn()) for row in rows[same:])
        self._drawn = rows
        if rows:
            end = len(rows) - 1
            was_at_end = chosen is None or chosen >= last  # then the view stays at the end
            self.highlighted = end if was_at_end else min(chosen or 0, end)

    def on_resize(self) -> None:
        """Keep the chosen entry in sight."""
        self.call_after_refresh(self.scroll_to_highlight)

    @property
    def number(self) -> int:
        """The number of the chosen entry; 0 if there is none."""
        return 0 if self.highlighted is None else self.highlighted + 1
