"""The notebook in the terminal: the sheet, the log and a line to type in, all by keys.

Needs the `tui` extra, which brings Textual; it is imported only by `run`.
"""

import sys
from pathlib import Path

from cluetree.errors import ClueError, MissingExtraError
from cluetree.interfaces.tui.kept_file import KeptFile, is_there
from cluetree.text.language import t


def run(path: Path | None) -> int:
    """Open the notebook on a record, or set up a new game.

    The game is saved in its file whenever it changes.

    Args:
        path: The record, `.clue` or `.json`. If there is no such file yet, a game is set up
            that will be kept in it; without a path one is asked for.

    Returns:
        The exit status: 0, unless the program broke down.

    Raises:
        RecordError: If the record cannot be read.
        ClueError: If there is no terminal to draw on.
        MissingExtraError: If Textual is not installed.
    """
    try:
        from cluetree.interfaces.tui.app import NotesApp  # noqa: PLC0415 -- an extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise MissingExtraError("notes in the terminal", "textual", "tui") from error
    file = KeptFile(path)
    book = file.open() if path is not None and is_there(path) else None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ClueError(t("said.no_terminal"))
    app = NotesApp(file, book)
    app.run()
    return app.return_code or 0
