"""Compile the modules in an archive to bytecode.

Pyodide runs this file, so that the bytecode fits its Python. It imports the standard library only.
"""

import importlib.util
import marshal
import zipfile
from types import CodeType
from typing import Final

_UNCHECKED: Final = (1).to_bytes(4, "little") + bytes(8)
_PACKED: Final = zipfile.ZIP_STORED  # the build compresses the whole archive, which is smaller


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
    code = _without_lines(compile(source, name, "exec", dont_inherit=True, optimize=2))
    # A hash that is never checked, because the source is missing.
    return importlib.util.MAGIC_NUMBER + _UNCHECKED + marshal.dumps(code)


def _without_lines(code: CodeType) -> CodeType:
    """Return code without line numbers, a fifth of its size; only tracebacks use them."""
    inner = (_without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))
