"""Turns the modules in an archive into bytecode.

It is Pyodide that runs this, so that its own version of Python reads what comes out; so nothing
but the standard library is imported.
"""

import py_compile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_PACKED: Final = zipfile.ZIP_STORED  # the build packs the whole archive, which gets smaller


def compile_archive(source: str, target: str) -> None:
    """Write a zip archive with bytecode for each module in another, and its other files."""
    with (
        zipfile.ZipFile(source) as read,
        zipfile.ZipFile(target, "w", _PACKED) as written,
    ):
        for name in read.namelist():
            content = read.read(name)
            if name.endswith(".py"):
                written.writestr(zipfile.ZipInfo(f"{name}c"), _bytecode(name, content), _PACKED)
            else:
                written.writestr(zipfile.ZipInfo(name), content, _PACKED)


def _bytecode(name: str, source: bytes) -> bytes:
    with TemporaryDirectory() as folder:
        module, cached = Path(folder, "module.py"), Path(folder, "module.pyc")
        module.write_bytes(source)
        # Never looked at again whether the source has changed: it is not there.
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(module), str(cached), name, True, 2, mode)
        return cached.read_bytes()
