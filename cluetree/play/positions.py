"""Scores of solvers on stored positions whose exact beliefs are known.

A solver is a program that reads a record as one line of JSON and writes one line: an object with
some of the fields of `cluetree solve --json`. Fields that it cannot give are missing or null.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import product
from math import log2
from pathlib import Path
from statistics import fmean, median
from time import perf_counter
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Raw

from cluetree.cards import Category
from cluetree.claims import Fact
from cluetree.errors import ResultsError, UnknownNameError
from cluetree.notebook import Notebook
from cluetree.play.outside.child import Child
from cluetree.record import loads_json
from cluetree.table import ENVELOPE

_STORED: Final = files("cluetree.play") / "positions.jsonl"
_LEAST: Final = 1e-6
"""A smaller chance than this counts as this in the log loss."""
_ANSWERS: Final = ".jsonl"
"""The end of the name of a file with stored answers."""
_NAMED: Final = re.compile(r"([\w.-]+)=(.+)", re.DOTALL)
OURS: Final = "cluetree"
"""The name of cluetree's own solver."""

Pairs: TypeAlias = tuple[tuple[str, str], ...]
Solver: TypeAlias = Callable[[bytes], bytes]
"""Answers a record, as one line each."""


class Solution(msgspec.Struct, frozen=True):
    """A solver's line. Names of places and cards are those of the record."""

    holds: Pairs = ()
    """Pairs of a place (a player or `envelope`) and a card that it holds for certain."""
    lacks: Pairs = ()
    """Pairs of a place and a card that it lacks for certain."""
    probabilities: Mapping[str, Mapping[str, float]] | None = None
    """For each card, the probability of each place; a missing card or place has 0."""
    envelope: tuple[str | None, ...] | None = None
    """The suspect, the weapon and the room; `null` where not certain."""


class Position(msgspec.Struct, frozen=True, dict=True):
    """A stored position with its exact beliefs."""

    record: Raw
    deals: int
    """The number of deals that fit."""
    counts: Mapping[str, tuple[int, ...]]
    """For each place and each card of the deck, the number of deals with the card there."""

    @cached_property
    def book(self) -> Notebook:
        """The position as a notebook."""
        return Notebook.from_record(loads_json(bytes(self.record)))

    def chance(self, fact: Fact) -> float:
        """Return the exact probability of a fact."""
        count = self.counts[fact.player][self.book.table.edition.position[fact.card]]
        return (count if fact.holds else self.deals - count) / self.deals

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """The facts that the events give, without those of the set-up."""
        cards = self.book.table.edition.cards
        every = (Fact(*each) for each in product(self.counts, cards, (True, False)))
        known = Notebook(self.book.table).beliefs.facts
        return frozenset(fact for fact in every if self.chance(fact) == 1) - known

    @cached_property
    def answer(self) -> frozenset[str] | None:
        """The names of the envelope's cards, if all are certain."""
        hidden = zip(self.book.table.edition.cards, self.counts[ENVELOPE.name], strict=True)
        names = frozenset(card.name for card, count in hidden if count == self.deals)
        return names if len(names) == len(Category) else None

    def claimed(self, solution: Solution) -> frozenset[Fact]:
        """Return the facts that a solution claims.

        Raises:
            UnknownNameError: If the game has no such player or card.
        """
        table = self.book.table
        return frozenset(
            Fact(table.holder(place).name, table.edition.card(card), holds)
            for pairs, holds in ((solution.holds, True), (solution.lacks, False))
            for place, card in pairs
        )


@dataclass(frozen=True, kw_only=True)
class Score:
    """The score of a solver on the positions."""

    solver: str
    positions: int
    facts: int
    """The number of facts that the events give, without those of the set-up."""
    found: int | None
    """Facts found of these; `None` if the solver gives no facts."""
    false: int | None
    """Claimed facts that are false in a deal."""
    certain: int
    """Positions whose envelope is certain."""
    right: int
    """Answers given in these positions that are right."""
    wrong: int
    """Answers that are not certain."""
    log_loss: float | None
    """Mean cross-entropy per open card in bits, above that of the exact chances; 0 is perfect."""
    brier: float | None
    """Mean squared error per open card, summed over places; 0 is perfect."""
    seconds: float | None
    """Median time per position."""


@dataclass(frozen=True, kw_only=True)
class PositionTable:
    """The scores of solvers."""

    format: Literal["cluetree-positions/1"] = "cluetree-positions/1"
    scores: tuple[Score, ...]


def stored_positions() -> tuple[Position, ...]:
    """Return the stored positions."""
    return tuple(msgspec.json.Decoder(Position).decode_lines(_STORED.read_text("utf-8")))


def our_solver(line: bytes) -> bytes:
    """Solve a record by exact counting."""
    beliefs = Notebook.from_record(loads_json(line)).beliefs
    solution = Solution(
        holds=tuple((place, card.name) for place, card in beliefs.holds),
        lacks=tuple((place, card.name) for place, card in beliefs.lacks),
        probabilities={
            card.name: {place: float(beliefs.chance(card, place)) for place in beliefs.counts}
            for card in beliefs.edition.cards
        },
        envelope=None if beliefs.answer is None else tuple(map(str, beliefs.answer)),
    )
    return msgspec.json.encode(solution)


def score(solver: str, places: Sequence[Position], *, limit: float = 60.0) -> Score:
    """Score a solver: `cluetree`, the command of a program, or a file with stored answers.

    Args:
        solver: After `NAME=`, if the row is to have another name.
        places: The positions.
        limit: The seconds that a program has for a position.

    Raises:
        ProgramError: If the program cannot be started, is late, or ends.
        ResultsError: If a line is not a solution, or answers are missing.
    """
    named = _NAMED.fullmatch(solver)
    name, what = named.groups() if named else (solver, solver)
    if what == OURS:
        return _score(name, places, [_timed(our_solver, place) for place in places])
    if what.endswith(_ANSWERS):
        try:
            lines = Path(what).read_bytes().splitlines()
        except OSError as error:
            raise ResultsError(f"{what}: {error.strerror}") from error
        return _score(name, places, [(line, None) for line in lines])
    program = Child(what)

    def ask(line: bytes) -> bytes:
        program.send(line)
        return program.receive(limit)

    try:
        return _score(name, places, [_timed(ask, place) for place in places])
    finally:
        program.end()


def _timed(solver: Solver, position: Position) -> tuple[bytes, float]:
    line = msgspec.json.format(bytes(position.record), indent=-1)
    started = perf_counter()
    return solver(line), perf_counter() - started


def _score(
    name: str, places: Sequence[Position], answers: Sequence[tuple[bytes, float | None]]
) -> Score:
    if len(answers) != len(places):
        raise ResultsError(f"{name}: expected {len(places)} answers, got {len(answers)}")
    marks = [_marked(name, place, line) for place, (line, _) in zip(places, answers, strict=True)]
    gives_facts = any(mark.claimed for mark in marks)
    losses = [loss for mark in marks for loss in mark.losses]
    times = [seconds for _, seconds in answers if seconds is not None]
    return Score(
        solver=name,
        positions=len(places),
        facts=sum(len(place.facts) for place in places),
        found=sum(mark.found for mark in marks) if gives_facts else None,
        false=sum(mark.false for mark in marks) if gives_facts else None,
        certain=sum(place.answer is not None for place in places),
        right=sum(mark.right for mark in marks),
        wrong=sum(mark.wrong for mark in marks),
        log_loss=fmean(loss for loss, _ in losses) if losses else None,
        brier=fmean(brier for _, brier in losses) if losses else None,
        seconds=median(times) if times else None,
    )


@dataclass(frozen=True)
class _Mark:
    claimed: int
    found: int
    false: int
    right: bool
    wrong: bool
    losses: Sequence[tuple[float, float]]


def _marked(name: str, place: Position, line: bytes) -> _Mark:
    try:
        solution = msgspec.json.decode(line, type=Solution)
        if not any(field.encode() in line for field in Solution.__struct_fields__):
            known = ", ".join(Solution.__struct_fields__)
            raise ResultsError(f"{name}: expected one of the fields {known}, got {line[:100]!r}")
        claimed = place.claimed(solution)
    except (msgspec.DecodeError, UnknownNameError) as error:
        raise ResultsError(f"{name}: invalid solution: {error}") from error
    envelope = frozenset(solution.envelope or (None,))
    return _Mark(
        claimed=len(claimed),
        found=len(claimed & place.facts),
        false=sum(place.chance(fact) < 1 for fact in claimed),
        right=envelope == place.answer,
        wrong=None not in envelope and envelope != place.answer,
        losses=[] if solution.probabilities is None else [*_losses(place, solution.probabilities)],
    )


def _losses(
    place: Position, claimed: Mapping[str, Mapping[str, float]]
) -> Iterator[tuple[float, float]]:
    """Yield the excess cross-entropy and the squared error for each open card."""
    for at, card in enumerate(place.book.table.edition.cards):
        exact = {where: counts[at] / place.deals for where, counts in place.counts.items()}
        if 0 < max(exact.values()) < 1:
            own = claimed.get(card.name, {})
            pairs = [(p, own.get(where, 0.0)) for where, p in exact.items()]
            loss = sum(p * log2(p / max(q, _LEAST)) for p, q in pairs if p)
            yield loss, sum((p - q) ** 2 for p, q in pairs)
