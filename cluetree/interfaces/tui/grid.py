"""The detective's sheet as a grid: rows are cards, columns are where they may be."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from rich.text import Text
from textual.coordinate import Coordinate
from textual.widgets import DataTable

from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard
from cluetree.interfaces.drawing import sheet as drawing
from cluetree.table import ENVELOPE, Table
from cluetree.text.entries import short_name
from cluetree.text.language import t
from cluetree.text.numbers import compact

SIGN: Final = 3
"""The width of a mark without its word."""
_HEADS: Final = 10
"""The largest width that a heading gives to its column."""
_NAMES: Final = 16
"""The largest width of card names."""
_CUT_NAMES: Final = 12
"""Their width in a narrow window."""
_GAPS: Final = 2
"""The blanks around the names."""
_BAR: Final = 1
"""The width of the scroll bar."""
_SIGNS: Final = {
    "holds": ("✓", "marks.yes"),
    "lacks": ("✗", "marks.no"),
    "face_up": ("▲", "marks.up"),
}


def cell_width() -> int:
    """Return how many columns of text a mark with its word takes."""
    return 2 + max(len(t(word)) for _, word in _SIGNS.values())


def mark(beliefs: Beliefs, card: ClueCard, place: str, cell: int) -> Text:
    """Mark a cell of the sheet: a sign and a word, or a chance.

    A cell of `SIGN` columns has no word.
    """
    if not beliefs.deals:
        return Text("-".center(cell), "dim")
    found = drawing.mark(beliefs, card, place)
    if found == "open":
        chance = compact(float(beliefs.chance(card, place)))
        short, whole = chance.rstrip("%").rjust(SIGN), f"·{chance.rjust(cell - 1)}"
    else:
        sign, word = _SIGNS[found]
        short, whole = f" {sign} ", f"{sign} {t(word)}".ljust(cell)
    return Text(whole if cell > SIGN else short, drawing.STYLES[found])


def cut(name: str, width: int) -> str:
    """Cut a name to a width, so that it shows where something is missing."""
    return name if len(name) <= width else f"{name[: width - 1]}…"


def widths(table: Table, room: int, cell: int) -> tuple[int, ...]:
    """Return how wide the columns are: of the names, of each player, of the envelope.

    Every cell gets what its mark needs, even without room for it; what room is left goes to the
    names, then to the headings, one column of text after the other.
    """
    names = min(max(len(short_name(card, table.edition)) for card in table.edition.cards), _NAMES)
    wanted = (names, *(min(len(head), _HEADS) for head in drawing.heads(table)))
    marks = [cell for _ in wanted[1:]]
    given = [min(names, max(_CUT_NAMES, room - sum(marks))), *marks]
    while sum(given) < room and (short := [at for at, n in enumerate(given) if n < wanted[at]]):
        given[min(short, key=given.__getitem__)] += 1
    return tuple(given)


def least_width(table: Table, cell: int) -> int:
    """Return how wide the sheet of a table is at least, with its gaps."""
    return _whole(widths(table, 0, cell))


def _whole(columns: Sequence[int]) -> int:
    return sum(columns) + len(columns[1:]) + _GAPS + _BAR


class Sheet(DataTable[Text]):
    """The sheet, with a cursor on one of its cells."""

    def __init__(self, table: Table, *, id: str) -> None:  # noqa: A002 -- Textual's own word
        super().__init__(cursor_type="cell", fixed_columns=1, cell_padding=0, id=id)
        self._shape: tuple[object, ...] = ()
        self._seat(table)

    def _seat(self, table: Table) -> None:
        self._cards: Sequence[ClueCard] = table.edition.cards
        self._places: Sequence[str] = (*table.names, ENVELOPE.name)

    @property
    def chosen(self) -> tuple[str, ClueCard]:
        """The place and the card of the cell under the cursor."""
        row, column = self.cursor_coordinate
        return self._places[max(column - 1, 0)], self._cards[row]

    def draw(self, table: Table, beliefs: Beliefs, room: int, *, cell: int, tall: bool) -> int:
        """Fill the sheet in, with the cursor where it is, and return how wide it is.

        Args:
            table: The table.
            beliefs: The beliefs to draw.
            room: How wide it may be.
            cell: How wide a mark is; of `SIGN` columns it has no word.
            tall: Whether there is room between the categories.
        """
        columns = widths(table, room - len(table.players) - 1 - _GAPS - _BAR, cell)
        shape = (table.edition, table.players, columns, cell, tall)
        if shape != self._shape:
            self._shape = shape
            self._seat(table)
            self._rule(table, columns, tall=tall)
        for row, card in enumerate(self._cards):
            for column, place in enumerate(self._places, start=1):
                at, marked = Coordinate(row, column), mark(beliefs, card, place, cell)
                if self.get_cell_at(at) != marked:  # redrawing a cell takes time
                    self.update_cell_at(at, marked)
        return _whole(columns)

    def hidden(self) -> str:
        """Return how many cards are out of sight above and below, and whether columns are."""
        ends = list(accumulate(row.height for row in self.ordered_rows))
        top, room = self.scroll_offset.y, self.scrollable_content_region.height - self.header_height
        above = sum(end <= top for end in ends)
        below = sum(end > top + room for end in ends)
        signs = (f"▲ {above}" if above else "", f"▼ {below}" if below else "")
        more = "▶" if self.max_scroll_x > self.scroll_offset.x else ""
        return " ".join(filter(None, (*signs, more)))

    def _rule(self, table: Table, columns: Sequence[int], *, tall: bool) -> None:
        """Rebuild the columns and rows."""
        cursor = self.cursor_coordinate
        self.clear(columns=True)
        self.add_column("", width=columns[0] + _GAPS)
        for head, width in zip(drawing.heads(table), columns[1:], strict=True):
            fitting = head if len(head) <= width else head.rpartition(" ")[0] or head
            self.add_column(Text(cut(fitting, width)), width=width + 1)
        for card in self._cards:
            last = card == table.edition.of(card.category)[-1] and card.category != Category.ROOM
            name = cut(short_name(card, table.edition), columns[0])
            blanks = [Text() for _ in self._places]
            self.add_row(Text(f" {name}"), *blanks, height=2 if last and tall else 1)
        self.move_cursor(row=cursor.row, column=max(cursor.column, 1))
