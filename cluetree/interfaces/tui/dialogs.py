"""Screens with named keys, and the dialogs: the help, and where to save."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final, Generic, TypeVar

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from cluetree.errors import ClueError
from cluetree.notebook.game_file import typed_path
from cluetree.record.completion import in_language
from cluetree.table import Table
from cluetree.text.entries import example, keywords
from cluetree.text.errors import message_of
from cluetree.text.language import t

_Result = TypeVar("_Result")
_TEXTUALS: Final = {
    "Focus Next": "key.next",
    "Focus Previous": "key.previous",
    "Copy selected text": "key.copy",
}
"""The names that Textual gives to keys of a screen, and their texts."""
_ENTRIES: Final = {
    "{line}": "line.suggestion",
    "{line} {card}": "line.card",
    "{asks} -> nobody": "line.nobody",
    "{asker} accuses {cards}: wrong": "line.accusation",
    "{asker} holds {card}|{asker} lacks {card}": "line.facts",
    "{asker} holds one of {cards}": "line.one_of",
    "3": "line.repair",
}
"""Examples of lines, with places for players and cards of the table, and their meanings."""
_KEYS: Final = (
    *("Tab", "up", "submit", "leave", "F1", "F2, F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10"),
    *("insert", "page", "undo", "save", "light", "palette", "quit"),
)
"""The keys of the help; those in small letters have names that differ by language."""


class NamedKeys(Screen[_Result], Generic[_Result]):
    """A screen whose footer names keys in the user's language: descriptions are catalogue keys."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that do something now."""
        return {key: _named(active) for key, active in super().active_bindings.items()}


def _named(active: ActiveBinding) -> ActiveBinding:
    name = _TEXTUALS.get(active.binding.description, active.binding.description)
    if not name.startswith("key."):  # a key of a widget, which is named nowhere
        return active
    return active._replace(binding=replace(active.binding, description=t(name)))


class Help(NamedKeys[None], ModalScreen[None]):
    """The keys, the marks of the sheet, and how entries are written."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q,enter", "dismiss", "key.back")]

    def __init__(self, table: Table):
        super().__init__()
        self._table = table

    def compose(self) -> ComposeResult:
        marks = {
            f"✓ {t('marks.yes')}": t("marks.here"),
            f"✗ {t('marks.no')}": t("marks.not_here"),
            "· 43%": t("marks.open"),
            f"▲ {t('marks.up')}": t("marks.face_up"),
            "✓ ✗ 43 ▲": t("marks.short"),
        }
        with VerticalScroll(classes="dialog"):
            for title, lines in (
                ("keys.title", _keys()),
                ("keys.entries", self._entries()),
                ("keys.marks", marks.items()),
            ):
                yield Static(Text(t(title), style="bold underline"))
                grid = Grid.grid(padding=(0, 2))
                grid.add_column(no_wrap=True)
                for left, right in lines:
                    grid.add_row(Text(left, style="bold"), Text(right))
                yield Static(grid, classes="list")

    def _entries(self) -> Iterator[tuple[str, str]]:
        """Yield the lines that can be typed, with names from this table."""
        line, words = example(self._table), keywords(self._table)
        asks = line.partition(" -> ")[0]
        asker, _, cards = asks.partition(": ")
        named = {"line": line, "asks": asks, "asker": asker, "cards": cards}
        named["card"] = cards.partition(", ")[0]
        for forms, meaning in _ENTRIES.items():
            texts = (in_language(form.format(**named), words) for form in forms.split("|"))
            yield "   ".join(texts), t(meaning)


def _keys() -> Iterator[tuple[str, str]]:
    for key in _KEYS:
        if key.islower():
            yield t(f"keys.{key}"), t(f"keys.{key}_does")
        else:
            yield key, t(f"keys.{key.partition(',')[0].lower()}")


class SaveAs(NamedKeys[None], ModalScreen[None]):
    """Asks for the name of a file, until the game could be saved there."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "key.back")]

    def __init__(self, save: Callable[[Path], None], name: str):
        super().__init__()
        self._save = save
        self._name = name

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(t("said.save_as"))
            yield Input(self._name, id="name")
            yield Static("", classes="error")

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        try:
            self._save(typed_path(message.value))
        except ClueError as error:
            self.query_one(".error", Static).update(Text(f"✗ {message_of(error)}"))
        else:
            _ = self.dismiss()  # a handler of the screen itself must not wait for it
