"""The notices about the work of others in the page."""

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from cluetree.interfaces.web.build.pinned import PYODIDE, WHEELS, Part

_LICENCES: Final = Path(__file__).with_name("licences")
_INTRODUCTION: Final = f"""\
This page runs in the browser what others wrote. Their licences follow; the source of each is at the
address beside it.

{PYODIDE} is in core/pyodide.mjs, core/pyodide.asm.mjs, core/pyodide.asm.wasm, and in the folders
pyodide and _pyodide of core/python_stdlib.zip. This Source Code Form is subject to the terms of the
Mozilla Public License, v. 2.0. All files are as released, but for the modules in python_stdlib.zip,
which are compiled, and of which some are left out.

CPython, with the libraries below, is in core/pyodide.asm.wasm and core/python_stdlib.zip; the other
parts are in core/cluetree.zip."""
_PYTHON: Final = "CPython, PSF-2.0, https://github.com/python/cpython"
_LIBRARIES: Final = "The libraries that Pyodide and CPython are linked with"


def write_notices(path: Path, wheels: Iterable[Path]) -> None:
    """Write the notices and the whole text of each licence, those of the wheels as they have it."""
    compiled = (
        (_line(PYODIDE), _text("mpl-2.0.txt")),
        (_PYTHON, _text("python.txt")),
        (_LIBRARIES, _text("libraries.txt")),
    )
    chapters = (f"{_headed(head)}\n\n{text}" for head, text in (*compiled, *_of_wheels(wheels)))
    path.write_text("\n\n\n".join([_INTRODUCTION, *chapters]), encoding="utf-8")


def _text(name: str) -> str:
    return (_LICENCES / name).read_text("utf-8").strip()


def _of_wheels(wheels: Iterable[Path]) -> Iterator[tuple[str, str]]:
    for part, path in zip(WHEELS, wheels, strict=True):
        with zipfile.ZipFile(path) as wheel:
            texts = [
                wheel.read(name).decode().strip()
                for name in wheel.namelist()
                if ".dist-info/licenses/" in name
            ]
        yield _line(part), "\n\n".join(texts)


def _line(part: Part) -> str:
    return f"{part}, {part.licence}, {part.source}"


def _headed(head: str) -> str:
    rule = "=" * len(head)
    return f"{rule}\n{head}\n{rule}"
