"""The program in the terminal: first a game, opened or set up, then its notes."""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.types import CSSPathType

from cluetree.errors import RecordError
from cluetree.interfaces.tui.notes import NotesScreen
from cluetree.interfaces.tui.set_up import FieldError, SetUp, free_path
from cluetree.notebook import Notebook
from cluetree.notebook.game_file import GameFile, content_of, typed_path
from cluetree.table import Answering, Table
from cluetree.text.errors import message_of
from cluetree.text.language import t


class NotesApp(App[None]):
    """The notebook in the terminal."""

    TITLE: str | None = "cluetree"
    CSS_PATH: ClassVar[CSSPathType | None] = Path(__file__).with_name("notes.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "toggle_light", "key.light", show=False),
        Binding("ctrl+q", "quit", "key.quit", priority=True),
    ]

    def __init__(self, file: GameFile, book: Notebook | None):
        super().__init__()
        self._file = file
        self._book = book

    async def on_mount(self) -> None:
        book, file = self._book, self._file
        values = {"edition": t("language.deck"), "answering": Answering.FIRST.value}
        values["file"] = str(file.path or free_path())
        await self.push_screen(
            SetUp(self._begin, values) if book is None else NotesScreen(book, file)
        )

    def _begin(self, table: Table, values: Mapping[str, str]) -> None:
        """Open the notes of a new game.

        Raises:
            FieldError: If it cannot be saved under the name of the file.
        """
        path = typed_path(values["file"]) if values["file"] else None
        try:
            taken = path is not None and content_of(path) is not None
        except RecordError as error:
            raise FieldError("file", message_of(error)) from error
        if taken:
            raise FieldError("file", t("field.taken", path=str(path)))
        if path is not None and path.suffix.casefold() not in {".clue", ".json"}:
            raise FieldError("file", t("field.suffix"))
        notes = NotesScreen(Notebook(table, title=values["title"]), GameFile(path))
        # A handler of the screen must not wait for its end.
        _ = self.switch_screen(notes)  # pyright: ignore[reportUnknownMemberType]

    async def action_quit(self) -> None:
        """Quit, unless that would lose a game."""
        if all(notes.may_leave() for notes in self.screen_stack if isinstance(notes, NotesScreen)):
            self.exit()

    def action_help_quit(self) -> None:
        """Name the key that quits on Ctrl+C."""
        self.notify(t("palette.press", key="ctrl+q"), title=t("palette.press_title"))

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            # Textual does not type the result of a palette.
            _ = self.push_screen(CommandPalette(placeholder=t("palette.search")))

    def action_toggle_light(self) -> None:
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer every key of the screen by name as well."""
        yield SystemCommand(t("palette.theme"), t("palette.theme_help"), self.action_change_theme)
        yield SystemCommand(t("key.quit"), t("palette.quit_help"), self.action_quit)
        for active in screen.active_bindings.values():
            binding = active.binding
            if active.node is screen and binding.description:
                yield SystemCommand(
                    binding.description,
                    t("key.named", key=binding.key),
                    partial(screen.run_action, binding.action),
                )
