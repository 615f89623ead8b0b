"""Drives the notebook by keys alone, sent as fast as possible, and waits for their effects."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import Final, ParamSpec

import pytest

pytest.importorskip("textual", reason="needs the tui extra")

from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static

from cluetree.interfaces.tui.app import NotesApp
from cluetree.interfaces.tui.notes import NotesScreen
from cluetree.interfaces.tui.panels import Panel
from cluetree.notebook import Notebook
from cluetree.notebook.game_file import GameFile

Parameters = ParamSpec("Parameters")
ROOT: Final = Path(__file__).parent.parent.parent
NAMES: Final = ("Alexander", "Bob", "Christine", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida")
FRIDAY: Final = ROOT / "examples" / "friday.clue"
_LIMIT: Final = 600.0
"""Seconds until a test fails."""
_LOOK: Final = 0.005
"""Seconds between two looks at background work."""
_QUIET: Final = 30
"""The number of looks in a row without a change."""
_NAMED: Final = {"\t": ("tab", "\t"), "\n": ("enter", "\r")}


class Person:
    """A person at the keyboard."""

    def __init__(self, pilot: Pilot[None]):
        self.pilot = pilot
        self.app = pilot.app

    @property
    def notes(self) -> NotesScreen:
        """The screen of the game."""
        screen = self.app.screen
        assert isinstance(screen, NotesScreen)
        return screen

    @property
    def book(self) -> Notebook:
        """The notebook that is shown."""
        return self.notes.current

    def panel(self) -> Panel | None:
        """Return which panel is open."""
        return self.notes.panel

    def focused(self) -> str | None:
        """Return the id of what has the cursor; `None` for the entry line, which has none."""
        return self.app.focused.id if self.app.focused else "nothing"

    async def press(self, *keys: str) -> None:
        """Press keys by name, each when nothing moves any more."""
        for key in keys:
            self.app.post_message(events.Key(key, key if len(key) == 1 else None))
            await self.rest()

    async def type(self, text: str) -> None:
        r"""Type a text; \t is the tabulator, \n the enter key."""
        for character in text:
            key, char = _NAMED.get(character, (character, character))
            self.app.post_message(events.Key(key, char))
        await self.rest()

    async def rest(self) -> None:
        """Wait until every key is answered and all that was asked for is worked out."""
        quiet, begun = 0, monotonic()
        await self.pilot._wait_for_screen()
        while quiet < _QUIET:
            assert monotonic() < begun + _LIMIT, "it is still busy"
            working = isinstance(self.app.screen, NotesScreen) and self.notes.busy
            parts = (self.app, *self.app.screen.walk_children(Widget))
            moving = working or self._to_be_drawn() or any(p.message_queue_size for p in parts)
            quiet = 0 if moving else quiet + 1
            await asyncio.sleep(_LOOK if working else 0)
        await self.pilot.pause(0)

    def _to_be_drawn(self) -> bool:
        """Say whether the screen is behind, or something waits for it to be drawn."""
        screen = self.app.screen
        behind = screen._dirty_widgets or screen._layout_required
        return bool(screen._callbacks or behind)

    def text(self, selector: str) -> str:
        """Return what a part of the screen says."""
        return str(self.app.screen.query_one(selector, Static).content)

    def shown(self) -> str:
        """Return the whole screen as text."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())


@asynccontextmanager
async def person(path: Path | None, *, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Person]:
    """Open the notebook on a record, or on a new game."""
    file = GameFile(path)
    async with NotesApp(file, file.open()).run_test(size=size) as pilot:
        user = Person(pilot)
        await user.rest()
        yield user


@asynccontextmanager
async def showing(
    widgets: Callable[[], Iterable[Widget]], *, size: tuple[int, int] = (80, 24), css: str = ""
) -> AsyncIterator[Person]:
    """Show widgets alone."""

    class Widgets(App[None]):
        CSS = css

        def compose(self) -> ComposeResult:
            yield from widgets()

    async with Widgets().run_test(size=size) as pilot:
        yield Person(pilot)


def friday(events: int) -> Notebook:
    """Return the example up to an entry."""
    book = Notebook.load(FRIDAY)
    return Notebook(book.table, book.events[:events], title=book.title)


def with_keyboard(
    scene: Callable[Parameters, Coroutine[None, None, None]],
) -> Callable[Parameters, None]:
    """Let a test be a coroutine."""

    @wraps(scene)
    def test(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        asyncio.run(scene(*args, **kwargs))

    return test
