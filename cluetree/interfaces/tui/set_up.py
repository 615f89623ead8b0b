"""The form that sets up a game: the lines that open a record, each a field that completes."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from cluetree import record
from cluetree.cards import Category, Edition
from cluetree.editions import SHIPPED, get_edition
from cluetree.errors import (
    ClueError,
    InvalidTableError,
    RecordError,
    UnknownCardError,
    UnknownEditionError,
)
from cluetree.interfaces.tui.dialogs import NamedKeys
from cluetree.interfaces.tui.entry import Line
from cluetree.notebook import Notebook
from cluetree.record.completion import Completion, complete_cards
from cluetree.table import Answering, Table
from cluetree.text.entries import keywords
from cluetree.text.errors import message_of, reason_of
from cluetree.text.language import t

_RECORDED: Final = ("edition", "players", "me", "hand", "face_up", "answering")
_FIELDS: Final = ("title", *_RECORDED, "file")
_NO_NAMES: Final = frozenset({"me", "you", "nobody", "somebody"})
"""Words that mean a player, or none."""
_NO_COMMA: Final = re.compile(r"([^,\"]*?\d)\s+[^\W\d]")
"""A hand size with the next name after it."""


class FieldError(ClueError, ValueError):
    """A field that must be corrected, and the column of the fault in it, if it has one."""

    def __init__(self, field: str, reason: str, column: int | None = None):
        self.field = field
        self.column = column
        super().__init__(reason)


def dealt(players: str, cards: int) -> str:
    """Give players without any hand size an even share of the cards, the first ones the odd ones.

    >>> dealt("Ann, Bob, Eve, Zoe", 18)
    'Ann 5, Bob 5, Eve 4, Zoe 4'
    >>> dealt("Ann 9, Bob", 18)
    'Ann 9, Bob'
    """
    names = [name.strip() for name in players.split(",")]
    named = all(names) and not any(name[-1].isdigit() or name[-1] in '?"' for name in names)
    if not named or len(names) == 1:
        return players
    each, odd = divmod(cards, len(names))
    return ", ".join(f"{name} {each + (seat < odd)}" for seat, name in enumerate(names))


def free_path() -> Path:
    """Return the first name for a game that no file here has."""
    names = (Path(f"game-{number}.clue" if number > 1 else "game.clue") for number in count(1))
    return next(name for name in names if not name.exists())


def fields_of(book: Notebook) -> dict[str, str]:
    """Return the fields of the set-up of a game."""
    lines = record.dumps_clue(record.Record(book.table, ())).splitlines()
    cut = (line.partition(" ") for line in lines if line)
    values = {name: text.strip() for name, _, text in cut}
    return {"answering": Answering.FIRST.value} | values | {"title": book.title}


def _missing_comma(players: str) -> str | None:
    """Return the first player behind whom a comma is missing."""
    for missing in filter(None, map(_NO_COMMA.match, players.split(","))):
        return missing[1].strip()
    without_sizes = players.rstrip("0123456789? ")
    return None if "," in players or " " not in without_sizes else players.split(maxsplit=1)[0]


class SetUp(NamedKeys[None]):
    """Asks for what a record says before its first event.

    Args:
        done: Called with the table and all fields; raises an error if they must be corrected.
        values: The fields at first; without a `file` that field is left out.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "key.back", show=False)]

    def __init__(self, done: Callable[[Table, Mapping[str, str]], None], values: Mapping[str, str]):
        super().__init__()
        self._done = done
        fields = _FIELDS if "file" in values else _FIELDS[:-1]
        self._deck = {name: text for name, text in values.items() if name not in fields}
        """The lines of a deck without an id."""
        self._lines: Final = {
            name: Line(
                partial(self._complete, name),
                partial(self._submit, name),
                partial(self._offer, name),
                value=values.get(name, ""),
                in_form=True,
                id=name,
            )
            for name in fields
        }
        self._refused: dict[str, str] = {}
        """The texts of the fields when an error was shown."""

    def compose(self) -> ComposeResult:
        title = "setup.new" if "file" in self._lines else "key.set_up"
        yield Static(Text(t(title), style="bold"), id="heading")
        with VerticalScroll(id="fields", can_focus=False):
            for name, line in self._lines.items():
                with Horizontal(classes="row"):
                    yield Static(t(f"field.{name}"), classes="label")
                    yield line
        yield Static("", classes="error")
        yield Static("", id="about")
        yield Static("", classes="hint")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self._lines["title"].focus()

    def _values(self) -> dict[str, str]:
        return {name: line.value.strip() for name, line in self._lines.items()}

    @property
    def _edition(self) -> Edition:
        try:
            return get_edition(self._values()["edition"])
        except UnknownEditionError:
            return get_edition(t("language.deck"))

    # Help while typing

    def _complete(self, name: str, text: str) -> Completion:
        words: Sequence[str] = ()
        match name:
            case "edition":
                words = [edition.id or "" for edition in SHIPPED]
            case "me":  # the names as far as they are typed
                seats = self._values()["players"].split(",")
                words = [seat.strip().rstrip("0123456789?").strip() for seat in seats]
            case "answering":
                words = [*Answering]
            case "hand" | "face_up":
                return complete_cards(text, self._edition)
            case _:
                pass
        typed = text.strip().casefold()
        return Completion("", 0, tuple(word for word in words if word.casefold().startswith(typed)))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if event.widget.id in self._lines:
            self.query_one("#about", Static).update(t(f"about.{event.widget.id}"))
            self._offer(event.widget.id)

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Deal the cards to players without hand sizes once they are named."""
        if event.widget.id == "players":
            self._deal()

    def _deal(self) -> None:
        values = self._values()
        face_up = [word for word in values["face_up"].split(",") if word.strip()]
        cards = len(self._edition.cards) - len(Category) - len(face_up)
        self._lines["players"].value = dealt(values["players"], cards)

    def on_input_changed(self) -> None:
        """Remove an error once a field differs from what it was about."""
        if self._values() != self._refused:
            self.query_one(".error", Static).update("")

    def _offer(self, name: str) -> None:
        """Show what may come next in a field."""
        self.query_one(".hint", Static).update(self._lines[name].offers(), layout=False)

    # The game

    def _submit(self, name: str) -> None:
        """Go on to the next field if this one can be read; from the last one, begin."""
        is_last = name == [*self._lines][-1]
        try:
            if is_last:
                self._begin()
                return
            self._deal()
            if name in _RECORDED and self._values()[name]:
                self._read(name)
        except FieldError as error:
            lacks_hand = name == "me" and error.column is None  # it is the next field
            if is_last or (name == error.field and not lacks_hand):  # others are reported there
                self._refuse(error)
                return
        self.focus_next()

    def _refuse(self, error: FieldError) -> None:
        line = self._lines[error.field]
        line.focus()
        if error.column is not None:
            line.cursor_position = max(error.column - 1, 0)
        self._refused = self._values()
        self.query_one(".error", Static).update(Text(f"✗ {error}"))

    def _read(self, last: str = _RECORDED[-1]) -> Table:
        """Read the fields up to one as the lines of a record.

        Raises:
            FieldError: If one of them must be corrected.
        """
        fields = _RECORDED[: _RECORDED.index(last) + 1]
        values = {name: text for name, text in self._values().items() if name in fields and text}
        if "players" not in fields:
            values["players"] = "Ann ?, Bob ?"  # the deck is read alone
        elif "players" not in values:
            raise FieldError("players", t("field.no_players"))
        elif (word := _missing_comma(values["players"])) is not None:
            raise FieldError("players", t("field.no_comma", word=word))
        names = [*values]
        lines = [f"{name} {text}" for name, text in (values | self._deck).items()]
        try:
            return self._named(record.loads_clue("\n".join(lines)).table)
        except RecordError as error:
            at = names[min(error.line or 1, len(names)) - 1]
            # Cards that do not fit the table are not the fault of one word.
            whole = isinstance(error.__cause__, InvalidTableError)
            column = None if whole else (error.column or 1) - len(f"{at} ")
            raise FieldError(at, self._reason(error), column) from error

    def _named(self, table: Table) -> Table:
        """Check that no player has the name of a keyword."""
        for name in table.names:
            if keywords(table).english(name).casefold() in _NO_NAMES:
                raise FieldError("players", t("field.no_name", name=name))
        return table

    def _reason(self, error: RecordError) -> str:
        """Say what is wrong with a field; name a comma that is missing between cards."""
        if isinstance(error.__cause__, UnknownCardError):
            words = error.__cause__.word.split()
            for at in range(1, len(words)):
                ends = range(at + 1, len(words) + 1)
                is_followed = any(self._is_card(words[at:end]) for end in ends)
                if is_followed and self._is_card(words[:at]):
                    return t("field.no_comma", word=" ".join(words[:at]))
        return reason_of(error)

    def _is_card(self, words: Sequence[str]) -> bool:
        try:
            self._edition.card(" ".join(words))
        except UnknownCardError:
            return False
        return True

    def _begin(self) -> None:
        """Open the notes of the game that the fields describe.

        Raises:
            FieldError: If one of them must be corrected.
        """
        table, values = self._read(), self._values()
        if not Notebook(table).consistent:
            cards = len(table.edition.cards) - len(Category) - len(table.face_up)
            held = sum(player.hand_size or 0 for player in table.players)
            raise FieldError("players", t("field.sum", dealt=cards, held=held))
        try:
            self._done(table, values)
        except FieldError:
            raise
        except ClueError as error:
            raise FieldError("players", message_of(error)) from error

    def action_back(self) -> None:
        """Leave the form, unless it is of a new game."""
        if "file" not in self._lines:
            _ = self.dismiss()
