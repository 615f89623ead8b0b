"""Builds the directory."""

import base64
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Final

from cluetree.interfaces.web.build.archives import write_modules, write_trimmed
from cluetree.interfaces.web.build.pinned import (
    PYODIDE,
    WHEELS,
    BuildError,
    Part,
    cache_folder,
    fetch,
    tool,
)
from cluetree.text import TEXTS

_WEB: Final = Path(str(files("cluetree.interfaces.web")))
_BUILD: Final = _WEB / "build"
_PAGE: Final = _BUILD / "page"
_BESIDE: Final = {"compile.mjs", "manifest.webmanifest", "sw.js"}
"""The files in `page/` that do not belong beside those of the server's page."""
_LIBRARY: Final = "python_stdlib.zip"
_AS_RELEASED: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_PACKED: Final = ("pyodide.asm.wasm", _LIBRARY, "cluetree.zip")
"""Files that the worker unpacks, so that they are small on a host that does not compress."""
_MARK: Final = "core/pyodide.mjs"
"""A directory with this file was built before."""


def build_site(folder: Path) -> int:
    """Build the page that needs no server, report what is done, and return exit status 0.

    The folder must be new, empty, or built before.

    Raises:
        BuildError: If something is missing, which it names, or the directory has other files.
    """
    if folder.exists() and not folder.is_dir():
        raise BuildError(f"the target must be a folder, got the file {folder}")
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise BuildError(f"folder must be empty or new, got {folder}")
    node, cache = tool("node"), cache_folder()
    fetch((PYODIDE, *WHEELS), cache)
    wheels = [cache / wheel.file for wheel in WHEELS]
    with TemporaryDirectory() as temporary:
        site = Path(temporary, "site")
        shutil.copytree(_WEB / "static", site / "static")
        shutil.copytree(TEXTS, site / "static" / "languages")
        for path in _PAGE.iterdir():
            if path.name not in _BESIDE:
                shutil.copy(path, site / "static")
        shutil.copy(_PAGE / "manifest.webmanifest", site)
        _write_page(site)
        write_notices(site / "notices.txt", wheels)
        _write_core(site / "core", node, wheels, Path(temporary, "pyodide"))
        _write_size(site / "static" / "worker.js", site / "core")
        write_service_worker(site)
        folder.mkdir(parents=True, exist_ok=True)
        for part in ("core", "static"):
            shutil.rmtree(folder / part, ignore_errors=True)
        shutil.copytree(site, folder, dirs_exist_ok=True)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"Built {folder}, {size / 1e6:.1f} MB. Put it on any host with https, or try it:")
    print(f"  {Path(sys.executable).name} -m http.server --bind 127.0.0.1 --directory {folder}")
    return 0


def _write_page(site: Path) -> None:
    (site / "static" / "server.js").unlink()
    page = site / "static" / "index.html"
    head = (_BUILD / "head.html").read_text("utf-8")
    before, icon, after = page.read_text("utf-8").partition('<link rel="icon"')
    (site / "index.html").write_text(f"{before}{head}{icon}{after}", encoding="utf-8")
    page.unlink()


def write_notices(path: Path, wheels: Iterable[Path]) -> None:
    """Write the notices and the whole text of each licence."""
    chapters = [
        (_credit(PYODIDE), _text("mpl-2.0")),
        ("CPython, PSF-2.0, https://github.com/python/cpython", _text("python")),
        ("The libraries that Pyodide and CPython are linked with", _text("libraries")),
    ]
    for part, file in zip(WHEELS, wheels, strict=True):
        with zipfile.ZipFile(file) as wheel:
            names = [name for name in wheel.namelist() if ".dist-info/licenses/" in name]
            texts = [wheel.read(name).decode().strip() for name in names]
        chapters.append((_credit(part), "\n\n".join(texts)))
    rules = [("=" * len(head), head, text) for head, text in chapters]
    written = [f"{rule}\n{head}\n{rule}\n\n{text}" for rule, head, text in rules]
    notices = Template(_text("notices")).substitute(pyodide=PYODIDE)
    path.write_text("\n\n\n".join([notices, *written]), encoding="utf-8")


def _text(licence: str) -> str:
    return (_BUILD / "licences" / f"{licence}.txt").read_text("utf-8").strip()


def _credit(part: Part) -> str:
    return f"{part}, {part.licence}, {part.source}"


def _write_core(core: Path, node: str, wheels: Sequence[Path], pyodide: Path) -> None:
    """Write Pyodide and the modules for it, which Pyodide compiles."""
    print("Compiling")
    core.mkdir()
    with tarfile.open(cache_folder() / PYODIDE.file) as package:
        for name in (*_AS_RELEASED, _LIBRARY, "pyodide-lock.json"):
            member = package.getmember(f"package/{name}")
            member.name = name
            package.extract(member, pyodide, filter="data")
    for name in _AS_RELEASED:
        shutil.copyfile(pyodide / name, core / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    # It would name packages at Pyodide's own host.
    (core / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    archives = core / "cluetree.zip", core / _LIBRARY
    write_modules(archives[0], wheels)
    write_trimmed(archives[1], pyodide / _LIBRARY)
    done = subprocess.run(  # noqa: S603 -- our own script
        [node, _PAGE / "compile.mjs", pyodide, _BUILD / "compiling.py", *archives],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(f"Pyodide in {node} could not compile the page's modules: {done.stderr}")
    for name in _PACKED:
        content = gzip.compress((core / name).read_bytes(), 9, mtime=0)
        (core / f"{name}.packed").write_bytes(content)
        (core / name).unlink()


def _write_size(worker: Path, core: Path) -> None:
    """Write into the worker how many bytes it fetches; modules are not counted."""
    size = sum(path.stat().st_size for path in core.iterdir() if path.suffix != ".mjs")
    content = worker.read_text("utf-8").replace("BYTES = 0", f"BYTES = {size}")
    worker.write_text(content, encoding="utf-8")


def write_service_worker(site: Path) -> None:
    """Write the service worker, which knows each other file of this version by its digest."""
    found = (path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    digests = {path: _digest(site / path) for path in sorted(found) if path != "sw.js"}
    digests["./"] = digests["index.html"]
    version = hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:12]
    worker = (_PAGE / "sw.js").read_text("utf-8")
    worker = worker.replace('"the version"', f'"{version}"')
    worker = worker.replace("FILES = {}", f"FILES = {json.dumps(digests, indent=2)}")
    (site / "sw.js").write_text(worker, encoding="utf-8")


def _digest(path: Path) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()
