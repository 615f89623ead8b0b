"""Records in files, in the format of the file name's suffix."""

import os
import re
from contextlib import suppress
from pathlib import Path
from shutil import copymode
from time import time
from typing import Final

from cluetree.errors import RecordError
from cluetree.record._clue import dumps_clue, loads_clue
from cluetree.record._json import loads_json
from cluetree.record._record import Place, Record, dumps_json

_JSON: Final = ".json"
_TEXT: Final = ".clue"
_DRAFT: Final = ".tmp"
# The age in seconds from which a draft is abandoned.
_STALE: Final = 3600


def loads(text: str | bytes, *, source: str = "<text>") -> Record:
    """Read a record in either format: JSON if it starts with `{`.

    Raises:
        RecordError: If the text is not a record.
    """
    if isinstance(text, str):
        is_json = bool(re.match(r"\ufeff?\s*\{", text))
    else:
        is_json = bool(re.match(rb"(?:\xef\xbb\xbf)?\s*\{", text))
    return (loads_json if is_json else loads_clue)(text, source=source)


def load(path: str | Path) -> Record:
    """Read a record from a `.json` or `.clue` file.

    A byte order mark and any kind of line end are accepted.

    Raises:
        RecordError: If the file cannot be read or is not a record.
    """
    path = Path(path)
    loads = loads_json if _is_json(path) else loads_clue
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        raise _trouble("read", path, error) from error
    return loads(content, source=str(path))


def save(record: Record, path: str | Path) -> None:
    """Write a record to a `.json` or `.clue` file.

    The file is replaced atomically, so that an interrupted save leaves the old one. Links are
    followed, and the file keeps its mode.

    Raises:
        RecordError: If the file cannot be written or the record could not be read back.
    """
    path = Path(path)
    dumps = dumps_json if _is_json(path) else dumps_clue
    content = dumps(record).encode()
    try:
        _replace(path.resolve(), content)
    except (OSError, ValueError, RuntimeError) as error:  # a loop of links is a RuntimeError
        raise _trouble("write", path, error) from error


def _is_json(path: Path) -> bool:
    suffix = path.suffix.casefold()
    if suffix not in {_JSON, _TEXT}:
        raise Place(str(path)).error(f"the file name of a record must end in {_JSON} or {_TEXT}")
    return suffix == _JSON


def _trouble(what: str, path: Path, error: Exception) -> RecordError:
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    return Place(str(path)).error(f"cannot {what} the file: {reason[:1].lower()}{reason[1:]}")


def _sweep(path: Path) -> None:
    """Remove drafts of this file that an interrupted save left long ago."""
    with os.scandir(path.parent) as entries:
        for entry in entries:
            if entry.name.startswith(f".{path.name}.") and entry.name.endswith(_DRAFT):
                with suppress(OSError):
                    if time() - entry.stat().st_mtime > _STALE:
                        Path(entry.path).unlink()


def _replace(path: Path, content: bytes) -> None:
    """Write a draft beside the file, and rename it once it is safe on disk."""
    _sweep(path)
    draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}{_DRAFT}")
    try:
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            copymode(path, draft)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
