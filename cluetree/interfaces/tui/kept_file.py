"""The file that a game is saved in while it is played."""

from itertools import count
from pathlib import Path

from cluetree import record
from cluetree.errors import RecordError
from cluetree.notebook import Notebook
from cluetree.text.language import t


class KeptFile:
    """Saves a game in a file as it changes, and destroys nothing that others wrote there.

    A file is replaced as a whole or not at all. A file that another program has changed is not
    overwritten; a file with comments, which are not part of a record, is copied first.
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
        # Read first: then `keep` notices a change in between.
        self._content = self._there(self.path)
        book = Notebook.load(self.path)
        self._kept = book.record
        return book

    def has(self, book: Notebook) -> bool:
        """Return whether the file contains the current game."""
        return self._kept == book.record

    def keep(self, book: Notebook) -> Path | None:
        """Write the game into the file, if there is one and it does not contain it yet.

        Returns:
            The copy of a file with comments, if one was made.

        Raises:
            RecordError: If it cannot be written, or another program has changed it since.
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
        """Save the game in another file from now on, which must not exist yet.

        Raises:
            RecordError: If it exists or cannot be written; then the old file is used on.
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
        """Return whether a file has comments, which writing the record would lose."""
        is_text = self.path is not None and self.path.suffix.casefold() == ".clue"
        return is_text and b"#" in content and content != self._written()

    def _written(self) -> bytes:
        return b"" if self._kept is None else record.dumps_clue(self._kept).encode()

    @staticmethod
    def _copied(path: Path, content: bytes) -> Path:
        """Copy the file under the first free name beside it."""
        names = (path.with_name(f"{path.name}.{number}.bak") for number in count(1))
        copy = next(name for name in names if not is_there(name))
        try:
            with copy.open("xb") as file:
                file.write(content)
        except OSError as error:
            raise _trouble("file.cannot_copy", copy, error) from error
        return copy


def typed_path(text: str) -> Path:
    """Return a typed path, with `~` expanded where that user exists."""
    path = Path(text.strip())
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def is_there(path: Path) -> bool:
    """Return whether a file of this name exists.

    Raises:
        RecordError: If the name is not possible, or the file may not be looked up.
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
