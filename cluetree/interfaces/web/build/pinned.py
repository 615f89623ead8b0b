"""The files of other projects in the page, pinned by hash in `pinned.toml`.

npm and pip fetch them into a cache, because they know about mirrors and proxies.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from cluetree.errors import ClueError

PYTHON: Final = "3.14"
"""The Python in Pyodide."""
_PLATFORM: Final = "pyemscripten_2026_0_wasm32"


class BuildError(ClueError, RuntimeError):
    """The page cannot be built."""


@dataclass(frozen=True, slots=True)
class Part:
    """A released file of another project."""

    name: str
    version: str
    file: str
    sha256: str
    size: int
    """In bytes."""
    licence: str
    source: str
    """The address of its source."""

    @property
    def is_wheel(self) -> bool:
        """Whether it is from PyPI; otherwise it is from npm."""
        return self.file.endswith(".whl")

    def is_at(self, path: Path) -> bool:
        """Whether a file is this part."""
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == self.sha256

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


_PINNED: Final = Path(__file__).with_name("pinned.toml").read_text("utf-8")
PYODIDE, *WHEELS = (Part(**part) for part in tomllib.loads(_PINNED)["part"])


def cache_folder() -> Path:
    """Return the directory of fetched files, in the cache directory of the user."""
    home = Path.home()
    if sys.platform == "win32":
        caches = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    elif sys.platform == "darwin":
        caches = home / "Library" / "Caches"
    else:
        caches = os.environ.get("XDG_CACHE_HOME") or home / ".cache"
    return Path(caches, "cluetree", "page")


def fetch(parts: Iterable[Part], cache: Path) -> None:
    """Fetch the parts that are not in the cache; raise `BuildError` if one fails or differs."""
    for part in parts:
        if part.is_at(cache / part.file):
            continue
        registry = "PyPI" if part.is_wheel else "npm"
        print(f"Fetching {part} from {registry}, {part.size / 1e6:.1f} MB; it is kept in {cache}")
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as folder:
            done = subprocess.run(  # noqa: S603 -- only pinned names
                _command(part, folder), capture_output=True, text=True, check=False
            )
            if done.returncode:
                said = done.stderr.strip() or done.stdout.strip() or "no reason given"
                raise BuildError(
                    f"{part} cannot be fetched ({said.splitlines()[-1]}); "
                    f"with {part.file} in {cache}, no network is needed"
                )
            fetched = Path(folder, part.file)
            if not part.is_at(fetched):
                raise BuildError(f"{registry} sent another {part} than the one that is pinned")
            fetched.replace(cache / part.file)


def _command(part: Part, folder: str) -> Sequence[str]:
    """Return the command that downloads a part to a folder."""
    if not part.is_wheel:
        name = f"{part.name}@{part.version}"
        return (tool("npm"), "pack", name, "--silent", "--pack-destination", folder)
    if find_spec("pip") is None:
        raise BuildError("pip fetches the wheels, and this Python has none: python -m ensurepip")
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    binary = f"--platform={_PLATFORM}", "--platform=any", "--implementation=cp"
    only = f"--python-version={PYTHON}", "--only-binary=:all:", "--no-deps"
    return (*pip, *binary, *only, "--dest", folder, f"{part.name}=={part.version}")


def tool(name: str) -> str:
    """Return the path of a program of Node.js; raise `BuildError` if it is missing."""
    found = shutil.which(name)
    if found is None:
        raise BuildError(
            f"{name} is missing: building the page needs Node.js 18 or later, https://nodejs.org "
            "(the page itself does not)"
        )
    return found
