"""The file that a game is kept in while it is played."""

from itertools import count
from pathlib import Path

from cluetree import record
from cluetree.errors import RecordError
from cluetree.notebook import Notebook
from cluetree.text.language import t


class KeptFile:
    """Keeps a game in a file as it changes, and destroys nothing that others put there.

    A file is replaced as a whole or not at all. One that somebody else has changed since is not
    written over; one with comments, which are no part of a record, is copied first.
    """

    def __init__(self, path: Path | None = None):
        self.path = path
        self._content: bytes | None = None
        self._kept: record.Record | None = None

    @property
    def name(self) -> str:
        """The file's name; empty while there is none."""
        return "" if self.path is None else self.path.name

    def open(self) -> Notebook:
        """Open the game in the file.

        Raises:
            RecordError: If it cannot be read.
        """
        if self.path is None:
            raise RecordError(t("file.none"))
        # What is there before it is read: a change in between is then noticed by `keep`.
        self._content = self._there(self.path)
        book = Notebook.load(self.path)
        self._kept = book.record
        return book

    def has(self, book: Notebook) -> bool:
        """Whether the file has the game as it stands."""
        return self._kept == book.record

    def keep(self, book: Notebook) -> Path | None:
        """Write the game into the file, if there is one and it has not the game as it stands.

        Returns:
            The copy that was made of a file with comments, if one was made.

        Raises:
            RecordError: If it cannot be written, or somebody else has changed it since.
        """
        if self.path is None or self.has(book):
            return None
        there = self._there(self.path)
        if there is not None and there != self._content:
            raise RecordError(t("file.changed"), str(self.path))
        copy = None
        if self._kept is not None and there is not None and self._is_lossy(there):
            copy = self._copied(self.path, there)
        book.save(self.path)
        self._content = self._there(self.path)
        self._kept = book.record
        return copy

    def move(self, path: Path, book: Notebook) -> None:
        """Keep the game in another file from now on, which must not be there yet.

        Raises:
            RecordError: If it is there, or cannot be written; the old file is kept then.
        """
        if is_there(path):
            raise RecordError(t("file.taken"), str(path))
        book.save(path)
        self.path, self._content, self._kept = path, self._there(path), book.record

    @staticmethod
    def _there(path: Path) -> bytes | None:
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _trouble("file.cannot_read", path, error) from error

    def _is_lossy(self, content: bytes) -> bool:
        """Whether a file has comments, so that writing the record would lose something."""
        is_text = self.path is not None and self.path.suffix.casefold() == ".clue"
        return is_text and b"#" in content and content != self._written()

    def _written(self) -> bytes:
        return b"" if self._kept is None else record.dumps_clue(self._kept).encode()

    @staticmethod
    def _copied(path: Path, content: bytes) -> Path:
        """Put a copy beside the file, under the first name that is free."""
        names = (path.with_name(f"{path.name}.{number}.bak") for number in count(1))
        copy = next(name for name in names if not is_there(name))
        try:
            with copy.open("xb") as file:
                file.write(content)
        except OSError as error:
            raise _trouble("file.cannot_copy", copy, error) from error
        return copy


def typed_path(text: str) -> Path:
    """Return the path that somebody typed; `~` is a home, if there is anybody of that name."""
    path = Path(text.strip())
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def is_there(path: Path) -> bool:
    """Whether there is a file of this name.

    Raises:
        RecordError: If nobody can tell, for there can be none or it must not be looked for.
    """
    try:
        path.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _trouble("file.cannot_read", path, error) from error
    return True


def _trouble(told: str, path: Path, error: OSError) -> RecordError:
    return RecordError(t(told, why=str(error.strerror)), str(path))
