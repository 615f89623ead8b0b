"""Archives of the modules for Python in the browser: cluetree, wheels, the standard library."""

import zipfile
from collections.abc import Iterable
from modulefinder import ModuleFinder
from pathlib import Path, PurePosixPath
from typing import Final

import cluetree
from cluetree.text import TEXTS

_PACKAGE: Final = Path(cluetree.__file__).parent
_ROOT: Final = "cluetree.interfaces.web.worker"
_SERVER: Final = "cluetree.interfaces.web.serving"
"""The module that only the page with a server imports, and only when it is started."""
_NOT_NEEDED: Final = frozenset(
    Path(__file__).with_name("not_needed.txt").read_text("utf-8").split()
)
"""Modules of the standard library that nothing in the page imports."""
_ENCODINGS: Final = frozenset({"__init__", "aliases", "ascii", "cp437", "latin_1", "utf_8"})
"""The encodings that the page uses; cp437 is for names in archives."""


def write_modules(archive: Path, wheels: Iterable[Path]) -> None:
    """Write an archive of the modules of cluetree that the page needs, and of wheels."""
    with zipfile.ZipFile(archive, "w") as written:
        for path in sorted(_needed()):
            written.writestr(path.relative_to(_PACKAGE.parent).as_posix(), path.read_bytes())
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as read:
                for name in sorted(read.namelist()):
                    if PurePosixPath(name).suffix in {".py", ".so"}:
                        written.writestr(name, read.read(name))


def write_trimmed(archive: Path, library: Path) -> None:
    """Write an archive of the modules of the standard library that the page needs."""
    with zipfile.ZipFile(library) as read, zipfile.ZipFile(archive, "w") as written:
        for name in sorted(read.namelist()):
            if not name.endswith("/") and _is_needed(PurePosixPath(name).with_suffix("")):
                written.writestr(name, read.read(name))


def _is_needed(module: PurePosixPath) -> bool:
    if module.parts[0] == "encodings":
        return module.name in _ENCODINGS
    packages = (module, *module.parents)
    return _NOT_NEEDED.isdisjoint(".".join(package.parts) for package in packages)


def _needed() -> set[Path]:
    """Return the modules of cluetree that the page's worker may import, and files beside them."""
    finder = ModuleFinder([], excludes=[_SERVER])  # without a path it finds no other package
    finder.load_package(_PACKAGE.name, str(_PACKAGE))
    finder.import_hook(_ROOT)
    names = [name.split(".") for name in finder.modules]
    places = [_PACKAGE.parent.joinpath(*name) for name in names if name[0] == _PACKAGE.name]
    found = {p / "__init__.py" if p.is_dir() else p.with_suffix(".py") for p in places}
    beside = {file for path in found for file in path.parent.iterdir() if file.is_file()}
    return found | {file for file in beside if file.suffix != ".py"} | set(TEXTS.iterdir())
