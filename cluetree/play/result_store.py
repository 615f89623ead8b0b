"""A store of games played, in one SQLite file that survives whatever stops the program.

A game is written whole or not at all, and a tournament is known by what it is made of, so that it
goes on where it stopped, and can be given more deals later.
"""

import hashlib
import json
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

import msgspec

from cluetree.errors import ResultsError
from cluetree.play.conduct import Conduct
from cluetree.record import Record, dumps_json, loads_json

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tournament (
    id TEXT PRIMARY KEY, made_of TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS played (
    tournament TEXT NOT NULL REFERENCES tournament, deal INTEGER NOT NULL, seating TEXT NOT NULL,
    winner INTEGER, turns INTEGER NOT NULL, unproven TEXT NOT NULL, conduct TEXT NOT NULL,
    record TEXT,
    PRIMARY KEY (tournament, deal, seating)
);
"""
_OF_OLD: Final = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'game'"

_SQLITE: Final = b"SQLite format 3\0"
"""How every file of SQLite begins."""


@dataclass(frozen=True, slots=True, order=True)
class Unproven:
    """An accusation that was wrong, or that its player has called a gamble, right or wrong."""

    seat: int
    """Who accused, from 0."""
    chance: float | None = None
    """How likely the player took it to be right, from 0 to 1, if that was said."""


# Made before there are threads, as all of msgspec's.
_UNPROVEN: Final = msgspec.json.Decoder(tuple[Unproven, ...])
_CONDUCT: Final = msgspec.json.Decoder(tuple[Conduct, ...])


@dataclass(frozen=True, slots=True, order=True)
class Played:
    """How one game of a tournament came out."""

    deal: int
    """Which deal, from 0; games of one deal have the same cards at the same seats."""
    seating: tuple[str, ...]
    """Who sat where, by the entrants' names."""
    winner: int | None
    """The winner's seat, from 0; `None` if nobody won."""
    turns: int
    """How many suggestions were made."""
    unproven: tuple[Unproven, ...] = ()
    """The accusations without proof, by seat."""
    conduct: tuple[Conduct, ...] = field(default=(), compare=False)
    """How the agents behaved, by seat; none if that was not kept."""
    record: Record | None = field(default=None, compare=False)
    """The whole game, if it is to be kept; `ResultStore.records` gives it back."""

    @property
    def won_by(self) -> str | None:
        """The winner's name, or `None`."""
        return None if self.winner is None else self.seating[self.winner]


class ResultStore:
    """Games of any number of tournaments, in a file or, without a path, in memory.

    One process writes; others may read meanwhile.

    Raises:
        ResultsError: If the file cannot be opened or is no such store.
    """

    def __init__(self, path: str | Path | None = None):
        self._path = ":memory:" if path is None else str(path)
        with self._told():
            self._database = sqlite3.connect(self._path)
            if self._database.execute(_OF_OLD).fetchone() is not None:
                self._database.close()
                raise ResultsError(
                    f"{self._path}: an older version kept these games, in a form that is not read "
                    "any more; name another file, and they are played anew there"
                )
            if path is not None:
                self._database.execute("PRAGMA journal_mode = WAL")
            self._database.executescript(_SCHEMA)

    @staticmethod
    def is_at(path: str | Path) -> bool:
        """Say whether there is a file that begins as a store does."""
        try:
            with Path(path).open("rb") as file:
                return file.read(len(_SQLITE)) == _SQLITE
        except OSError:
            return False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was added stays."""
        self._database.close()

    def open(self, made_of: str) -> str:
        """Return the id of the tournament that is made of this, entering it if it is new."""
        name = hashlib.blake2b(made_of.encode(), digest_size=8).hexdigest()
        with self._told(), self._database:
            self._database.execute(
                "INSERT OR IGNORE INTO tournament VALUES (?, ?)", (name, made_of)
            )
        return name

    def add(self, tournament: str, games: Iterable[Played]) -> None:
        """Enter games, all of them or, if the program dies meanwhile, none."""
        rows = [
            (
                tournament,
                game.deal,
                json.dumps(game.seating),
                game.winner,
                game.turns,
                _json(game.unproven),
                _json(game.conduct),
                None if game.record is None else dumps_json(game.record),
            )
            for game in games
        ]
        with self._told(), self._database:
            entered = "INSERT OR REPLACE INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            self._database.executemany(entered, rows)

    def games(self, tournament: str) -> Iterator[Played]:
        """Yield the games of a tournament, by deal and seating."""
        asked = """SELECT deal, seating, winner, turns, unproven, conduct FROM played
            WHERE tournament = ? ORDER BY 1, 2"""
        with self._told(), closing(self._database.execute(asked, (tournament,))) as rows:
            for deal, seating, winner, turns, unproven, conduct in rows:
                yield Played(
                    deal,
                    tuple(json.loads(seating)),
                    winner,
                    turns,
                    _UNPROVEN.decode(unproven),
                    _CONDUCT.decode(conduct),
                )

    def records(self) -> Iterator[Record]:
        """Yield the whole games that were kept, of all tournaments, in the order of playing."""
        asked = "SELECT record FROM played WHERE record IS NOT NULL ORDER BY rowid"
        with self._told(), closing(self._database.execute(asked)) as rows:
            for (whole,) in rows:
                yield loads_json(whole, source=self._path)

    @contextmanager
    def _told(self) -> Generator[None, None, None]:
        """Turn what SQLite says into an error that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            raise ResultsError(f"{self._path}: {error}") from error


def _json(parts: object) -> str:
    return msgspec.json.encode(parts).decode()
