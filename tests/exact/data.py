"""The stored positions and cases, read."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec

from cluetree import ClueCard, SolverTree, record
from cluetree.claims import Fact
from cluetree.evidence import Evidence
from cluetree.record import Record

TESTS: Final = Path(__file__).parent.parent
FAMILIES: Final = ("c3", "c4", "c5", "c6", "m6", "m10")


class StateLine(msgspec.Struct):
    """One line of a file of states."""

    family: str
    turn: int
    record: msgspec.Raw
    deals: int | None = None
    triples: int | None = None
    chances: dict[str, dict[str, float]] | None = None
    gains: list[float] | None = None


@dataclass(frozen=True, eq=False)
class State:
    """A position of a real game with its right numbers, where they are known."""

    line: StateLine
    place: str
    """The file and the line."""

    @cached_property
    def record(self) -> Record:
        return record.loads_json(bytes(self.line.record).decode())

    @property
    def cell(self) -> tuple[str, int]:
        """The family and the turn."""
        return self.line.family, self.line.turn

    @cached_property
    def gathered(self) -> Evidence:
        return Evidence.gather(self.record)

    @cached_property
    def pruned(self) -> Evidence:
        return SolverTree.at(self.record).evidence()


def states(*families: str) -> Iterator[State]:
    """Yield the stored positions of some families, or of all."""
    for family in families or FAMILIES:
        path = TESTS / "states" / f"{family}.jsonl"
        for number, line in enumerate(path.read_bytes().splitlines(), start=1):
            yield State(msgspec.json.decode(line, type=StateLine), f"{path.name}:{number}")


class Truth(msgspec.Struct):
    """The real deal behind a case."""

    envelope: list[str]
    hands: dict[str, list[str]]


class Checkpoint(msgspec.Struct):
    """The evidence after the first events."""

    after: int
    envelope: list[str] | None
    envelope_triples: int
    determined: list[str | None]


class Expected(msgspec.Struct, forbid_unknown_fields=True):
    """The stored answers of a case."""

    consistent: bool
    deals: int
    triples: int
    envelope: list[str | None] | None = None
    holds: list[tuple[str, str]] = []
    lacks: list[tuple[str, str]] = []
    one_of: list[tuple[str, list[str]]] = []
    unknown: list[tuple[str, str]] = []
    probabilities: list[tuple[str, str, str, float]] = []
    checkpoints: list[Checkpoint] = []
    truth: Truth | None = None
    minimal_conflicts: list[list[int]] | None = None
    wrong_entries: list[int] = []


class CaseFile(msgspec.Struct):
    """One file of a case."""

    record: msgspec.Raw
    expect: Expected


@dataclass(frozen=True, eq=False)
class Case:
    """A real record and its right answers."""

    path: Path

    @cached_property
    def _file(self) -> CaseFile:
        return msgspec.json.decode(self.path.read_bytes(), type=CaseFile)

    @property
    def expect(self) -> Expected:
        return self._file.expect

    @cached_property
    def text(self) -> str:
        """The record as JSON."""
        return bytes(self._file.record).decode()

    @cached_property
    def record(self) -> Record:
        return record.loads_json(self.text)

    def card(self, name: str) -> ClueCard:
        return self.record.table.edition.card(name)

    def place(self, name: str) -> str:
        return name.replace("ENVELOPE", "envelope")

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """Every certain fact."""
        return frozenset(
            Fact(self.place(player), self.card(card), holds)
            for pairs, holds in ((self.expect.holds, True), (self.expect.lacks, False))
            for player, card in pairs
        )


CASES: Final = tuple(Case(path) for path in sorted((TESTS / "cases").glob("*.json")))
CONSISTENT: Final = tuple(case for case in CASES if case.expect.consistent)
IMPOSSIBLE: Final = tuple(case for case in CASES if not case.expect.consistent)


def is_close(exact: float, rounded: float) -> bool:
    """Say whether a chance is the one that was stored, rounded to nine digits."""
    return math.isclose(exact, rounded, rel_tol=0, abs_tol=1e-9)
