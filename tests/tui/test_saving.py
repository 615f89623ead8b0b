"""Saving: typed events and changes by other programs are never lost."""

import shutil
from pathlib import Path

import pytest
from textual.widgets import Input

from cluetree import Notebook, RecordError, record
from cluetree.notebook.game_file import GameFile, typed_path
from tests.tui.driving import FRIDAY, person, with_keyboard


def opened(path: Path) -> tuple[GameFile, Notebook]:
    """Open a file, and change its game."""
    file = GameFile(path)
    book = file.open()
    assert book is not None
    assert file.keep(book) is None, "nothing has changed"
    book.lacks("Mina", "Study")
    return file, book


@pytest.mark.parametrize("name", ["game.clue", "game.json"])
def test_hash_in_a_title_is_not_a_comment(name: str, tmp_path: Path) -> None:
    book = Notebook.load(FRIDAY)
    Notebook(book.table, book.events, title="Game #2").save(tmp_path / name)
    file, book = opened(tmp_path / name)
    assert file.keep(book) is None
    assert record.load(tmp_path / name) == book.record


def test_file_with_comments_is_copied_first(path: Path) -> None:
    file, book = opened(path)
    assert path.read_bytes() == FRIDAY.read_bytes()
    copy = file.keep(book)
    assert copy is not None
    assert copy.read_bytes() == FRIDAY.read_bytes()
    assert record.load(path) == book.record
    book.lacks("Tom", "Lounge")
    assert file.keep(book) is None, "the comments are gone"
    shutil.copy(FRIDAY, path)
    again, book = opened(path)
    assert again.keep(book) not in {None, copy}, "the first copy stays"


def test_file_that_another_program_changed_is_not_overwritten(path: Path) -> None:
    file, book = opened(path)
    path.write_text("edition clue-us\nplayers Ann 9, Bob 9\n", "utf-8")
    with pytest.raises(RecordError, match="another program has changed the file"):
        file.keep(book)
    assert "Bob" in path.read_text("utf-8")
    assert not file.has(book)
    other = path.with_name("other.json")
    file.move(other, book)
    assert file.has(book)
    assert Notebook.load(other).record == book.record


def test_deleted_file_is_written_again(path: Path) -> None:
    file, book = opened(path)
    path.unlink()
    file.keep(book)
    assert record.load(path) == book.record


def test_game_is_not_moved_to_an_existing_or_impossible_file(path: Path) -> None:
    file, book = opened(path)
    file.keep(book)
    there = path.with_name("there.clue")
    there.write_text("mine", "utf-8")
    with pytest.raises(RecordError, match="the file exists already"):
        file.move(there, book)
    assert there.read_text("utf-8") == "mine"
    with pytest.raises(RecordError, match="cannot read the file: file name too long"):
        file.move(path.with_name(f"{'x' * 300}.clue"), book)
    assert file.path == path
    assert file.has(book)


def test_file_that_cannot_be_copied_is_not_overwritten(path: Path) -> None:
    file, book = opened(path)
    path.with_name("friday.clue.1.bak").symlink_to("nowhere")
    with pytest.raises(RecordError, match="cannot copy the file: file exists"):
        file.keep(book)
    assert path.read_bytes() == FRIDAY.read_bytes()


def test_game_without_a_file_is_not_saved(tmp_path: Path) -> None:
    file = GameFile()
    assert not file.name
    assert file.open() is None
    book = Notebook.load(FRIDAY)
    assert file.keep(book) is None
    assert not file.has(book)
    with pytest.raises(RecordError, match="cannot read the file: is a directory"):
        GameFile(tmp_path).open()


def test_typed_path_may_begin_in_a_home_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert typed_path(" ~/game.clue ") == Path("/home/ann/game.clue")
    nobody = Path("~nobody of this name/game.clue")
    assert typed_path(str(nobody)) == nobody


def put_a_folder_there(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.slow
@with_keyboard
async def test_failure_to_save_is_shown(path: Path) -> None:
    async with person(path) as user:
        put_a_folder_there(path)
        await user.type("Mina lacks Study\n")
        assert "not saved" in user.text("#entry .hint")
        assert "✗ not saved friday.clue" in user.text("#heading")
        assert len(user.book) == 28, "the entry is in the log all the same"
        await user.press("ctrl+q")
        assert user.app.is_running
        assert "the game is not saved" in user.text("#entry .hint")
        await user.press("ctrl+s")
        assert "│  Save as" in user.shown()
        await user.press("ctrl+u")
        await user.type("friday.txt\n")
        assert "must end in .json or .clue" in user.text("SaveAs .error")
        await user.press("ctrl+u")
        await user.type("~nobody of this name/friday.clue\n")
        assert "cannot write the file" in user.text("SaveAs .error")
        await user.press("ctrl+u")
        other = path.with_name("other.clue")
        await user.type(f"{other}\n")
        assert record.load(other) == user.book.record
        assert "✓ saved in other.clue" in user.text("#heading")
        await user.type("Tom lacks Lounge\n")
        assert len(record.load(other).events) == 29
        await user.press("ctrl+q")
        assert not user.app.is_running


@pytest.mark.slow
@with_keyboard
async def test_copy_is_reported_and_save_as_accepts_the_same_file(path: Path) -> None:
    async with person(path) as user:
        await user.type("Mina lacks Study\n")
        assert "friday.clue.1.bak" in user.text("#entry .hint")
        await user.press("ctrl+s")
        assert user.app.screen.query_one(Input).value == str(path)
        await user.press("enter")
        assert f"✓ Saved in {path}." in user.text("#entry .hint")
        assert record.load(path) == user.book.record


@pytest.mark.slow
@with_keyboard
async def test_quitting_without_a_file_takes_two_keys() -> None:
    async with person(None) as user:
        for field in ("\n", "\n", "Ann, Bob\n", "\n", "\n", "\n", "\n"):
            await user.type(field)
        await user.press("ctrl+u")
        await user.type("\n")
        await user.press("ctrl+q")
        assert user.app.is_running
        assert "✗ not saved" in user.text("#heading")
        await user.press("ctrl+q")
        assert not user.app.is_running
