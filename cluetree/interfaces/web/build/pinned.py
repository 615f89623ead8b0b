"""The files of other projects in the page, pinned by hash.

npm and pip fetch them into a cache, because they know about mirrors and proxies.
"""

import hashlib
import os
import shutil
import subprocess
import sys
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


PYODIDE: Final = Part(
    "pyodide",
    "314.0.7",
    "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    6_488_647,
    "MPL-2.0",
    "https://github.com/pyodide/pyodide/tree/314.0.7",
)
WHEELS: Final = (
    Part(
        "msgspec",
        "0.22.0",
        "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
        136_814,
        "BSD-3-Clause",
        "https://github.com/jcrist/msgspec/tree/0.22.0",
    ),
    Part(
        "anytree",
        "2.13.0",
        "anytree-2.13.0-py3-none-any.whl",
        "4cbcf10df36b1f1cba131b7e487ff3edafc9d6e932a3c70071b5b768bab901ff",
        45_077,
        "Apache-2.0",
        "https://github.com/c0fec0de/anytree/tree/2.13.0",
    ),
    Part(
        "more-itertools",
        "11.2.1",
        "more_itertools-11.2.1-py3-none-any.whl",
        "35a7377edd1dd6608dcb2cdf534ded55ea32d49448875ad042cd3f879fb1ded0",
        74_405,
        "MIT",
        "https://github.com/more-itertools/more-itertools/tree/v11.2.1",
    ),
    Part(
        "babel",
        "2.18.0",
        "babel-2.18.0-py3-none-any.whl",
        "e2b422b277c2b9a9630c1d7903c2a00d0830c409c59ac8cae9081c92f1aeba35",
        10_196_845,
        "BSD-3-Clause",
        "https://github.com/python-babel/babel/tree/v2.18.0",
    ),
)


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
    """Fetch the parts that are not in the cache.

    Raises:
        BuildError: If one cannot be fetched, or is not the pinned file.
    """
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
    """Return the path of a program of Node.js.

    Raises:
        BuildError: If it is missing.
    """
    found = shutil.which(name)
    if found is None:
        raise BuildError(
            f"{name} is missing: building the page needs Node.js 18 or later, https://nodejs.org "
            "(the page itself does not)"
        )
    return found
