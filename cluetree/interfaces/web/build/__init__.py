"""Builds the page that needs no server: a directory for any static host.

It is the page of the server, connected to Pyodide, a Python in the browser, which runs the same
session. The build fetches the parts in `pinned.toml` once; the wheel does not contain them. The
modules in `page/` are put beside those in `../static/`. With Node.js, Pyodide compiles the modules
in advance.
"""

import base64
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from modulefinder import ModuleFinder
from pathlib import Path, PurePosixPath
from string import Template
from tempfile import TemporaryDirectory
from typing import Final
from urllib.request import urlopen

import cluetree
from cluetree.errors import ClueError
from cluetree.text import TEXTS

_PACKAGE: Final = Path(cluetree.__file__).parent
_HERE: Final = Path(__file__).parent
_PAGE: Final = _HERE / "page"
_SERVER: Final = "cluetree.interfaces.web.server"
"""The module that only the page with a server imports."""
_LIBRARY: Final = "python_stdlib.zip"
_PACKED: Final = ("pyodide.asm.mjs", "pyodide.asm.wasm")
NOT_NEEDED: Final = frozenset((_HERE / "not_needed.txt").read_text("utf-8").split())
"""Modules of the standard library that nothing in the page imports."""


class BuildError(ClueError, RuntimeError):
    """The page cannot be built."""


@dataclass(frozen=True, slots=True)
class Part:
    """A released file of another project."""

    name: str
    version: str
    url: str
    sha256: str
    licence: str
    source: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    def fetched(self, cache: Path) -> Path:
        """Return the file in the cache, fetched if it is missing or damaged."""
        path = cache / self.url.rpartition("/")[2]
        if not path.is_file() or not self._fits(path.read_bytes()):
            print(f"Fetching {self} to {cache}")
            try:
                with urlopen(self.url, timeout=60) as answer:  # noqa: S310 -- pinned
                    content: bytes = answer.read()
            except OSError as error:
                reason = f"{self.url} cannot be fetched: {error}; put it in {cache}"
                raise BuildError(reason) from error
            if not self._fits(content):
                raise BuildError(f"{self.url} is not the file that is pinned")
            cache.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return path

    def _fits(self, content: bytes) -> bool:
        return hashlib.sha256(content).hexdigest() == self.sha256


_PINNED: Final = tomllib.loads((_HERE / "pinned.toml").read_text("utf-8"))
PYODIDE, *WHEELS = (Part(**part) for part in _PINNED["part"])


def build_site(folder: Path) -> int:
    """Build the page that needs no server in a new or empty folder; return exit status 0."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BuildError(f"the folder {folder} cannot be made: {error.strerror}") from error
    if any(folder.iterdir()) and not (folder / "core").exists():
        raise BuildError(f"folder must be empty or new, got {folder}")
    cache = Path.home() / ".cache" / "cluetree" / "page"
    pyodide, wheels = PYODIDE.fetched(cache), [wheel.fetched(cache) for wheel in WHEELS]
    with TemporaryDirectory() as temporary:
        site = Path(temporary, "site")
        shutil.copytree(_HERE.parent / "static", site / "static")
        shutil.copytree(TEXTS, site / "static" / "languages")
        for path in _PAGE.iterdir():
            at_top = path.name in {"manifest.webmanifest", "sw.js"}
            shutil.copy(path, site if at_top else site / "static")
        _write_page(site)
        _write_notices(site / "notices.txt", wheels)
        _write_core(site / "core", pyodide, wheels)
        _write_size(site / "static" / "worker.js", site / "core")
        write_service_worker(site)
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
    head = (_HERE / "head.html").read_text("utf-8")
    before, icon, after = page.read_text("utf-8").partition('<link rel="icon"')
    (site / "index.html").write_text(f"{before}{head}{icon}{after}", encoding="utf-8")
    page.unlink()


def _write_notices(path: Path, wheels: Iterable[Path]) -> None:
    """Write the notices and the whole text of each licence."""

    def text(name: str) -> str:
        return (_HERE / "licences" / f"{name}.txt").read_text("utf-8")

    chapters = [
        (_credit(PYODIDE), text("mpl-2.0")),
        ("CPython, PSF-2.0, https://github.com/python/cpython", text("python")),
        ("The libraries that Pyodide and CPython are linked with", text("libraries")),
    ]
    for part, file in zip(WHEELS, wheels, strict=True):
        with zipfile.ZipFile(file) as wheel:
            names = [name for name in wheel.namelist() if ".dist-info/licenses/" in name]
            chapters.append((_credit(part), "\n\n".join(wheel.read(n).decode() for n in names)))
    notices = Template(text("notices")).substitute(pyodide=PYODIDE)
    rule = "=" * 80
    written = (f"{rule}\n{head}\n{rule}\n\n{licence}" for head, licence in chapters)
    path.write_text("\n\n\n".join([notices, *written]), encoding="utf-8")


def _credit(part: Part) -> str:
    return f"{part}, {part.licence}, {part.source}"


def _write_core(core: Path, pyodide: Path, wheels: Iterable[Path]) -> None:
    """Write Pyodide and the modules for it, each archive compressed as a whole."""
    core.mkdir()
    with TemporaryDirectory() as temporary, tarfile.open(pyodide) as package:
        package.extractall(temporary, filter="data")
        released, modules = Path(temporary, "package"), Path(temporary, "modules")
        shutil.copyfile(released / "pyodide.mjs", core / "pyodide.mjs")
        lock = json.loads((released / "pyodide-lock.json").read_text("utf-8"))
        # It would name packages at Pyodide's own host.
        (core / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
        _extract(released / _LIBRARY, modules / _LIBRARY)
        for path in _needed():
            copy = modules / "modules" / path.relative_to(_PACKAGE.parent)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        for wheel in wheels:
            _extract(wheel, modules / "modules")
        _compile(released, modules)
        contents = {_LIBRARY: _zipped(modules / _LIBRARY), "modules": _joined(modules / "modules")}
        contents |= {name: (released / name).read_bytes() for name in _PACKED}
    for name, content in contents.items():  # small on a host that does not compress, too
        (core / f"{name}.packed").write_bytes(gzip.compress(content, 9, mtime=0))


def _extract(archive: Path, folder: Path) -> None:
    """Extract the modules that the page needs."""
    with zipfile.ZipFile(archive) as read:
        for name in read.namelist():
            module = PurePosixPath(name).with_suffix("")
            packages = {".".join(package.parts) for package in (module, *module.parents)}
            if name.endswith((".py", ".so")) and NOT_NEEDED.isdisjoint(packages):
                read.extract(name, folder)


def _compile(pyodide: Path, modules: Path) -> None:
    """Replace modules by bytecode, which Pyodide writes in Node.js, if there is Node.js."""
    node = shutil.which("node")
    if node is None:
        print("Without Node.js the modules are not compiled, so the page starts 1 to 3 s later.")
        return
    done = subprocess.run(  # noqa: S603 -- our own script
        [node, _HERE / "compile.mjs", pyodide, modules, _HERE / "compiling.py"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(f"Pyodide in {node} cannot compile the page's modules: {done.stderr}")


def _zipped(folder: Path) -> bytes:
    """Return an archive without compression; the same files give the same bytes."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as written:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                written.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return content.getvalue()


def _joined(folder: Path) -> bytes:
    """Return all files after a line with their paths and sizes: read faster than an archive."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    index = [(path.relative_to(folder).as_posix(), path.stat().st_size) for path in paths]
    return b"\n".join([json.dumps(index).encode(), b"".join(path.read_bytes() for path in paths)])


def _write_size(worker: Path, core: Path) -> None:
    """Write into the worker the size and the digest of the packed files."""
    packed = sorted(core.glob("*.packed"))
    size = sum(path.stat().st_size for path in packed)
    digest = hashlib.sha256("".join(map(_digest, packed)).encode()).hexdigest()[:12]
    content = worker.read_text("utf-8").replace('[0, ""]', f'[{size}, "{digest}"]')
    worker.write_text(content, encoding="utf-8")


def worker_imports() -> ModuleFinder:
    """Return what the page's worker may import; `badmodules` are those of other packages."""
    finder = ModuleFinder([], excludes=[_SERVER])  # without a path it finds no other package
    finder.load_package(_PACKAGE.name, str(_PACKAGE))
    finder.import_hook("cluetree.interfaces.web")
    return finder


def _needed() -> set[Path]:
    """Return the modules of cluetree that the page's worker may import, and files beside them."""
    names = [name.split(".") for name in worker_imports().modules]
    places = [_PACKAGE.parent.joinpath(*name) for name in names if name[0] == _PACKAGE.name]
    modules = {p / "__init__.py" if p.is_dir() else p.with_suffix(".py") for p in places}
    beside = {file for path in modules for file in path.parent.iterdir() if file.is_file()}
    return modules | {file for file in beside if file.suffix != ".py"} | set(TEXTS.iterdir())


def write_service_worker(site: Path) -> None:
    """Write the service worker, which knows each other file of this version by its digest."""
    paths = (path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    digests = {path: _digest(site / path) for path in sorted(paths) if path != "sw.js"}
    digests["./"] = digests["index.html"]
    version = hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:12]
    worker = (_PAGE / "sw.js").read_text("utf-8").replace('"the version"', f'"{version}"')
    worker = worker.replace("FILES = {}", f"FILES = {json.dumps(digests, indent=2)}")
    (site / "sw.js").write_text(worker, encoding="utf-8")


def _digest(path: Path) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()
