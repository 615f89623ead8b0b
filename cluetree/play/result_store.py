"""A store of played games: one SQLite file, in which a killed program leaves only whole games.

A tournament is identified by its description, so it can be resumed and extended later.
"""

import hashlib
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final, Self, TypeAlias

import msgspec
from msgspec import Meta

from cluetree.errors import ClueError, ResultsError
from cluetree.play.conduct import Conduct
from cluetree.record import Record, dumps_json, loads_json

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tournament (
    id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS played (
    tournament TEXT NOT NULL REFERENCES tournament, deal INTEGER NOT NULL, seating TEXT NOT NULL,
    winner INTEGER, turns INTEGER NOT NULL, unproven TEXT NOT NULL, conduct TEXT NOT NULL,
    record TEXT,
    PRIMARY KEY (tournament, deal, seating)
);
"""

_SQLITE: Final = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""

_Count: TypeAlias = Annotated[int, Meta(ge=0)]
_Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


@dataclass(frozen=True, slots=True, order=True)
class Unproven:
    """An accusation that was wrong, or that its player declared to be a gamble."""

    seat: _Count
    """The accuser's seat, from 0."""
    chance: _Share | None = None
    """The probability that the player gave it, if any."""


@dataclass(frozen=True, slots=True, order=True)
class Played:
    """The result of one game of a tournament."""

    deal: int
    """The number of the deal, from 0; its games have the same cards in the same seats."""
    seating: tuple[str, ...]
    """The entrants' names by seat."""
    winner: int | None
    """The winner's seat, from 0; `None` if no player won."""
    turns: int
    """The number of suggestions."""
    unproven: tuple[Unproven, ...] = ()
    """The accusations without proof, by seat."""
    conduct: tuple[Conduct, ...] = field(default=(), compare=False)
    """How the agents behaved, by seat; empty if not recorded."""
    record: Record | None = field(default=None, compare=False)
    """The whole game, if it is to be kept; read back by `ResultStore.records`."""
    evening: int | None = None
    """The number of its evening, if evenings are played. The store does not keep it."""

    @property
    def won_by(self) -> str | None:
        """The winner's name, or `None`."""
        return None if self.winner is None else self.seating[self.winner]

    @property
    def cluster(self) -> int:
        """The number of its evening or else of its deal; games of one cluster are dependent."""
        return self.deal if self.evening is None else self.evening


class _Row(msgspec.Struct, frozen=True, array_like=True):
    """A stored game, checked as far as one row can be."""

    deal: _Count
    seating: tuple[str, ...]
    winner: _Count | None
    turns: _Count
    unproven: tuple[Unproven, ...]
    conduct: tuple[Conduct, ...]

    def __post_init__(self) -> None:
        seats = len(self.seating)
        if max(self.winner or 0, *(one.seat for one in self.unproven), 0) >= seats:
            raise ValueError(f"a seat is beyond the {seats} of the game")
        if len(self.conduct) not in {0, seats}:
            raise ValueError(f"conduct of {len(self.conduct)} agents in {seats} seats")


# Made at import: building msgspec decoders of one class in two threads at once is not safe.
_ROW: Final = msgspec.json.Decoder(_Row)


class ResultStore:
    """Games of any number of tournaments, in a file or, without a path, in memory.

    One process writes; others may read at the same time.

    Raises:
        ResultsError: If the file cannot be opened or is not a store; from methods, if it fails.
        RecordError: From `records`, if a record is damaged.
    """

    def __init__(self, path: str | Path | None = None):
        self.path: Final = ":memory:" if path is None else str(path)
        with self._errors():
            self._database = sqlite3.connect(self.path)
            if path is not None:
                # Survives a killed program; after a power failure the last games may be missing.
                settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"
                self._database.executescript(settings)
            self._database.executescript(_SCHEMA)

    @staticmethod
    def is_at(path: str | Path) -> bool:
        """Return whether there is a file that begins like a store."""
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
        """Close the file."""
        self._database.close()

    def open(self, fingerprint: str) -> str:
        """Return the id of the tournament with this description, and add it if it is new."""
        name = hashlib.blake2b(fingerprint.encode(), digest_size=8).hexdigest()
        with self._errors(), self._database:
            add = "INSERT OR IGNORE INTO tournament VALUES (?, ?)"
            self._database.execute(add, (name, fingerprint))
        return name

    def add(self, tournament: str, games: Iterable[Played]) -> None:
        """Add games: all of them or, if the program is killed, none."""
        rows = [
            (
                tournament,
                game.deal,
                _json(game.seating),
                game.winner,
                game.turns,
                _json(game.unproven),
                _json(game.conduct),
                None if game.record is None else dumps_json(game.record),
            )
            for game in games
        ]
        with self._errors(), self._database:
            insert = "INSERT OR REPLACE INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            self._database.executemany(insert, rows)

    def games(self, tournament: str) -> Iterator[Played]:
        """Yield the games of a tournament, ordered by deal and seating."""
        query = """SELECT json_array(
                deal, json(seating), winner, turns, json(unproven), json(conduct)
            ) FROM played WHERE tournament = ? ORDER BY deal, seating"""
        with self._errors(), closing(self._database.execute(query, (tournament,))) as rows:
            for (row,) in rows:
                yield Played(*msgspec.structs.astuple(_ROW.decode(row)))

    def records(self) -> Iterator[Record]:
        """Yield the whole games that were kept, of all tournaments, in the order of playing."""
        query = "SELECT record FROM played WHERE record IS NOT NULL ORDER BY rowid"
        with self._errors(), closing(self._database.execute(query)) as rows:
            for (record,) in rows:
                yield loads_json(msgspec.convert(record, str), source=self.path)

    @contextmanager
    def _errors(self) -> Generator[None, None, None]:
        """Attach the file name to errors."""
        try:
            yield
        except ClueError:
            raise
        except sqlite3.Error as error:
            raise ResultsError(f"{self.path}: {error}") from error
        except (msgspec.DecodeError, ValueError) as error:
            raise ResultsError(f"{self.path}: a game in it is damaged: {error}") from error


def _json(parts: object) -> str:
    return msgspec.json.encode(parts).decode()
