"""Records in files."""

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


def test_a_record_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(SAMPLE, path)
    wrong = Record(TABLE, (Holds("Bob", SMALL_DECK.card("Axe")),))
    with pytest.raises(RecordError):
        save(wrong, path)
    assert load(path) == SAMPLE


def test_an_interrupted_save_leaves_the_old_file(
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
def test_another_suffix_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(
        RecordError, match=r"the file name of a record must end in \.json or \.clue"
    ):
        load(tmp_path / name)
    with pytest.raises(
        RecordError, match=r"the file name of a record must end in \.json or \.clue"
    ):
        save(SAMPLE, tmp_path / name)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "game.clue"
    with pytest.raises(RecordError, match="cannot read the file: no such file") as caught:
        load(path)
    assert caught.value.source == str(path)
    with pytest.raises(RecordError, match="cannot write the file: no such file"):
        save(SAMPLE, tmp_path / "nowhere" / "game.clue")


def test_a_folder_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "game.clue"
    folder.mkdir()
    with pytest.raises(RecordError, match="cannot read the file: is a directory"):
        load(folder)
    with pytest.raises(RecordError, match="cannot write the file: is a directory"):
        save(SAMPLE, folder)
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("name", ["nul\0.clue", "x" * 300 + ".clue"])
def test_an_impossible_name_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError, match="cannot read the file"):
        load(tmp_path / name)
    with pytest.raises(RecordError, match="cannot write the file"):
        save(SAMPLE, tmp_path / name)


def test_a_loop_of_links_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "game.clue"
    path.symlink_to(path)
    with pytest.raises(RecordError, match="cannot read the file"):
        load(path)
    with pytest.raises(RecordError, match="cannot write the file"):
        save(SAMPLE, path)


@pytest.mark.parametrize("suffix", [".json", ".clue"])
def test_bytes_that_are_no_text_are_told_by_place(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game{suffix}"
    path.write_bytes(b"\xef\xbb\xbftitle\r\nCaf\xc3\xa9 \xe9\n")
    with pytest.raises(RecordError) as caught:
        load(path)
    assert str(caught.value) == f"{path}:2:6: not UTF-8: byte 17 is 0xe9"
