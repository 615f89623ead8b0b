"""Building the page that needs no server: what it takes, what is missing, what comes out."""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import sysconfig
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest

from cluetree.interfaces.web.build import (
    NOT_NEEDED,
    PYODIDE,
    WHEELS,
    BuildError,
    Part,
    build_site,
    worker_imports,
    write_service_worker,
)

RUN = """
import json, sys
sys.path[:0] = sys.argv[1:3]
import cluetree
from cluetree.interfaces.web import answer
assert cluetree.__file__.startswith(sys.argv[2])
record = open(sys.argv[3], encoding="utf-8").read()
methods = ("events", "save", "advise", "rivals", "review", "tree", "check", "beliefs")
calls = [("new", {"game": "1", "record": record}), *((method, {"game": "1"}) for method in methods)]
line = [{"jsonrpc": "2.0", "id": 1, "method": method, "params": params} for method, params in calls]
answers = [each["result"] for each in json.loads(answer(json.dumps(line)))]
print(*answers[-1]["envelope"])
"""
"""Asks the core of the page about a game."""


@pytest.fixture
def part(tmp_path: Path) -> Part:
    """A released file, of which the cache holds a damaged copy."""
    (tmp_path / "part.whl").write_bytes(b"content")
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "part.whl").write_bytes(b"half")
    digest = hashlib.sha256(b"content").hexdigest()
    return Part("part", "1", (tmp_path / "part.whl").as_uri(), digest, "MIT", "https://example.org")


def test_part_is_fetched_once_and_verified(part: Part, tmp_path: Path) -> None:
    assert part.fetched(tmp_path / "cache").read_bytes() == b"content"
    (tmp_path / "part.whl").write_bytes(b"forged")
    assert part.fetched(tmp_path / "cache").read_bytes() == b"content"
    with pytest.raises(BuildError, match="not the file that is pinned"):
        part.fetched(tmp_path / "other")
    (tmp_path / "part.whl").unlink()
    with pytest.raises(BuildError, match="cannot be fetched"):
        part.fetched(tmp_path / "other")


def test_folder_with_other_files_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(BuildError, match="folder must be empty or new, got "):
        build_site(tmp_path)
    with pytest.raises(BuildError, match=r"thesis[.]txt cannot be made"):
        build_site(tmp_path / "thesis.txt")


def test_service_worker_knows_every_file_by_its_digest(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    for name in ("index.html", "core/a.zip"):
        (tmp_path / name).write_text(name)
    versions = list[str]()
    for content in ("one", "one", "other"):
        (tmp_path / "core" / "a.zip").write_text(content)
        write_service_worker(tmp_path)
        text = (tmp_path / "sw.js").read_text("utf-8")
        versions.append(text.partition('VERSION = "')[2].partition('"')[0])
        files = json.loads(text.partition("FILES = ")[2].partition(";\n")[0])
        assert [*files] == ["core/a.zip", "index.html", "./"]
        digest = b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert files["core/a.zip"] == f"sha256-{digest}"
        assert files["./"] == files["index.html"]
    assert versions[0] == versions[1] != versions[2]


def test_worker_imports_no_module_that_the_build_leaves_out() -> None:
    libraries = {*worker_imports().badmodules}
    assert "re" in libraries, "libraries are those that the finder does not follow"
    assert not libraries & NOT_NEEDED


# The whole page


@pytest.mark.slow
def test_folder_has_no_part_of_the_server_and_all_licences(site: Path) -> None:
    assert not {path.name for path in (site / "static").iterdir()} & {"server.js", "index.html"}
    lock = json.loads((site / "core" / "pyodide-lock.json").read_text("utf-8"))
    assert lock["packages"] == {}, "none at the host of Pyodide"
    notices = (site / "notices.txt").read_text("utf-8")
    for part in (PYODIDE, *WHEELS):
        assert f"{part}, {part.licence}, {part.source}" in notices
    for licence in (
        "Exhibit A - Source Code Form License Notice",  # at the end of the MPL
        "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        "Jean-loup Gailly and Mark Adler",
        "Apache License",  # from a wheel
    ):
        assert licence in notices


@pytest.mark.slow
def test_rebuilding_gives_the_same_files(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    (folder / "static" / "gone.js").write_text("of an older version")
    (folder / "CNAME").write_text("of the host")
    assert build_site(folder) == 0
    assert (folder / "sw.js").read_bytes() == (site / "sw.js").read_bytes()
    assert not (folder / "static" / "gone.js").exists()
    assert (folder / "CNAME").exists()
    sizes = {path: path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    size = sum(sizes.values())
    assert size < 7e6
    assert {path.suffix for path, large in sizes.items() if large > 1e5} == {".packed"}
    assert f"Built {folder}, {size / 1e6:.1f} MB." in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("site")  # its parts are in the cache
def test_modules_are_sufficient_and_sources_without_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    build_site(tmp_path / "site")
    assert "Without Node.js the modules are not compiled" in capsys.readouterr().out
    joined = gzip.decompress((tmp_path / "site" / "core" / "modules.packed").read_bytes())
    index, _, contents = joined.partition(b"\n")
    read = BytesIO(contents)
    names = [name for name, _ in json.loads(index)]
    for name, size in json.loads(index):
        (tmp_path / "modules" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "modules" / name).write_bytes(read.read(size))
    assert not read.read()
    for unused in ("play", "interfaces/cli", "interfaces/web/server"):
        assert not [name for name in names if name.startswith(f"cluetree/{unused}")]
    game = Path(__file__).parents[2] / "examples" / "friday.clue"
    paths = sysconfig.get_path("purelib"), tmp_path / "modules", game
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", RUN, *paths], capture_output=True, text=True, check=False
    )
    assert done.stdout == "Mrs. White Rope Billiard Room\n", done.stderr
