"""The directory of saved games: damage, deletion, other programs, a full disk."""

import errno
import json
import logging
import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings

from cluetree.interfaces.web import store as store_module
from cluetree.interfaces.web.persistent_session import PersistentSession
from cluetree.interfaces.web.saved_game import SavedGame, dumps, loads
from cluetree.interfaces.web.store import Store, StoreError
from cluetree.notebook import Notebook
from cluetree.operations import games as operations_games
from cluetree.record import Record
from tests.strategies import Told, told_anyhow
from tests.web.client import line
from tests.web.record import LINES, SET_UP
from tests.web.test_persistent_session import call, log

GAMES: Final = ("friday", "saturday", "sunday")

posix = pytest.mark.skipif(os.name != "posix", reason="as on POSIX")


def saved(book: Notebook) -> SavedGame:
    return SavedGame("g", 7, book.to_json().strip(), book.table, book.history, 1.5)


@settings(max_examples=25)
@given(told_anyhow())
def test_saved_game_is_read_back_equal(told: Told) -> None:
    book = Notebook(told.table)
    for event in told.events:
        book.tell(event)
    if len(book):
        book.delete(1)
    book.set_up(Record(told.table, book.events, "again"))
    book.undo()
    for _ in range(3):
        assert loads(dumps(saved(book))) == (saved(book), True)
        book.undo()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games, each with changes that were undone."""
    path = tmp_path_factory.mktemp("whole") / "games"
    with closing(Store(path)) as store:
        session = PersistentSession(store)
        for number, game in enumerate(GAMES):
            call(session, "new", game=game, record={**SET_UP, "title": game})
            for entry in LINES[number:] * 4:
                call(session, "tell", game=game, event=entry)
            call(session, "undo", game=game)
        store.add_guest("a digest", 1e12)
    return path


@pytest.fixture
def before(whole: Path) -> dict[str, SavedGame]:
    with closing(Store(whole)) as store:
        return store.games


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return shutil.copytree(whole, tmp_path / "mine" / "games")


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.WARNING, "cluetree.web"):
        yield caplog


def file_of(path: Path, game: str = "saturday") -> Path:
    (found,) = path.glob(f"{game}-*.game.json")
    return found


# Damage

Damage = Callable[[bytes], bytes]


def field(name: str, value: object) -> Damage:
    def change(content: bytes) -> bytes:
        return json.dumps({**json.loads(content), name: value}).encode()

    return change


def without(name: str) -> Damage:
    def change(content: bytes) -> bytes:
        return json.dumps({k: v for k, v in json.loads(content).items() if k != name}).encode()

    return change


LOST: Final[dict[str, Damage]] = {
    "nothing": lambda _: b"",
    "half of it": lambda content: content[: len(content) // 2],
    "bytes": lambda _: bytes(range(256)),
    "zeros": lambda content: bytes(len(content)),
    "nesting": lambda _: b"[" * 100_000,
    "a list": lambda _: b"[]",
    "no record": without("record"),
    "no game": without("game"),
    "an empty record": field("record", {}),
    "a player that does not exist": lambda content: content.replace(b'"by": "Bob"', b'"by": "Bod"'),
    "a version in words": field("version", "many"),
    "a negative version": field("version", -1),
    "a version that no page can read": field("version", 2**53),
    "another game's id": field("game", "friday"),
}
WITHOUT_HISTORY: Final[dict[str, Damage]] = {
    "too much done": field("done", 99),
    "no logs": field("logs", []),
    "a log of nothing": field("logs", [None]),
    "changes that lead elsewhere": field("changes", [[5, 1, 0, False]]),
    "changes of set-ups that are missing": field("changes", [[0, 0, 0, True]]),
}


@pytest.mark.parametrize("kind", LOST)
def test_damaged_file_is_set_aside_and_the_other_games_stay(
    kind: str, path: Path, before: dict[str, SavedGame], said: pytest.LogCaptureFixture
) -> None:
    file = file_of(path)
    damaged = LOST[kind](file.read_bytes())
    file.write_bytes(damaged)
    file.chmod(0o644)
    with closing(Store(path)) as store:
        assert store.games == {name: before[name] for name in ("friday", "sunday")}
        call(PersistentSession(store), "new", game="saturday", record=SET_UP)
    (aside,) = path.glob("*.aside-*")
    assert aside.read_bytes() == damaged
    assert aside.stat().st_mode & 0o077 == 0
    assert len(said.messages) == 1
    assert str(aside.name) in said.text
    with closing(Store(path)) as store:
        assert [*store.games] == ["friday", "sunday", "saturday"]
    assert len(said.messages) == 1


@pytest.mark.parametrize("kind", WITHOUT_HISTORY)
def test_damaged_history_only_prevents_undo(
    kind: str, path: Path, before: dict[str, SavedGame], said: pytest.LogCaptureFixture
) -> None:
    file = file_of(path)
    file.write_bytes(WITHOUT_HISTORY[kind](file.read_bytes()))
    with closing(Store(path)) as store:
        assert store.games.keys() == before.keys()
        record = json.loads(store.games["saturday"].record)
        assert record == json.loads(before["saturday"].record)
        session = PersistentSession(store)
        assert not call(session, "undo", game="saturday")["changed"]
        call(session, "tell", game="saturday", event=LINES[0])
    assert "cannot be undone any more" in said.text
    with closing(Store(path)) as store:
        assert call(PersistentSession(store), "undo", game="saturday")["changed"]
    assert len([*path.glob("*.aside-*")]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_changed_bytes_affect_at_most_one_game(seed: int, whole: Path, tmp_path: Path) -> None:
    rng = random.Random(seed)
    for number in range(40):
        path = shutil.copytree(whole, tmp_path / f"{number}")
        content = bytearray(file_of(path).read_bytes())
        for _ in range(rng.choice((1, 3, 30))):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        file_of(path).write_bytes(content)
        with closing(Store(path)) as store:
            assert {"friday", "sunday"} <= store.games.keys()


@posix
def test_target_of_a_damaged_link_keeps_its_mode(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("mine", "utf-8")
    target.chmod(0o644)
    file_of(path).unlink()
    (path / "saturday-0.game.json").symlink_to(target)
    Store(path).close()
    assert target.stat().st_mode & 0o777 == 0o644
    assert len([*path.glob("*.aside-*")]) == 1


def test_of_too_many_games_the_latest_are_read(
    path: Path, said: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (store_module, operations_games):
        monkeypatch.setattr(module, "MOST_GAMES", 2)
    file, content = file_of(path, "friday"), file_of(path, "friday").read_bytes()
    with closing(Store(path)) as store:
        session = PersistentSession(store)
        assert [*session.versions] == ["saturday", "sunday"]
        assert said.messages == [f"{file.name} is not read: 2 games are the maximum"]
        call(session, "close", game="sunday")
        assert file.read_bytes() == content
        call(session, "new", game="friday", record=SET_UP)
    (aside,) = path.glob("*.aside-*")
    assert aside.read_bytes() == content, "not overwritten"


def test_file_of_a_newer_version_is_left_alone(path: Path, said: pytest.LogCaptureFixture) -> None:
    file = file_of(path)
    newer = field("format", 2)(file.read_bytes())
    file.write_bytes(newer)
    with closing(Store(path)) as store:
        assert "saturday" not in store.games
        assert "format 2 is newer than 1" in said.text
        assert file.read_bytes() == newer
        call(PersistentSession(store), "new", game="saturday", record=SET_UP)
    (aside,) = path.glob("*.aside-*")
    assert aside.read_bytes() == newer, "not overwritten"


def test_path_must_not_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "games").touch()
    with pytest.raises(StoreError, match="games are saved in a directory, and this is a file"):
        Store(tmp_path / "games")


def test_damaged_guests_are_set_aside(path: Path, said: pytest.LogCaptureFixture) -> None:
    (path / "guests.json").write_bytes(b"[")
    with closing(Store(path)) as store:
        assert store.guests(0) == {}
        store.add_guest("another", 2)
        assert store.guests(1) == {"another": 2}
    assert "guests.json.aside-1" in said.text


def test_drafts_of_a_killed_program_are_removed_and_other_files_are_not(path: Path) -> None:
    others = {path / name for name in ("notes.json", "x.game.json.tmp", ".notes.json.1.tmp")}
    drafts = {path / name for name in (".x.game.json.1.tmp", ".guests.json.1.tmp")}
    for file in others | drafts:
        file.write_text("{", "utf-8")
    Store(path).close()
    assert (others | drafts) & {*path.iterdir()} == others


# During use


@pytest.mark.parametrize("gone", ["file", "directory"])
def test_file_that_is_deleted_is_written_again(
    gone: str, path: Path, said: pytest.LogCaptureFixture
) -> None:
    with closing(Store(path)) as store:
        session = PersistentSession(store)
        if gone == "file":
            file_of(path).unlink()
        else:
            shutil.rmtree(path)
        call(session, "tell", game="friday", event=LINES[0])
        after = session.saved
        assert "files were missing and are written again" in said.text
        file_of(path).unlink()
    with closing(Store(path)) as store:
        assert store.games == after


def test_file_that_another_program_wrote_is_not_overwritten(path: Path) -> None:
    with closing(Store(path)) as store:
        session = PersistentSession(store)
        file_of(path).write_text("mine", "utf-8")
        call(session, "tell", game="saturday", event=LINES[0])
        after = session.saved
    (aside,) = path.glob("*.aside-*")
    assert aside.read_text("utf-8") == "mine"
    with closing(Store(path)) as store:
        assert store.games == after


@posix
def test_acknowledged_change_is_on_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = list[int]()
    with closing(Store(path)) as store:
        session = PersistentSession(store)
        monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_ino))
        call(session, "tell", game="friday", event=LINES[0])
        assert synced == [file_of(path, "friday").stat().st_ino, path.stat().st_ino]


def test_full_disk_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with closing(Store(path)) as store:
        session = PersistentSession(store)
        files = {file.name: file.read_bytes() for file in path.iterdir()}
        before = session.saved
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(StoreError, match="games: no space left"):
                session.handle(line("tell", game="friday", event=LINES[0]).encode())
        assert session.saved == before
        assert {file.name: file.read_bytes() for file in path.iterdir()} == files
        call(session, "tell", game="friday", event=LINES[0])
        assert session.versions["friday"] == before["friday"].version + 1


def test_directory_is_locked(path: Path) -> None:
    with closing(Store(path)), pytest.raises(StoreError, match="another program uses it"):
        Store(path)
    Store(path).close()


@posix
@pytest.mark.parametrize("lost", [lambda path: (path / ".lock").unlink(), shutil.rmtree])
def test_nothing_is_written_once_another_program_has_taken_the_directory(
    lost: Callable[[Path], None], path: Path
) -> None:
    first = Store(path)
    session, before = PersistentSession(first), first.games
    lost(path)
    with closing(Store(path)):
        files = {file: file.read_bytes() for file in path.iterdir()}
        with pytest.raises(StoreError, match="another program has taken it; restart this one"):
            session.handle(line("tell", game="friday", event=LINES[0]).encode())
        for change in (lambda: first.add_guest("x", 1), lambda: first.guests(1e13), first.close):
            with pytest.raises(StoreError, match="has taken it"):
                change()
        assert session.saved == before
        assert {file: file.read_bytes() for file in path.iterdir()} == files


@posix
def test_only_the_user_can_read_the_games(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        path = tmp_path / "new" / "games"
        with closing(Store(path)) as store:
            call(PersistentSession(store), "new", game="../../A b/Ü", record=SET_UP)
            store.add_guest("digest", 1)
            assert {each.stat().st_mode & 0o777 for each in path.iterdir()} == {0o600}
            assert path.stat().st_mode & 0o777 == 0o700
            assert len([*path.glob("a-b-*.game.json")]) == 1
        assert log_of(path) == []
    finally:
        os.umask(before)


def log_of(path: Path) -> list[str]:
    with closing(Store(path)) as store:
        return log(PersistentSession(store), "../../A b/Ü")
