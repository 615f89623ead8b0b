"""The file that a game is saved in while it is played."""

from itertools import count
from pathlib import Path

from cluetree import record
from cluetree.atomic_file import directory_lock
from cluetree.errors import Message, RecordError, system_reason
from cluetree.notebook.book import Notebook


class GameFile:
    """Saves a game in a file as it changes, and destroys nothing that others wrote there.

    A file is replaced as a whole or not at all. A file that another program has changed is not
    overwritten; a file with comments, which are not part of a record, is copied first.
    overwritten; a file with comments, which are not part of a record, is copied first.

    Raises:
        RecordError: From any method, if a file cannot be read, copied or written.
    """

    def __init__(self, path: Path | None = None):
        self.path = path
        self._content: bytes | None = None
        """The content of the file when it was last read or written; `None`: there was none."""
        self._kept: record.Record | None = None

    @property
    def name(self) -> str:
        """The file's name; empty while there is none."""
        return "" if self.path is None else self.path.name

    def open(self) -> Notebook | None:
        """Open the game in the file, if there is one."""
        if self.path is None:
            return None
        # Read first: then `keep` notices a change in between.
        self._content = content_of(self.path)
        if self._content is None:
            return None
        book = Notebook.load(self.path)
        self._kept = book.record
        return book

    def has(self, book: Notebook) -> bool:
        """Return whether the file contains the current game."""
        return self._kept == book.record

    def is_behind(self) -> bool:
        """Return whether another program has written the file since."""
        found = None if self.path is None else content_of(self.path)
        return found is not None and found != self._content

    def set_aside(self) -> None:
        """Copy the file, if it has a game with entries, before another game replaces it."""
        if self.path and self._content is not None and self._kept and self._kept.events:
            copy_aside(self.path, self._content)

    def keep(self, book: Notebook) -> Path | None:
        """Write the game into the file, if there is one and it does not contain it yet.

        Return the copy of a file with comments, if one was made. It is an error if another program
        has changed the file since.
        """
        if self.path is None or self.has(book):
            return None
        with directory_lock(self.path.parent):
            found, copy = content_of(self.path), None
            if found is not None and found != self._content:
                raise RecordError("another program has changed the file", str(self.path))
            if found is not None and self._kept is not None and self.path.suffix.lower() == ".clue":
                has_comments = b"#" in found and found != record.dumps_clue(self._kept).encode()
                copy = copy_aside(self.path, found) if has_comments else None
            self._write(book, self.path)
        return copy

    def move(self, path: Path, book: Notebook) -> None:
        """Save the game in another file from now on, which must not exist yet."""
        if content_of(path) is not None:
            raise RecordError("the file exists already; choose another name", str(path))
        self._write(book, path)
        self.path = path

    def _write(self, book: Notebook, path: Path) -> None:
        book.save(path)
        self._content, self._kept = content_of(path), book.record


def content_of(path: Path) -> bytes | None:
    """Return the content of a file, `None` if there is none; a failure is a `RecordError`."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        message = Message("cannot read the file: {why}", {"why": system_reason(error)})
        raise RecordError(message, str(path)) from error


def copy_aside(path: Path, content: bytes) -> Path:
    """Write a file's content under the first free name beside it, which ends in .bak."""
    names = (path.with_name(f"{path.name}.{number}.bak") for number in count(1))
    copy = next(name for name in names if content_of(name) is None)
    try:
        with copy.open("xb") as file:
            file.write(content)
    except OSError as error:
        message = Message("cannot copy the file: {why}", {"why": system_reason(error)})
        raise RecordError(message, str(copy)) from error
    return copy


def typed_path(text: str) -> Path:
    """Return a typed path, with `~` expanded where that user exists."""
    path = Path(text.strip())
    try:
        return path.expanduser()
    except RuntimeError:
        return path
