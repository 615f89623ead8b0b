"""The notebook in the terminal; `run` needs the `tui` extra, which brings Textual."""

import sys
from pathlib import Path

from cluetree.errors import ClueError
from cluetree.interfaces.extras import need
from cluetree.notebook.game_file import GameFile


def run(path: Path | None) -> int:
    """Open the notebook on a record, or set up a new game, and save each change in the file.

    Args:
        path: The record, `.clue` or `.json`. If there is no such file, a new game is set up and
            saved in it; without a path the set-up asks for one.

    Returns:
        The exit status: 0, unless the program failed.

    Raises:
        RecordError: If the record cannot be read.
        ClueError: If standard input or output is not a terminal.
        MissingExtraError: If Textual is not installed.
    """
    need("tui", "notes in the terminal")
    from cluetree.interfaces.tui.app import NotesApp  # noqa: PLC0415 -- an extra

    file = GameFile(path)
    book = file.open()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ClueError("the notebook needs a terminal; use `cluetree solve` in a pipe")
    app = NotesApp(file, book)
    app.run()
    return app.return_code or 0
