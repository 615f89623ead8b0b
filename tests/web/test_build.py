"""Building the page that needs no server: what it takes, what is missing, what comes out."""

import hashlib
import json
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from base64 import b64encode
from pathlib import Path

import pytest

from cluetree.interfaces.web.build import BuildError, archives, build_site, pinned
from cluetree.interfaces.web.build.pinned import PYODIDE, WHEELS, Part, fetch
from cluetree.interfaces.web.build.site import write_service_worker

RUN = """
import sys
sys.path[:0] = sys.argv[1:3]
from cluetree.interfaces.web.worker import answer
import cluetree, json
assert cluetree.__file__.startswith(sys.argv[1])
def call(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
record = open(sys.argv[3], encoding="utf-8").read()
methods = ("beliefs", "events", "save", "advise", "rivals", "review", "suspicious", "answer")
asked = [call(0, "new", record=record), *(call(1, method, game="1") for method in methods)]
print(*json.loads(answer(json.dumps(asked)))[-1]["result"]["answer"])
"""


def part(content: bytes, file: str = "other-1-py3-none-any.whl") -> Part:
    digest = hashlib.sha256(content).hexdigest()
    return Part("other", "1", file, digest, len(content), "MIT", "https://example.org")


def client(sends: bytes | None, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Let pip and npm bring a file, or fail; returns what they were asked for."""
    asked: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append([*map(str, command)])
        if sends is None:
            return subprocess.CompletedProcess(command, 1, "", "long story\nno route to host")
        folder = next(Path(word) for word in command if Path(word).is_dir())
        (folder / "other-1-py3-none-any.whl").write_bytes(sends)
        (folder / "other-1.tgz").write_bytes(sends)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(pinned, "find_spec", lambda _: True)
    return asked


def test_part_is_fetched_once_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = client(b"content", monkeypatch)
    for _ in range(2):
        fetch([part(b"content")], tmp_path / "cache")
    assert len(asked) == 1
    assert asked[0][1:4] == ["-m", "pip", "download"]
    assert asked[0][-1] == "other==1"
    said = f"Fetching other 1 from PyPI, 0.0 MB; it is kept in {tmp_path / 'cache'}\n"
    assert capsys.readouterr().out == said
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["other-1-py3-none-any.whl"]


def test_missing_part_is_named_without_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client(None, monkeypatch)
    with pytest.raises(BuildError) as caught:
        fetch([part(b"content")], tmp_path)
    assert str(caught.value) == (
        "other 1 cannot be fetched (no route to host); with other-1-py3-none-any.whl in "
        f"{tmp_path}, no network is needed"
    )
    (tmp_path / "other-1-py3-none-any.whl").write_bytes(b"content")
    fetch([part(b"content")], tmp_path)


def test_file_with_another_digest_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client(b"forged", monkeypatch)
    with pytest.raises(BuildError, match="PyPI sent another other 1 than the one that is pinned"):
        fetch([part(b"content")], tmp_path)
    assert not [*tmp_path.iterdir()]


def test_damaged_cache_is_filled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client(b"content", monkeypatch)
    kept = tmp_path / "other-1-py3-none-any.whl"
    kept.write_bytes(b"half")
    fetch([part(b"content")], tmp_path)
    assert kept.read_bytes() == b"content"


def test_missing_pip_or_node_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pinned, "find_spec", lambda _: None)
    with pytest.raises(BuildError, match="this Python has none: python -m ensurepip"):
        fetch([part(b"content")], tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BuildError, match=r"npm is missing: .* needs Node.js 18 or later"):
        fetch([part(b"content", "other-1.tgz")], tmp_path)
    with pytest.raises(BuildError, match="node is missing"):
        build_site(tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_folder_with_other_files_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(BuildError, match="folder must be empty or new, got "):
        build_site(tmp_path)
    with pytest.raises(BuildError, match="the target must be a folder, got the file "):
        build_site(tmp_path / "thesis.txt")


@pytest.mark.slow
def test_packed_modules_are_sufficient(tmp_path: Path) -> None:
    archive, folder = tmp_path / "modules.zip", tmp_path / "modules"
    archives.write_modules(archive, ())
    with zipfile.ZipFile(archive) as read:
        names = read.namelist()
        read.extractall(folder)
    for not_needed in ("play", "interfaces/cli", "interfaces/web/serving"):
        assert not [name for name in names if name.startswith(f"cluetree/{not_needed}")]
    game = Path(__file__).parents[2] / "examples" / "friday.clue"
    libraries = sysconfig.get_path("purelib")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", RUN, folder, libraries, game],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["Mrs. White Rope Billiard Room"], done.stderr


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


# The whole page


@pytest.mark.slow
def test_folder_has_every_file_of_the_page(site: Path) -> None:
    page = (site / "index.html").read_text("utf-8")
    assert page.index("manifest.webmanifest") < page.index('<link rel="icon"')
    static = {path.name for path in (site / "static").iterdir()}
    assert static >= {"main.js", "local.js", "worker.js", "icon-192.png"}
    assert not static & {"server.js", "index.html"}
    core = {path.name: path.read_bytes() for path in (site / "core").iterdir()}
    assert {core.pop(name)[:2] for name in ("pyodide.mjs", "pyodide.asm.mjs")}
    worker = (site / "static" / "worker.js").read_text("utf-8")
    assert f"BYTES = {sum(map(len, core.values()))};" in worker, "without the modules"
    packed = {"pyodide.asm.wasm.packed", "python_stdlib.zip.packed", "cluetree.zip.packed"}
    assert core.keys() == packed | {"pyodide-lock.json"}
    assert json.loads(core["pyodide-lock.json"])["packages"] == {}
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
    files = {"index.html", "manifest.webmanifest", "notices.txt", "sw.js"}
    assert {path.name for path in site.iterdir() if path.is_file()} == files


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
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert size < 8e6
    assert f"Built {folder}, {size / 1e6:.1f} MB." in capsys.readouterr().out
