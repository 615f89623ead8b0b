"""What the page says about the work of others in it."""

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from cluetree.faces.web.build.pinned import PYODIDE, WHEELS, Part

_INTRODUCTION: Final = f"""\
This page runs in the browser what others wrote. Their licences follow; the source of each is at the
address beside it.

{PYODIDE}, {PYODIDE.licence}, {PYODIDE.source}
    In core/pyodide.mjs, core/pyodide.asm.mjs, core/pyodide.asm.wasm, and in the folders pyodide and
    _pyodide of core/python_stdlib.zip. This Source Code Form is subject to the terms of the Mozilla
    Public License, v. 2.0. If a copy of the MPL was not distributed with this file, You can obtain
    one at https://mozilla.org/MPL/2.0/. All files are as released, but for the modules in
    python_stdlib.zip, which are compiled, and of which some are left out.
    It contains CPython (below), the runtime of Emscripten (MIT or NCSA, https://emscripten.org),
    zlib, bzip2, libffi, SQLite and others, which Pyodide's source names.

CPython, PSF-2.0, https://github.com/python/cpython
    In core/pyodide.asm.wasm and core/python_stdlib.zip. Copyright (c) 2001 Python Software
    Foundation; All Rights Reserved. Its licence is at https://docs.python.org/3/license.html.
"""


def write_notices(path: Path, wheels: Iterable[Path]) -> None:
    """Write the notices, with the licences that the wheels bring along."""
    path.write_text("\n\n".join([_INTRODUCTION, *_of_wheels(wheels)]), encoding="utf-8")


def _of_wheels(wheels: Iterable[Path]) -> Iterator[str]:
    for part, path in zip(WHEELS, wheels, strict=True):
        with zipfile.ZipFile(path) as wheel:
            texts = [
                wheel.read(name).decode().strip()
                for name in wheel.namelist()
                if ".dist-info/licenses/" in name
            ]
        yield "\n\n".join([_headed(part), *texts])


def _headed(part: Part) -> str:
    head = f"{part}, {part.licence}, {part.source}"
    return f"{'-' * len(head)}\n{head}\n{'-' * len(head)}"
