"""Puts the folder together."""

import base64
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from cluetree.interfaces.web.build.archives import write_modules, write_trimmed
from cluetree.interfaces.web.build.notices import write_notices
from cluetree.interfaces.web.build.pinned import (
    PYODIDE,
    WHEELS,
    BuildError,
    cache_folder,
    fetch,
    tool,
)
from cluetree.text import TEXTS

_WEB: Final = Path(str(files("cluetree.interfaces.web")))
_OWN: Final = _WEB / "build" / "page"
_MODULES: Final = ("main.js", "local.js", "core.js", "kept.js", "worker.js")
_ICONS: Final = ("icon-192.png", "icon-512.png")
"""Files that the server's page does not have, or has in another version."""
_LIBRARY: Final = "python_stdlib.zip"
_AS_RELEASED: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_PACKED: Final = ("pyodide.asm.wasm", _LIBRARY, "cluetree.zip")
"""Files that the worker unpacks, so that they are small whatever the host compresses."""
_MARK: Final = "core/pyodide.mjs"
"""By this file a folder that was built is known."""
_HEAD: Final = """\
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; base-uri 'none'; \
form-action 'self'; object-src 'none'">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" content="#26466d">
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="static/icon-192.png">
<link rel="license" href="notices.txt">
"""


def build_site(folder: Path) -> int:
    """Build the page that needs no server, and say what is done.

    Args:
        folder: Where to; it is made, or must be empty, or be one that was built before.

    Returns:
        The exit status: 0.

    Raises:
        BuildError: If something is missing, which it names, or the folder has other things in it.
    """
    _check(folder)
    node, cache = tool("node"), cache_folder()
    fetch((PYODIDE, *WHEELS), cache, _say)
    wheels = [cache / wheel.file for wheel in WHEELS]
    with TemporaryDirectory() as temporary:
        site = Path(temporary, "site")
        shutil.copytree(_WEB / "static", site / "static")
        shutil.copytree(TEXTS, site / "static" / "languages")
        for name in (*_MODULES, *_ICONS):
            shutil.copy(_OWN / name, site / "static" / name)
        shutil.copy(_OWN / "manifest.webmanifest", site)
        _write_page(site)
        write_notices(site / "notices.txt", wheels)
        _write_core(site / "core", node, wheels, Path(temporary, "pyodide"))
        _tell_size(site / "static" / "worker.js", site / "core")
        write_service_worker(site)
        _replace(folder, site)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    _say(f"Built {folder}, {size / 1e6:.1f} MB. Put it on any host with https, or try it:")
    _say(f"  {Path(sys.executable).name} -m http.server --bind 127.0.0.1 --directory {folder}")
    return 0


def _check(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise BuildError(f"{folder} is a file; a folder should be named")
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise BuildError(f"{folder} has other things in it; name an empty folder, or a new one")


def _write_page(site: Path) -> None:
    (site / "static" / "server.js").unlink()
    page = site / "static" / "index.html"
    before, icon, after = page.read_text("utf-8").partition('<link rel="icon"')
    (site / "index.html").write_text(f"{before}{_HEAD}{icon}{after}", encoding="utf-8")
    page.unlink()


def _write_core(core: Path, node: str, wheels: Sequence[Path], pyodide: Path) -> None:
    """Write Pyodide and the modules for it, which Pyodide compiles."""
    _say("Compiling")
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
    compiling = _WEB / "build" / "compiling.py"
    done = subprocess.run(  # noqa: S603 -- our own script
        [node, _OWN / "compile.mjs", pyodide, compiling, *archives],
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


def _tell_size(worker: Path, core: Path) -> None:
    """Let the worker know how much it fetches; the modules among it are not counted."""
    size = sum(path.stat().st_size for path in core.iterdir() if path.suffix != ".mjs")
    told = worker.read_text("utf-8").replace("BYTES = 0", f"BYTES = {size}")
    worker.write_text(told, encoding="utf-8")


def write_service_worker(site: Path) -> None:
    """Write the service worker, which knows each other file of this version by its digest."""
    found = (path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    digests = {path: _digest(site / path) for path in sorted(found) if path != "sw.js"}
    digests["./"] = digests["index.html"]
    version = hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:12]
    worker = (_OWN / "sw.js").read_text("utf-8")
    worker = worker.replace('"the version"', f'"{version}"')
    worker = worker.replace("FILES = {}", f"FILES = {json.dumps(digests, indent=2)}")
    (site / "sw.js").write_text(worker, encoding="utf-8")


def _digest(path: Path) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()


def _replace(folder: Path, site: Path) -> None:
    """Put what was built in the place of what was built before."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in ("core", "static"):
        shutil.rmtree(folder / part, ignore_errors=True)
    shutil.copytree(site, folder, dirs_exist_ok=True)


def _say(text: str) -> None:
    print(text, flush=True)
