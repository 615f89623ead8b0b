"""Records in files, in the format of the file name's suffix."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copymode

from cluetree.errors import system_reason
from cluetree.record._clue import dumps_clue, loads_clue
from cluetree.record._json import dumps_json, loads_json
from cluetree.record._record import Location, Record, decoded


def loads(text: str | bytes, *, source: str = "<text>") -> Record:
    """Read a record in either format: JSON if it starts with `{`.

    Raises:
        RecordError: If the text is not a record.
    """
    is_json = decoded(text, source).lstrip().startswith("{")
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
        why = system_reason(error)
        raise Location(str(path)).error(f"cannot read the file: {why}") from error
    return loads(content, source=str(path))


def save(record: Record, path: str | Path, *, replaces: bytes | None = None) -> None:
    """Write a record to a `.json` or `.clue` file.

    The file is replaced atomically, so that an interrupted save leaves the old one. Links are
    followed, and the file keeps its mode. Saves of one file by several processes wait for each
    other. With `replaces`, the content that the caller has read, a file with other content is an
    error, unless it is blank.

    Raises:
        RecordError: If the file cannot be written or has changed, or the record could not be read
            back.
    """
    path = Path(path)
    dumps = dumps_json if _is_json(path) else dumps_clue
    content = dumps(record).encode()
    try:
        target = path.resolve()
        with _locked(target):
            old = target.read_bytes() if replaces is not None and target.exists() else b""
            if old.strip() and old != replaces:
                raise OSError("another program has changed the file")  # noqa: TRY301
            _replace_file(target, content)
    except (OSError, ValueError, RuntimeError) as error:  # a loop of links is a RuntimeError
        why = system_reason(error)
        raise Location(str(path)).error(f"cannot write the file: {why}") from error


@contextmanager
def _locked(path: Path) -> Generator[None]:
    """Keep other processes from saving the file; the system unlocks it if this one is killed."""
    lock = path.with_name(f".{path.name}.lock")
    while True:
        with lock.open("ab") as file:
            if sys.platform == "win32":
                import msvcrt  # noqa: PLC0415

                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            else:
                import fcntl  # noqa: PLC0415

                with suppress(OSError):  # a file system without locks
                    fcntl.flock(file, fcntl.LOCK_EX)
            if not os.fstat(file.fileno()).st_nlink:  # its last holder has removed it
                continue
            try:
                yield
            finally:
                with suppress(OSError):  # Windows removes no open file
                    lock.unlink()
            return


def _replace_file(path: Path, content: bytes) -> None:
    draft = path.with_name(f".{path.name}.tmp")
    draft.unlink(missing_ok=True)  # of a save that was killed
    try:
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            copymode(path, draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _is_json(path: Path) -> bool:
    suffix = path.suffix.casefold()
    if suffix not in {".json", ".clue"}:
        raise Location(str(path)).error("the file name of a record must end in .json or .clue")
    return suffix == ".json"
