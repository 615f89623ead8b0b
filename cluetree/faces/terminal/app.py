"""The program in the terminal: first a game, opened or set up, then its notes."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from cluetree.faces.terminal.kept_file import KeptFile
from cluetree.faces.terminal.notes import Notes
from cluetree.faces.terminal.set_up import NewGame, SetUp
from cluetree.notebook import Notebook


class NotesApp(App[None]):
    """The notebook in the terminal."""

    TITLE = "cluetree"
    CSS_PATH = Path(__file__).with_name("notes.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "toggle_light", "Light or dark", show=False),
        Binding("ctrl+q", "quit", "Quit", priority=True),
    ]

    def __init__(self, file: KeptFile, book: Notebook | None):
        super().__init__()
        self._file = file
        self._book = book

    async def on_mount(self) -> None:
        """Open the game, or ask for one."""
        if self._book is not None:
            await self.push_screen(Notes(self._book, self._file))
        else:
            await self.push_screen(SetUp(self._file.path), self._begin)

    async def _begin(self, game: NewGame | None) -> None:
        if game is None:
            self.exit()
            return
        file = self._file if game.path is None else KeptFile(game.path)
        await self.push_screen(Notes(Notebook(game.table, title=game.title), file))

    async def action_quit(self) -> None:
        """Quit, unless that would lose a game."""
        if all(notes.may_leave() for notes in self.screen_stack if isinstance(notes, Notes)):
            self.exit()

    def action_toggle_light(self) -> None:
        """Change between dark on light and light on dark."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer every key of the screen by name as well."""
        # What a screen returns is left open in Textual.
        yield from super().get_system_commands(screen)  # pyright: ignore[reportUnknownMemberType]
        for active in screen.active_bindings.values():
            binding = active.binding
            if active.node is screen and binding.description:
                yield SystemCommand(
                    binding.description,
                    f"the key {binding.key}",
                    partial(screen.run_action, binding.action),
                )
