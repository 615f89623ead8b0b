"""Draws the pictures of the notebook in the terminal, from the example game.

Run it from anywhere: `python docs/screenshots/terminal.py [FOLDER]`. The SVG files are written
beside this script if no folder is given.
"""  # noqa: INP001 -- a script, not a module

import asyncio
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from cluetree import Notebook
from cluetree.interfaces.tui.app import NotesApp
from cluetree.interfaces.tui.entry import Line
from cluetree.interfaces.tui.notes import NotesScreen
from cluetree.notebook.game_file import GameFile

HERE = Path(__file__).parent
FRIDAY = HERE.parent.parent / "examples" / "friday.clue"


@dataclass(frozen=True)
class Picture:
    """A picture of the terminal after some events and key presses."""

    name: str
    size: tuple[int, int]
    events: int
    keys: tuple[str, ...]
    theme: str = "textual-dark"


PICTURES = (
    Picture("terminal-advice", (104, 36), 13, ("f5",)),
    Picture("terminal-why", (104, 36), 24, ("f2", *["down"] * 10, *["right"] * 4, "f4")),
    Picture(
        "terminal-repair", (80, 24), 24, (*"mina", "space", *"holds", "space", *"revolver", "enter")
    ),
    Picture("terminal-light", (80, 24), 13, ("f7",), "textual-light"),
)


async def draw(picture: Picture, path: Path) -> str:
    """Open the game, press the keys, and return the screen as SVG."""
    file = GameFile(path)
    app = NotesApp(file, file.open())
    async with app.run_test(size=picture.size) as pilot:
        app.theme = picture.theme
        app.screen.query_one(Line).cursor_blink = False
        await rest(pilot)
        for key in picture.keys:
            await pilot.press(key)
            await rest(pilot)
        svg = app.export_screenshot(title="cluetree notes friday.clue")
    # The font would be fetched from elsewhere; any other of even width will do.
    return re.sub(r"@font-face\s*{[^}]*}\s*", "", svg)


async def rest(pilot: Pilot[None]) -> None:
    """Wait until all answers are computed and drawn."""
    screen = pilot.app.screen
    while isinstance(screen, NotesScreen) and screen.busy:
        await pilot.pause(0.02)
    await pilot.pause()


def main(folder: Path = HERE) -> None:
    """Draw every picture."""
    whole = Notebook.load(FRIDAY)
    for picture in PICTURES:
        with TemporaryDirectory() as here:
            path = Path(here) / FRIDAY.name
            Notebook(whole.table, whole.events[: picture.events], title=whole.title).save(path)
            svg = asyncio.run(draw(picture, path))
        (folder / f"{picture.name}.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
