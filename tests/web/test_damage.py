"""A file of saved games may be damaged in any way: what can be saved is, and it is told."""

import logging
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import pytest

from cluetree.interfaces.web.kept_session import KeptSession
from cluetree.interfaces.web.salvage import Saved
from cluetree.interfaces.web.store import Store, StoreError
from tests.web.client import line
from tests.web.record import LINES, SET_UP
from tests.web.test_kept_session import call, log

GAMES: Final = ("friday", "saturday", "sunday")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games, each with a past and something undone."""
    path = tmp_path_factory.mktemp("whole") / "games.sqlite3"
    with closing(Store(path)) as store:
        session = KeptSession(store)
        for number, game in enumerate(GAMES):
            call(session, "new", game=game, record={**SET_UP, "title": game * 100})
            for entry in LINES[number:] * 4:
                call(session, "tell", game=game, event=entry)
            call(session, "undo", game=game)
        store.add_guest("a digest", 1e12)
    return path


@pytest.fixture
def before(whole: Path) -> dict[str, Saved]:
    with closing(Store(whole)) as store:
        return {game.id: game for game in store.games()}


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "mine" / "games.sqlite3"
    copy.parent.mkdir()
    shutil.copyfile(whole, copy)
    return copy


Damage = Callable[[Path], None]


def flip(*offsets: int) -> Damage:
    def do(path: Path) -> None:
        content = bytearray(path.read_bytes())
        for offset in offsets:
            content[offset] ^= 0xFF
        path.write_bytes(content)

    return do


def flip_in(text: bytes, to: bytes) -> Damage:
    def do(path: Path) -> None:
        content = path.read_bytes()
        assert text in content
        path.write_bytes(content.replace(text, to, 1))

    return do


def cut(share: float) -> Damage:
    return lambda path: os.truncate(path, int(share * path.stat().st_size))


def zero(page: int) -> Damage:
    def do(path: Path) -> None:
        content = path.read_bytes()
        path.write_bytes(content[: page * 4096] + bytes(4096) + content[(page + 1) * 4096 :])

    return do


def sql(*statements: str) -> Damage:
    def do(path: Path) -> None:
        with closing(sqlite3.connect(path)) as file:
            file.execute("PRAGMA writable_schema = ON")
            file.execute("PRAGMA ignore_check_constraints = ON")
            for statement in statements:
                file.execute(statement)
            file.commit()

    return do


def loose(change: str) -> Damage:
    """Change the games after their constraints were taken away."""
    return sql(
        "CREATE TABLE other AS SELECT * FROM games",
        "DROP TABLE games",
        "ALTER TABLE other RENAME TO games",
        change,
    )


def more(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"more" * 3000)


def another_journal(path: Path) -> None:
    Path(f"{path}-journal").write_bytes(b"x" * 5000)


KINDS: Final[dict[str, Damage]] = {
    "magic": flip(0, 5),
    "page size": flip(16),
    "write version": flip(18),
    "read version": flip(19),
    "reserved": flip(20),
    "fractions": flip(21),
    "size in pages": flip(28, 29),
    "free list": flip(35),
    "schema format": flip(47),
    "encoding": flip(59),
    "user version": flip(63),
    "kind of the first page": flip(100),
    "number of tables": flip(104),
    "a pointer to a cell": flip(108),
    "words of the schema": flip_in(b"CREATE TABLE edits", b"CREATE TABBE edits"),
    "name of a table": flip_in(b"edits", b"edjts"),
    "half of it": cut(0.5),
    "nine tenths of it": cut(0.9),
    "a hundred bytes": lambda path: os.truncate(path, 100),
    "one page": lambda path: os.truncate(path, 4096),
    "nothing": lambda path: os.truncate(path, 0),
    "more behind": more,
    **{f"page {page} of zeros": zero(page) for page in range(8)},
    "another journal": another_journal,
    "no games": sql("DROP TABLE games"),
    "no edits": sql("DROP TABLE edits"),
    "no guests": sql("DROP TABLE guests"),
    "no done": sql("ALTER TABLE games DROP COLUMN done"),
    "no version": sql("ALTER TABLE games DROP COLUMN version"),
    "no record": sql("ALTER TABLE games DROP COLUMN record"),
    "no id": loose("ALTER TABLE games DROP COLUMN id"),
    "no edit": sql("ALTER TABLE edits DROP COLUMN edit"),
    "version of words": sql("UPDATE games SET version = 'many' WHERE place = 1"),
    "version below nought": sql("UPDATE games SET version = -1"),
    "version without end": sql("UPDATE games SET version = 1e300"),
    "done of words": sql("UPDATE games SET done = 'all' WHERE place = 2"),
    "too much done": sql("UPDATE games SET done = 99"),
    "a record of nothing": sql("UPDATE games SET record = 'null' WHERE place = 2"),
    "a record without fields": sql("UPDATE games SET record = '{}' WHERE place = 2"),
    "half a record": sql("UPDATE games SET record = substr(record, 1, 300) WHERE place = 2"),
    "a record of bytes": sql("UPDATE games SET record = x'00ff' WHERE place = 2"),
    "a record that is no text": sql("UPDATE games SET record = CAST(x'7bff' AS TEXT)"),
    "a null record": loose("UPDATE games SET record = NULL WHERE place = 2"),
    "a null id": loose("UPDATE games SET id = NULL"),
    "an id of bytes": sql("UPDATE games SET id = x'00' WHERE place = 1"),
    "an id twice": loose("UPDATE games SET id = 'friday'"),
    "an edit of words": sql("UPDATE edits SET edit = 'no' WHERE game = 'sunday'"),
    "an edit of numbers": sql("UPDATE edits SET edit = 5"),
    "an edit that leads elsewhere": sql("UPDATE edits SET edit = replace(edit, 'Eve', 'Bob')"),
    "edits of nobody": sql("UPDATE edits SET game = 'nobody' WHERE game = 'friday'"),
    "edits in disorder": sql("UPDATE edits SET number = 1000 - number WHERE game = 'friday'"),
    "a player in events alone": flip_in(b'"by": "Bob"', b'"by": "Bod"'),
}


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.WARNING, "cluetree.web"):
        yield caplog


def verify(path: Path, before: dict[str, Saved], told: pytest.LogCaptureFixture) -> None:
    """Open a file, which goes well or is refused; and what is lost is told and kept."""
    damaged = path.read_bytes()
    refused, opened = "", None
    try:
        opened = Store(path)
    except StoreError as error:
        refused = str(error)
    if opened is None:
        assert str(path) in refused
        assert path.read_bytes() == damaged, "it is left as it is"
        assert [each.name for each in path.parent.iterdir() if "damaged" in each.name] == []
        return
    with closing(opened) as store:
        session = KeptSession(store)
        same = {name: before[name] for name in before} == session.saved
        if not same and damaged:
            assert str(path) in told.text
            assert "the damaged file is kept as" in told.text
        if told.text:
            kept = path.with_name(f"{path.name}.damaged-1")
            assert kept.read_bytes() == damaged
            assert kept.stat().st_mode & 0o077 == 0
            assert all(name in told.text for name in session.saved)
        for name in session.saved:
            call(session, "tell", game=name, event=LINES[0])
        after = {name: log(session, name) for name in session.saved}
    told.clear()
    with closing(Store(path)) as store:
        session = KeptSession(store)
        assert {name: log(session, name) for name in session.saved} == after
        assert told.text == "", "it is whole again"


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_told_and_what_can_be_saved_is(
    kind: str, path: Path, before: dict[str, Saved], told: pytest.LogCaptureFixture
) -> None:
    KINDS[kind](path)
    verify(path, before, told)


@pytest.mark.parametrize("kind", ["magic", "no guests", "more behind"])
def test_where_no_game_is_damaged_none_is_lost(
    kind: str, path: Path, before: dict[str, Saved]
) -> None:
    KINDS[kind](path)
    with closing(Store(path)) as store:
        assert {game.id: game for game in store.games()} == before


def test_there_are_thirty_kinds() -> None:
    assert len(KINDS) >= 30


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_bytes_flipped_anywhere(
    seed: int, whole: Path, tmp_path: Path, before: dict[str, Saved]
) -> None:
    """Whatever is flipped, nothing but a `StoreError` comes out."""
    rng = random.Random(seed)
    for number in range(20):
        path = tmp_path / f"{number}" / "games.sqlite3"
        path.parent.mkdir()
        shutil.copyfile(whole, path)
        flip(*(rng.randrange(path.stat().st_size) for _ in range(rng.choice((1, 3, 30)))))(path)
        with suppress(StoreError), closing(Store(path)) as store:
            session = KeptSession(store)
            assert session.saved.keys() <= before.keys() or "saved 1" in session.saved


@pytest.mark.parametrize(("version", "right"), [(2**53 - 1, True), (2**53, False)])
def test_a_version_that_no_page_could_read_is_damage(
    version: int, right: bool, path: Path, told: pytest.LogCaptureFixture
) -> None:
    sql(f"UPDATE games SET version = {version}")(path)  # noqa: S608 -- our number
    with closing(Store(path)) as store:
        assert {game.version == version for game in store.games()} == {right}
    assert bool(told.text) is not right


def test_two_of_three_games_are_saved(
    path: Path, before: dict[str, Saved], told: pytest.LogCaptureFixture
) -> None:
    KINDS["half a record"](path)
    with closing(Store(path)) as store:
        saved = {game.id: game for game in store.games()}
    assert saved == {name: before[name] for name in ("friday", "sunday")}
    assert "saved: friday, sunday, 1 game lost" in told.text


# While it is in use


@pytest.mark.parametrize("gone", ["file", "folder"])
def test_a_file_that_is_deleted_is_written_anew(
    gone: str, path: Path, told: pytest.LogCaptureFixture
) -> None:
    with closing(Store(path)) as store:
        session = KeptSession(store)
        call(session, "tell", game="friday", event=LINES[0])
        if gone == "file":
            path.unlink()
        else:
            shutil.rmtree(path.parent)
        call(session, "tell", game="friday", event=LINES[0])
        after = session.saved
        assert "was deleted; it has been written anew" in told.text
        copy = path.with_name("copy.sqlite3")
        shutil.copyfile(path, copy)
        with closing(Store(copy)) as other:
            assert {game.id: game for game in other.games()} == after, "at once"
    with closing(Store(path)) as store:
        assert {game.id: game for game in store.games()} == after
        assert path.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="elsewhere folders need not be synced")
def test_a_new_file_is_in_its_folder_whatever_happens_to_the_machine(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = list[int]()
    with closing(Store(path)) as store:
        session = KeptSession(store)
        path.unlink()
        monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_ino))
        call(session, "tell", game="friday", event=LINES[0])
        assert synced == [path.parent.stat().st_ino]


@pytest.mark.skipif(os.name != "posix", reason="limits as they are on POSIX")
def test_a_full_disk_is_noticed_before_the_first_change(path: Path) -> None:
    resource = pytest.importorskip("resource")
    before, (soft, hard) = path.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(StoreError, match=r"games\.sqlite3"):
            Store(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == before


def test_a_file_that_is_deleted_at_the_end_is_there_after_it(path: Path) -> None:
    with closing(Store(path)) as store:
        session = KeptSession(store)
        call(session, "tell", game="friday", event=LINES[0])
        after = session.saved
        path.unlink()
    with closing(Store(path)) as store:
        assert {game.id: game for game in store.games()} == after


def test_a_file_that_is_replaced_is_not_written_over(path: Path, whole: Path) -> None:
    with suppress(StoreError), closing(Store(path)) as store:
        session = KeptSession(store)
        call(session, "tell", game="friday", event=LINES[0])
        after = session.saved
        other = path.with_name("other")
        shutil.copyfile(whole, other)
        other.replace(path)
        content = path.read_bytes()
        with pytest.raises(StoreError, match="another file has taken its place"):
            session.handle(line("tell", game="friday", event=LINES[0]).encode())
    assert path.read_bytes() == content
    with closing(Store(path.with_name(f"{path.name}.replaced-1"))) as store:
        assert {game.id: game for game in store.games()} == after


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    for name, content in (("notes.txt", b"no games " * 1000), ("a.bin", bytes(9000))):
        path = tmp_path / name
        path.write_bytes(content)
        path.chmod(0o644)
        with pytest.raises(StoreError, match=name):
            Store(path)
        assert path.read_bytes() == content
        assert path.stat().st_mode & 0o777 == 0o644
    assert len(list(tmp_path.iterdir())) == 2


# Who may read it


@pytest.mark.skipif(os.name != "posix", reason="permissions as they are on POSIX")
def test_nobody_else_may_read_the_games(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        path = tmp_path / "new" / "games.sqlite3"
        with closing(Store(path)) as store:
            call(KeptSession(store), "new", record=SET_UP)
            modes = [each.stat().st_mode & 0o777 for each in path.parent.iterdir()]
            assert set(modes) == {0o600}
            assert path.parent.stat().st_mode & 0o777 == 0o700
        path.chmod(0o644)
        with closing(Store(path)):
            assert path.stat().st_mode & 0o777 == 0o600
        assert tmp_path.stat().st_mode & 0o777 != 0o600, "a folder that is there stays as it is"
    finally:
        os.umask(before)
