"""The store of results: complete entries, also after a killed process."""

import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

import pytest

from cluetree.errors import RecordError, ResultsError
from cluetree.play import Rules
from cluetree.play.agents import RandomStateful
from cluetree.play.result_store import Played, ResultStore, Unproven
from cluetree.play.standings import standings
from cluetree.play.tournament import Entrant, Tournament, finished, run

GAMES = (
    Played(0, ("a", "b"), 0, 12),
    Played(0, ("b", "a"), None, 99),
    Played(3, ("a", "b"), 1, 4, (Unproven(0), Unproven(1, 0.75))),
)

# A writer that is stopped in the middle of an entry, as by kill -9.
KILLED = """
import os, sys
from cluetree.play.result_store import Played, ResultStore
store = ResultStore(sys.argv[1])
store.add(store.open("x"), [Played(0, ("a", "b"), 0, 1)])
def more():
    yield Played(1, ("a", "b"), 0, 1)
    os.kill(os.getpid(), 9)
store._database.execute("PRAGMA cache_spill = 1")
store.add(store.open("x"), more())
"""


def test_games_come_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with ResultStore(path) as store:
        name = store.open("a against b")
        store.add(name, reversed(GAMES))
        assert tuple(store.games(name)) == GAMES
    assert list(tmp_path.iterdir()) == [path], "closed, it is one file"
    with ResultStore(path) as again:
        assert again.open("a against b") == name
        assert tuple(again.games(name)) == GAMES


def test_entry_is_stored_completely_or_not_at_all() -> None:
    store = ResultStore()
    name = store.open("x")
    bad = Played(1, ("a", "b"), 0, None)  # type: ignore[arg-type]  # SQLite refuses it, as meant
    with pytest.raises(ResultsError, match="NOT NULL"):
        store.add(name, (*GAMES, bad))
    assert not list(store.games(name))


@pytest.mark.slow
def test_killed_writer_loses_only_the_current_entry(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, timeout=300)
    assert done.returncode == -9
    with ResultStore(path) as store:
        assert tuple(store.games(store.open("x"))) == (Played(0, ("a", "b"), 0, 1),)


def test_error_names_a_file_that_is_not_a_store(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no database " * 100, "utf-8")
    with pytest.raises(ResultsError, match=r"notes\.txt: file is not a database"):
        ResultStore(path)
    assert path.read_text("utf-8").startswith("no database")


ODD: Final = (None, -1, 2, 7.5, "", "x", "[]", "{}", "[1]", '["a"]', "null", b"\xff", 2**62)


@pytest.mark.slow
@pytest.mark.parametrize("table", ["tournament", "played"])
def test_error_names_a_tampered_store(table: str, tmp_path: Path) -> None:
    """With any value in one cell, the games are read or the error names the file."""
    path = tmp_path / "games.db"
    random = Entrant("random", RandomStateful())
    tournament = Tournament((random, random), Rules(players=("Ann", "Bob")), lost_by="random")
    with ResultStore(path) as store:
        run(tournament, 2, store)
    columns = [row[1] for row in sqlite3.connect(path).execute(f"PRAGMA table_info({table})")]
    whole, errors = path.read_bytes(), list[str]()
    for column, value in product(columns, ODD):
        path.write_bytes(whole)
        with closing(sqlite3.connect(path)) as database, suppress(sqlite3.IntegrityError):
            database.execute(f"UPDATE {table} SET {column} = ?", (value,))  # noqa: S608
            database.commit()
        try:
            with ResultStore(path) as store:
                if games := finished(tournament, 2, store):
                    assert standings(games).games
                assert all(record.table for record in store.records())
        except (ResultsError, RecordError) as error:
            errors.append(str(error))
    assert len(errors) > 10 or table == "tournament"
    assert all(str(path) in error for error in errors)


@pytest.mark.slow
def test_error_names_a_damaged_store(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with ResultStore(path) as store:
        store.add(store.open("x"), [Played(n, ("a", "b"), 0, 1) for n in range(200)])
    whole, rng = path.read_bytes(), Random(1)
    for _ in range(60):
        start = rng.randrange(len(whole))
        damage = rng.randbytes(rng.choice((1, 20, 4096)))
        path.write_bytes((whole[:start] + damage + whole[start + len(damage) :])[: len(whole)])
        with suppress(ResultsError), ResultStore(path) as store:
            assert sum(1 for _ in store.games(store.open("x"))) <= 200
