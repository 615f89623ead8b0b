"""Scores of solvers on stored positions whose exact beliefs are known.

A solver is a program that reads a record as one line of JSON and writes one line: an object with
some of the fields of `cluetree solve --json`. Fields that it cannot give are missing or null.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from math import log2
from pathlib import Path
from statistics import fmean, median
from time import perf_counter
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Raw

from cluetree.cards import Category
from cluetree.errors import ResultsError
from cluetree.notebook import Notebook
from cluetree.play.outside.child import Child
from cluetree.record import loads_json
from cluetree.table import ENVELOPE

OURS: Final = "cluetree"
"""The name of cluetree's own solver."""
_STORED: Final = files("cluetree.play") / "positions.jsonl"
_LEAST: Final = 1e-6
"""A smaller chance than this counts as this in the log loss."""
_NAMED: Final = re.compile(r"[\w.-]+=")

Pairs: TypeAlias = tuple[tuple[str, str], ...]
Claims: TypeAlias = frozenset[tuple[str, str, bool]]
"""Places, cards, and whether the card is there."""


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

    @property
    def claims(self) -> Claims:
        """The facts that are claimed."""
        held = {(place, card, True) for place, card in self.holds}
        return frozenset(held | {(place, card, False) for place, card in self.lacks})


class Position(msgspec.Struct, frozen=True, dict=True):
    """A stored position with its exact beliefs."""

    record: Raw
    deals: int
    """The number of deals that fit."""
    counts: Mapping[str, tuple[int, ...]]
    """For each place and each card of the deck, the number of deals with the card there."""

    @cached_property
    def chances(self) -> Mapping[str, Mapping[str, float]]:
        """For each card, the exact probability of each place."""
        cards = loads_json(bytes(self.record)).table.edition.cards
        counts = self.counts.items()
        return {c.name: {p: n[at] / self.deals for p, n in counts} for at, c in enumerate(cards)}

    @cached_property
    def certain(self) -> Claims:
        """Everything that is certain."""
        every = ((p, card, n) for card, own in self.chances.items() for p, n in own.items())
        return frozenset((place, card, n == 1) for place, card, n in every if n in {0, 1})

    @property
    def facts(self) -> Claims:
        """The facts that follow from the events, without those of the set-up."""
        start = Notebook(loads_json(bytes(self.record)).table).beliefs.facts
        return self.certain - {(fact.player, fact.card.name, fact.holds) for fact in start}

    @cached_property
    def answer(self) -> frozenset[str] | None:
        """The names of the envelope's cards, if all are certain."""
        hidden = {card for place, card, holds in self.certain if holds and place == ENVELOPE.name}
        return frozenset(hidden) if len(hidden) == len(Category) else None

    def losses(self, claimed: Mapping[str, Mapping[str, float]]) -> Iterator[tuple[float, float]]:
        """Yield the excess cross-entropy in bits and the squared error of each open card."""
        for card, places in self.chances.items() if claimed else ():
            own = claimed.get(card, {})
            pairs = [(exact, own.get(place, 0.0)) for place, exact in places.items()]
            if 0 < max(exact for exact, _ in pairs) < 1:
                loss = sum(p * log2(p / max(q, _LEAST)) for p, q in pairs if p)
                yield loss, sum((p - q) ** 2 for p, q in pairs)


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
    """Claimed facts that are not certain."""
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
    """Score a solver: `cluetree`, a program's command, or a `.jsonl` file with its answers.

    `NAME=` before it gives the row another name. A program has `limit` seconds for a position.

    Raises:
        ProgramError: If the program cannot be started, is late, or ends.
        ResultsError: If a line is not a solution, or answers are missing.
    """
    name, _, what = solver.partition("=") if _NAMED.match(solver) else (solver, "", solver)
    times: list[float] = []
    if what.endswith(".jsonl"):
        try:
            answers = Path(what).read_bytes().splitlines()
        except OSError as error:
            raise ResultsError(f"{what}: {error.strerror}") from error
        if len(answers) != len(places):
            raise ResultsError(f"{name}: expected {len(places)} answers, got {len(answers)}")
    elif what == OURS:
        answers = [_timed(our_solver, place, times) for place in places]
    else:
        program = Child(what)

        def ask(line: bytes) -> bytes:
            program.send(line)
            return program.receive(limit)

        try:
            answers = [_timed(ask, place, times) for place in places]
        finally:
            program.end()
    return _score(name, places, [_solution(name, line) for line in answers], times)


def _timed(solver: Callable[[bytes], bytes], position: Position, times: list[float]) -> bytes:
    line = msgspec.json.format(bytes(position.record), indent=-1)
    started = perf_counter()
    answer = solver(line)
    times.append(perf_counter() - started)
    return answer


def _solution(name: str, line: bytes) -> Solution:
    known = Solution.__struct_fields__
    try:
        solution = msgspec.json.decode(line, type=Solution)
    except msgspec.DecodeError as error:
        raise ResultsError(f"{name}: invalid solution: {error}") from error
    if not any(field.encode() in line for field in known):
        expected = f"expected one of the fields {', '.join(known)}"
        raise ResultsError(f"{name}: {expected}, got {line[:100]!r}")
    return solution


def _score(
    name: str, places: Sequence[Position], solutions: Sequence[Solution], times: Sequence[float]
) -> Score:
    rows = [*zip(places, solutions, strict=True)]
    claims = [(at, solution.claims) for at, solution in rows]
    named = [(at, frozenset(solution.envelope or (None,))) for at, solution in rows]
    losses = [loss for at, one in rows for loss in at.losses(one.probabilities or {})]
    gives_facts = any(own for _, own in claims)
    return Score(
        solver=name,
        positions=len(places),
        facts=sum(len(at.facts) for at in places),
        found=sum(len(own & at.facts) for at, own in claims) if gives_facts else None,
        false=sum(len(own - at.certain) for at, own in claims) if gives_facts else None,
        certain=sum(at.answer is not None for at in places),
        right=sum(own == at.answer for at, own in named),
        wrong=sum(None not in own and own != at.answer for at, own in named),
        log_loss=fmean(loss for loss, _ in losses) if losses else None,
        brier=fmean(error for _, error in losses) if losses else None,
        seconds=median(times) if times else None,
    )
