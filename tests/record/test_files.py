"""Records in files."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from cluetree.errors import RecordError
from cluetree.events import Holds
from cluetree.record import Record, load, save
from tests.record.samples import SAMPLE, SMALL_DECK, TABLE


@pytest.mark.parametrize("name", ["game.json", "game.clue", "GAME.JSON", "two.dots.Clue"])
def test_save_and_load(tmp_path: Path, name: str) -> None:
    save(SAMPLE, tmp_path / name)
    assert load(tmp_path / name) == SAMPLE
    assert load(str(tmp_path / name)) == SAMPLE
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_save_replaces_the_file_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "game.clue"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    save(SAMPLE, path)
    assert load(path) == SAMPLE
    assert path.stat().st_mode & 0o777 == 0o640


def test_save_follows_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    link.symlink_to(path)
    save(SAMPLE, link)
    assert link.is_symlink()
    assert load(path) == SAMPLE


def test_record_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(SAMPLE, path)
    wrong = Record(TABLE, (Holds("Bob", SMALL_DECK.card("Axe")),))
    with pytest.raises(RecordError):
        save(wrong, path)
    assert load(path) == SAMPLE


def test_interrupted_save_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    save(SAMPLE, path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RecordError, match="cannot write the file: no space left on device"):
        save(Record(TABLE), path)
    monkeypatch.undo()
    assert load(path) == SAMPLE
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("name", ["game.txt", "game", ".json", "game.json.gz", ""])
def test_unknown_suffix_is_rejected(tmp_path: Path, name: str) -> None:
    for use in (load, partial(save, SAMPLE)):
        with pytest.raises(RecordError, match=r"of a record must end in \.json or \.clue"):
            use(tmp_path / name)


def missing(folder: Path) -> Path:
    return folder / "nowhere" / "game.clue"


def a_folder(folder: Path) -> Path:
    (folder / "game.clue").mkdir()
    return folder / "game.clue"


def a_loop(folder: Path) -> Path:
    (folder / "game.clue").symlink_to(folder / "game.clue")
    return folder / "game.clue"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (missing, ": no such file"),
        (a_folder, ": is a directory"),
        (a_loop, ""),
        (lambda folder: folder / "nul\0.clue", ""),
        (lambda folder: folder / f"{'x' * 300}.clue", ""),
    ],
)
def test_file_that_cannot_be_used_is_an_error(
    tmp_path: Path, make: Callable[[Path], Path], reason: str
) -> None:
    path = make(tmp_path)
    with pytest.raises(RecordError, match=f"cannot read the file{reason}") as caught:
        load(path)
    assert caught.value.source == str(path)
    with pytest.raises(RecordError, match=f"cannot write the file{reason}"):
        save(SAMPLE, path)
    assert not [*tmp_path.rglob("*.tmp")]
