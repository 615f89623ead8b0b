"""Setting up a game: the lines that open a record, each as a field that completes."""

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
from cluetree.errors import ClueError, InvalidTableError, RecordError, UnknownEditionError
from cluetree.interfaces.tui.dialogs import NamedKeys
from cluetree.interfaces.tui.entry import Line, offers
from cluetree.interfaces.tui.kept_file import is_there, typed_path
from cluetree.notebook import Notebook
from cluetree.record.completion import Completion, complete_cards
from cluetree.table import Answering, Table
from cluetree.text.language import t
from cluetree.text.refusals import refusal

_FIELDS: Final = ("title", "edition", "players", "me", "hand", "face_up", "answering", "file")


@dataclass(frozen=True)
class NewGame:
    """A game that was set up."""

    table: Table
    title: str
    path: Path | None


def dealt(players: str, cards: int) -> str:
    """Give players without any hand size the cards that come to each, the first ones the odd ones.

    >>> dealt("Ann, Bob, Eve, Zoe", 18)
    'Ann 5, Bob 5, Eve 4, Zoe 4'
    >>> dealt("Ann 9, Bob", 18)
    'Ann 9, Bob'
    """
    names = [name.strip() for name in players.split(",")]
    if not all(names) or any(name[-1].isdigit() or name[-1] in '?"' for name in names):
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

    def compose(self) -> ComposeResult:
        """Put the fields below each other, and what is to be said about them below."""
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

    def _said(self, name: str) -> str:
        return self._line(name).value.strip()

    @property
    def _edition(self) -> Edition:
        try:
            return get_edition(self._said("edition"))
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
        """Yield the names of the players, as far as they were typed."""
        for seat in self._said("players").split(","):
            yield seat.strip().rstrip("0123456789?").strip()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say what the field is for."""
        if isinstance(event.widget, Line) and event.widget.id is not None:
            self.query_one("#about", Static).update(t(f"about.{event.widget.id}"))
            self._offer(event.widget.id)

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Deal the cards to players without numbers once they are named."""
        if event.widget.id == "players":
            cards = len(self._edition.cards) - len(Category)
            lying = len([word for word in self._said("face_up").split(",") if word.strip()])
            self._line("players").value = dealt(self._said("players"), cards - lying)

    def _offer(self, name: str) -> None:
        """Show what may come next in a field."""
        self.query_one(".hint", Static).update(offers(self._line(name)), layout=False)

    # The game

    def _submit(self, name: str) -> None:
        """Go on to the next field; from the last one, begin."""
        if name != "file":
            self.focus_next()
            return
        try:
            game = self._game()
        except ClueError as error:
            self.query_one(".error", Static).update(Text(f"✗ {error}"))
            return
        _ = self.dismiss(game)  # a handler of the screen itself must not wait for it

    def _game(self) -> NewGame:
        """Read the fields as the lines of a record.

        Raises:
            ClueError: If they are none, in the reader's words; the cursor is put where.
        """
        names = [name for name in _FIELDS if name not in {"title", "file"} and self._said(name)]
        keys = {name: f"{name} " for name in names}
        try:
            kept = record.loads_clue("\n".join(keys[name] + self._said(name) for name in names))
        except RecordError as error:
            at = names[min(error.line or 1, len(names)) - 1]
            # Cards that do not fit the table are no one word's fault: then the cursor stays.
            whole = isinstance(error.__cause__, InvalidTableError)
            self._go(at, None if whole else (error.column or 1) - len(keys[at]))
            raise ClueError(refusal(error)) from error
        if not Notebook(kept.table).consistent:
            self._go("players")
            raise ClueError(_sum(kept.table))
        path = typed_path(self._said("file")) if self._said("file") else None
        if path is not None and is_there(path):
            raise ClueError(t("field.taken", path=str(path)))
        if path is not None and path.suffix.casefold() not in {".clue", ".json"}:
            raise ClueError(t("field.suffix"))
        return NewGame(kept.table, self._said("title"), path)

    def _go(self, name: str, column: int | None = None) -> None:
        line = self._line(name)
        line.focus()
        if column is not None:
            line.cursor_position = max(column - 1, 0)


def _sum(table: Table) -> str:
    """Say that the hands are no deal: how many cards are dealt, and how many they hold."""
    deals = len(table.edition.cards) - len(Category) - len(table.face_up)
    hands = sum(player.hand_size or 0 for player in table.players)
    return t("field.sum", dealt=deals, held=hands)
