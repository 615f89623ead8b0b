"""A store of played games: a text file with a line of JSON for each game.

A tournament is identified by its description, so it can be resumed and extended later. A killed
program leaves at most half a line at the end, which the next one cuts off.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from cluetree.errors import ResultsError
from cluetree.play.supervised import Conduct


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
    gambles: tuple[float | None, ...] = ()
    """By seat, the chance that the player declared for an accusation without proof, if any."""
    conduct: tuple[Conduct, ...] = field(default=(), compare=False)
    """How the agents behaved, by seat."""

    def __post_init__(self) -> None:
        if self.winner is not None and not 0 <= self.winner < len(self.seating):
            raise ValueError(f"winner must be a seat of the {len(self.seating)}, got {self.winner}")


class _Line(msgspec.Struct, frozen=True):
    tournament: str
    game: Played


_START: Final = b'{"tournament":'
"""How every line begins."""
# Made at import: building msgspec decoders of one class in two threads at once is not safe.
_LINE: Final = msgspec.json.Decoder(_Line)


class ResultStore:
    """Games of any number of tournaments, in a file or, without a path, in memory.

    One process writes at a time.

    Raises:
        ResultsError: If the file cannot be read or written, or a line is damaged; an invalid file
            is not changed.
    """

    def __init__(self, path: str | Path | None = None):
        self.path: Final = None if path is None else Path(path)
        self._lines: list[_Line] = []
        if self.path is not None:
            try:
                self.path.touch()
                self._lines += _read(self.path)
            except OSError as error:
                raise ResultsError(f"{path}: {error.strerror}") from error

    def add(self, fingerprint: str, game: Played) -> None:
        """Add a game of the tournament with this description."""
        line = _Line(_id(fingerprint), game)
        self._lines.append(line)
        if self.path is not None:
            try:
                with self.path.open("ab") as file:
                    file.write(msgspec.json.encode(line) + b"\n")
            except OSError as error:
                raise ResultsError(f"{self.path}: {error.strerror}") from error

    def games(self, fingerprint: str) -> Iterator[Played]:
        """Yield the games of a tournament, in the order of playing."""
        name = _id(fingerprint)
        return (line.game for line in self._lines if line.tournament == name)


def _read(path: Path) -> list[_Line]:
    """Return the games of a file, and cut off half a line at its end."""
    whole = path.read_bytes()
    *lines, rest = whole.split(b"\n")
    games: list[_Line] = []
    for number, line in enumerate(lines, start=1):
        try:
            games.append(_LINE.decode(line))
        except msgspec.DecodeError as error:
            raise ResultsError(f"{path}: line {number} must be a game: {error}") from error
    if rest and rest[: len(_START)] != _START[: len(rest)]:
        raise ResultsError(f"{path}: line {len(lines) + 1} must be a game")
    if rest:
        with path.open("r+b") as file:
            file.truncate(len(whole) - len(rest))
    return games


def _id(fingerprint: str) -> str:
    return hashlib.blake2b(fingerprint.encode(), digest_size=8).hexdigest()
