"""Files that are replaced as a whole or not at all."""

import glob
import os
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from shutil import copymode
from time import time
from typing import Final

if sys.platform != "win32" and sys.platform != "emscripten":
    import fcntl

_DRAFT: Final = ".tmp"
_ABANDONED: Final = 3600
"""The age in seconds from which a draft belongs to no running program."""


@contextmanager
def drafted(path: Path, content: bytes, mode: int = 0o666) -> Generator[Path, None, None]:
    """Write new content beside a file, down to the disk, and remove it if it is not renamed."""
    draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}{_DRAFT}")
    try:
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def replace_file(path: Path, content: bytes) -> None:
    """Write a file; an old one keeps its mode, and its content if this fails with an `OSError`."""
    remove_drafts(path.parent, glob.escape(path.name), _ABANDONED)
    with drafted(path, content) as draft:
        with suppress(FileNotFoundError):
            copymode(path, draft)
        draft.replace(path)
    sync_directory(path.parent)


def remove_drafts(directory: Path, names: str, age: float = 0) -> None:
    """Remove the drafts of the files that match a pattern, if they have some age in seconds."""
    for draft in directory.glob(f".{names}.*{_DRAFT}"):
        with suppress(OSError):
            if time() - draft.stat().st_mtime >= age:
                draft.unlink()


@contextmanager
def directory_lock(directory: Path) -> Generator[None]:
    """Wait for other programs that write a file here, where the system can; it locks no reader."""
    with ExitStack() as opened:
        if sys.platform != "win32" and sys.platform != "emscripten":
            with suppress(OSError):  # a file system without locks, or a directory that is gone
                directory_file = os.open(directory, os.O_RDONLY)
                opened.callback(os.close, directory_file)
                fcntl.flock(directory_file, fcntl.LOCK_EX)
        yield


def sync_directory(directory: Path) -> None:
    """Write the names in a directory down to the disk, where the file system can do that."""
    if os.name != "posix":
        return
    with suppress(OSError):
        opened = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
