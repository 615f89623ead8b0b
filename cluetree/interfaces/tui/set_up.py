"""The form that sets up a game: the lines that open a record, each a field that completes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
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
from cluetree.interfaces.tui.entry import Line, offers
from cluetree.interfaces.tui.kept_file import is_there, typed_path
from cluetree.notebook import Notebook
from cluetree.record.completion import Completion, complete_cards
from cluetree.table import Answering, Table
from cluetree.text.language import t
from cluetree.text.refusals import refusal

_RECORDED: Final = ("edition", "players", "me", "hand", "face_up", "answering")
_FIELDS: Final = ("title", *_RECORDED, "file")
_NO_COMMA: Final = re.compile(r"(?P<seat>[^,\"]*?\d)\s+[^\W\d]")
"""A hand size with the next name after it."""


@dataclass(frozen=True)
class NewGame:
    """A game that was set up."""

    table: Table
    title: str
    path: Path | None


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


class SetUp(NamedKeys[NewGame | None]):
    """Asks for what a record says before its first event."""

    def __init__(self, path: Path | None):
        super().__init__()
        self._path = path
        self._refused: dict[str, str] = {}
        """The texts of the fields when an error was shown."""

    def compose(self) -> ComposeResult:
        """Lay out the fields, with their help and errors below."""
        values = {
            "edition": t("language.deck"),
            "answering": Answering.FIRST.value,
            "file": str(self._path or free_path()),
        }
        yield Static(Text(t("setup.new"), style="bold"), id="heading")
        with VerticalScroll(id="fields", can_focus=False):
            for name in _FIELDS:
                with Horizontal(classes="row"):
                    yield Static(t(f"field.{name}"), classes="label")
                    yield Line(
                        partial(self._complete, name),
                        partial(self._submit, name),
                        partial(self._offer, name),
                        value=values.get(name, ""),
                        select_on_focus=name in values,
                        in_form=True,
                        id=name,
                    )
        yield Static("", classes="error")
        yield Static("", id="about")
        yield Static("", classes="hint")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Begin at the top."""
        self._line("title").focus()

    def _line(self, name: str) -> Line:
        return self.query_one(f"#{name}", Line)

    def _value(self, name: str) -> str:
        return self._line(name).value.strip()

    @property
    def _edition(self) -> Edition:
        try:
            return get_edition(self._value("edition"))
        except UnknownEditionError:
            return get_edition(t("language.deck"))

    # Help while typing

    def _complete(self, name: str, text: str) -> Completion:
        words: tuple[str, ...]
        match name:
            case "edition":
                words = tuple(edition.id or "" for edition in SHIPPED)
            case "me":
                words = tuple(self._names())
            case "answering":
                words = tuple(Answering)
            case "hand" | "face_up":
                return complete_cards(text, self._edition)
            case _:
                words = ()
        typed = text.strip().casefold()
        return Completion("", 0, tuple(word for word in words if word.casefold().startswith(typed)))

    def _names(self) -> Iterator[str]:
        """Yield the names of the players, as far as they are typed."""
        for seat in self._value("players").split(","):
            yield seat.strip().rstrip("0123456789?").strip()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Explain the field."""
        if isinstance(event.widget, Line) and event.widget.id is not None:
            self.query_one("#about", Static).update(t(f"about.{event.widget.id}"))
            self._offer(event.widget.id)

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Deal the cards to players without hand sizes once they are named."""
        if event.widget.id == "players":
            self._deal()

    def _deal(self) -> None:
        cards = len(self._edition.cards) - len(Category)
        lying = len([word for word in self._value("face_up").split(",") if word.strip()])
        self._line("players").value = dealt(self._value("players"), cards - lying)

    def on_input_changed(self) -> None:
        """Remove an error once a field differs from what it was about."""
        if self._values() != self._refused:
            self.query_one(".error", Static).update("")

    def _values(self) -> dict[str, str]:
        return {name: self._value(name) for name in _FIELDS}

    def _offer(self, name: str) -> None:
        """Show what may come next in a field."""
        self.query_one(".hint", Static).update(offers(self._line(name)), layout=False)

    # The game

    def _submit(self, name: str) -> None:
        """Go on to the next field if this one can be read; from the last one, begin."""
        try:
            if name == "file":
                _ = self.dismiss(self._game())  # a handler of the screen must not wait for it
            else:
                self._deal()
                self._verify(name)
                self.focus_next()
        except FieldError as error:
            line = self._line(error.field)
            line.focus()
            if error.column is not None:
                line.cursor_position = max(error.column - 1, 0)
            self._refused = self._values()
            self.query_one(".error", Static).update(Text(f"✗ {error}"))

    def _verify(self, name: str) -> None:
        """Check one field, given those above it.

        Raises:
            FieldError: If it cannot be read.
        """
        try:
            if name in _RECORDED and self._value(name):
                self._read(_RECORDED[: _RECORDED.index(name) + 1])
        except FieldError as error:
            if error.field == name:  # the fault of another field is reported there
                raise

    def _read(self, fields: tuple[str, ...] = _RECORDED) -> Table:
        """Read fields as the lines of a record.

        Raises:
            FieldError: If they are none.
        """
        names = [name for name in fields if self._value(name)]
        players = self._value("players")
        if "players" in fields:
            self._verify_players(players)
        elif fields == ("edition",):
            players = "Ann ?, Bob ?"  # the deck is read alone
            names.append("players")
        values = {name: self._value(name) for name in names} | {"players": players}
        try:
            return record.loads_clue("\n".join(f"{name} {values[name]}" for name in names)).table
        except RecordError as error:
            at = names[min(error.line or 1, len(names)) - 1]
            # Cards that do not fit the table are not the fault of one word.
            whole = isinstance(error.__cause__, InvalidTableError)
            column = None if whole else (error.column or 1) - len(f"{at} ")
            raise FieldError(at, self._reason(error), column) from error

    def _verify_players(self, players: str) -> None:
        if not players:
            raise FieldError("players", t("field.no_players"))
        for missing in filter(None, map(_NO_COMMA.match, players.split(","))):
            raise FieldError("players", t("field.no_comma", word=missing["seat"].strip()))
        if "," not in players and " " in players.rstrip("0123456789? "):
            raise FieldError("players", t("field.no_comma", word=players.split(maxsplit=1)[0]))

    def _reason(self, error: RecordError) -> str:
        """Say what is wrong with a field; names a comma that is missing between cards."""
        cause = error.__cause__
        if isinstance(cause, UnknownCardError):
            for at in range(1, len(words := cause.word.split())):
                first = " ".join(words[:at])
                if self._is_card(first) and self._is_card(" ".join(words[at:]), begun=True):
                    return t("field.no_comma", word=first)
        return refusal(error)

    def _is_card(self, text: str, *, begun: bool = False) -> bool:
        """Say whether a text is a card, or begins with one."""
        words = text.split()
        for length in range(1, len(words) + 1) if begun else (len(words),):
            try:
                self._edition.card(" ".join(words[:length]))
            except UnknownCardError:
                continue
            return True
        return False

    def _game(self) -> NewGame:
        """Return the game that the fields describe.

        Raises:
            FieldError: If one of them must be corrected.
        """
        table = self._read()
        if not Notebook(table).consistent:
            raise FieldError("players", _sum(table))
        file = self._value("file")
        path = typed_path(file) if file else None
        try:
            taken = path is not None and is_there(path)
        except RecordError as error:
            raise FieldError("file", str(error)) from error
        if taken:
            raise FieldError("file", t("field.taken", path=str(path)))
        if path is not None and path.suffix.casefold() not in {".clue", ".json"}:
            raise FieldError("file", t("field.suffix"))
        return NewGame(table, self._value("title"), path)


def _sum(table: Table) -> str:
    """Say how many cards are dealt, and how many the hands hold."""
    deals = len(table.edition.cards) - len(Category) - len(table.face_up)
    hands = sum(player.hand_size or 0 for player in table.players)
    return t("field.sum", dealt=deals, held=hands)
