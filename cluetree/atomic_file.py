"""Files that are replaced as a whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path
from shutil import copymode


def replace_file(path: Path, content: bytes) -> None:
    """Write a file; an old one keeps its mode, and its content if this fails with an `OSError`."""
    draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}.tmp")
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
