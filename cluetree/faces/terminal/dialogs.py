"""Small screens that come before the notes and go again: the keys, and where to save."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from cluetree.errors import ClueError
from cluetree.faces.words.entries import example
from cluetree.table import Table

_ENTRIES: Final = (
    ("{line}", "a suggestion; the seats say who passed"),
    ("{line} {card}", "the card, where you saw it"),
    ("{asks} -> nobody", "nobody could show one"),
    ("{asker} accuses {cards}: wrong", "an accusation and how it came out"),
    ("{asker} holds {card}   {asker} lacks {card}", "anything else you learn"),
    ("{asker} holds one of {cards}", "at least one of these"),
    ("3", "when the log cannot be true: mend it by change 3"),
)
"""Lines with gaps for the players and the cards of a table; names may be shortened."""
_KEYS: Final = (
    ("Tab", "complete: take the candidate that is lit up"),
    ("Up, Down", "light up another candidate"),
    ("Enter", "enter the line; on a cell: why; on an entry: edit it"),
    ("Escape", "leave an edit, close a panel, go from line to sheet and back"),
    ("F1", "these keys"),
    ("F2, F3", "go to the sheet, to the log"),
    ("F4", "why: the proof of the cell under the cursor"),
    ("F5", "advice: what to suggest; with rooms in the line, only in these"),
    ("F6", "show: which card gives least away; put into the line what you are asked"),
    ("F7", "rivals: what the others probably know, and whether to accuse"),
    ("F8", "what if: what you enter is only supposed, until F8 again"),
    ("F9", "check: what clashes and what mends it, or what looks like a slip"),
    ("Insert, Delete", "in the log: put an entry before this one, drop it"),
    ("PgUp, PgDn", "scroll the panel"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("Ctrl+S", "save under a name; a game with a name is saved as you go"),
    ("Ctrl+T", "light or dark"),
    ("Ctrl+P", "all of this by name, where a terminal keeps F keys to itself"),
    ("Ctrl+Q", "quit"),
)
_MARKS: Final = (
    ("✓ yes", "the card is here"),
    ("✗ no", "it is not"),
    ("· 43%", "open: the chance that it is, from all deals that fit"),
    ("▲ up", "it lies face-up"),
    ("✓ ✗ 43 ▲", "the same in short, where many play"),
)


class Help(ModalScreen[None]):
    """The keys, the marks of the sheet, and how entries are written."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q,enter", "dismiss", "Back")]

    def __init__(self, table: Table):
        super().__init__()
        self._table = table

    def _entries(self) -> list[tuple[str, str]]:
        """The lines that can be typed, with names from this table."""
        line = example(self._table)
        asks = line.partition(" -> ")[0]
        asker, _, cards = asks.partition(": ")
        named = {"asker": asker, "cards": cards, "card": cards.partition(", ")[0]}
        return [(text.format(line=line, asks=asks, **named), told) for text, told in _ENTRIES]

    def compose(self) -> ComposeResult:
        """Lay the lists out below each other."""
        with VerticalScroll(classes="dialog"):
            for title, lines in (("Keys", _KEYS), ("Entries", self._entries()), ("Marks", _MARKS)):
                yield Static(Text(title, style="bold underline"))
                grid = Grid.grid(padding=(0, 2))
                grid.add_column(no_wrap=True)
                for left, right in lines:
                    grid.add_row(Text(left, style="bold"), Text(right))
                yield Static(grid, classes="list")


class SaveAs(ModalScreen[None]):
    """Asks for the name of a file, until the game could be saved there."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def __init__(self, save: Callable[[Path], None], name: str):
        super().__init__()
        self._save = save
        self._name = name

    def compose(self) -> ComposeResult:
        """Ask for the name."""
        with Vertical(classes="dialog"):
            yield Static("Save as (.clue to read, .json for programs):")
            yield Input(self._name, id="name")
            yield Static("", classes="error")

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Save, or say why not."""
        message.stop()
        path = Path(message.value.strip()).expanduser()
        try:
            self._save(path)
        except (ClueError, OSError) as error:
            self.query_one(".error", Static).update(Text(f"✗ {error}"))
        else:
            _ = self.dismiss()  # a handler of the screen itself must not wait for it
