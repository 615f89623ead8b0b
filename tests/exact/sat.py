"""The certain facts and the possible envelopes, by a SAT solver.

The encoding is as plain as the rules of the game: one variable for each card and place, one
constraint for each part of the evidence, nothing shared with the counter. A solver finds what must
be and what can be, but not in how many deals.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import combinations
from typing import Protocol

from cluetree.cards import ClueGuess
from cluetree.claims import Fact
from cluetree.deduction import bits
from cluetree.evidence import Evidence
from cluetree.table import ENVELOPE

_SOLVER = "cadical153"


class _Solver(Protocol):
    """The methods that are used of python-sat's solvers, which have no types."""

    def add_clause(self, clause: Sequence[int]) -> object: ...
    def solve(self, assumptions: Sequence[int] = ...) -> bool: ...
    def get_model(self) -> list[int]: ...
    def delete(self) -> object: ...


class _Formula(Protocol):
    """The attributes that are used of python-sat's encoded formulas."""

    clauses: list[list[int]]
    nv: int


class _MakesSolver(Protocol):
    def __call__(self, *, name: str) -> _Solver: ...


class _EncodesSum(Protocol):
    def __call__(self, *, lits: list[int], bound: int, top_id: int) -> _Formula: ...


class _Encoding:
    """The evidence as clauses; variables are numbered place by place, card by card, from 1."""

    def __init__(self, evidence: Evidence):
        self._evidence = evidence
        self._deck = evidence.edition.cards
        self._envelope = len(evidence.players)
        self._top = len(evidence.places) * len(self._deck)
        self.clauses = [*self._set_up(), *self._known()]

    def _at(self, place: int, cards: Iterable[int]) -> list[int]:
        """Return the variables that say that these cards lie there."""
        return [place * len(self._deck) + card + 1 for card in cards]

    def _set_up(self) -> Iterator[list[int]]:
        deck = range(len(self._deck))
        for card in deck:
            places = [v for at in range(self._envelope + 1) for v in self._at(at, [card])]
            if self._evidence.face_up_set >> card & 1:
                yield from ([-place] for place in places)
            else:
                yield from _exactly_one(places)
        for place, player in enumerate(self._evidence.players):
            if player.hand_size is not None:
                yield from self._exactly(player.hand_size, self._at(place, deck))
        for cards in self._evidence.frame.categories:
            yield from _exactly_one(self._at(self._envelope, bits(cards)))

    def _exactly(self, number: int, variables: list[int]) -> list[list[int]]:
        # Outside of these bounds python-sat's encodings are unreliable.
        if number > len(variables):
            return [[]]
        if number in {0, len(variables)}:
            return [[v if number else -v] for v in variables]
        encode: _EncodesSum = import_module("pysat.card").CardEnc.equals
        formula = encode(lits=variables, bound=number, top_id=self._top)
        self._top = max(self._top, formula.nv)
        return formula.clauses

    def _known(self) -> Iterator[list[int]]:
        evidence = self._evidence
        for place, (held, lacked) in enumerate(zip(evidence.held, evidence.lacked, strict=True)):
            yield from ([there] for there in self._at(place, bits(held)))
            yield from ([-there] for there in self._at(place, bits(lacked)))
        for branch in evidence.branches:
            yield [there for place, cards in branch for there in self._at(place, bits(cards))]
        for triple in evidence.failed_sets:
            yield [-there for there in self._at(self._envelope, bits(triple))]

    def fact(self, literal: int) -> Fact:
        """Return the fact of a literal."""
        place, card = divmod(abs(literal) - 1, len(self._deck))
        return Fact(tuple(self._evidence.places)[place], self._deck[card], literal > 0)


def _exactly_one(variables: list[int]) -> Iterator[list[int]]:
    yield variables
    yield from ([-one, -other] for one, other in combinations(variables, 2))


@contextmanager
def _solver(clauses: Iterable[list[int]]) -> Generator[_Solver]:
    make: _MakesSolver = import_module("pysat.solvers").Solver
    solver = make(name=_SOLVER)
    try:
        for clause in clauses:
            # An empty clause cannot be added; a variable that is true and false says the same.
            for short in [clause] if clause else [[1], [-1]]:
                solver.add_clause(short)
        yield solver
    finally:
        solver.delete()


def facts_by_sat(evidence: Evidence) -> frozenset[Fact] | None:
    """Find every fact that is true in every deal, by SAT; `None` if no deal fits.

    Every literal of a first solution is denied in turn; what cannot be denied is a fact.
    """
    encoding = _Encoding(evidence)
    size = len(evidence.places) * len(evidence.edition.cards)
    with _solver(encoding.clauses) as solver:
        if not solver.solve():
            return None
        left = solver.get_model()[:size]
        facts: list[Fact] = []
        while left:
            literal = left.pop()
            if solver.solve(assumptions=[-literal]):
                other = solver.get_model()
                left = [kept for kept in left if other[abs(kept) - 1] == kept]
            else:
                facts.append(encoding.fact(literal))
                solver.add_clause([literal])
        return frozenset(facts)


def triples_by_sat(evidence: Evidence) -> frozenset[ClueGuess]:
    """Find every envelope that some deal has, by SAT.

    Each envelope of a solution is forbidden, until none is left.
    """
    encoding = _Encoding(evidence)
    cards = len(evidence.edition.cards)
    first = evidence.places[ENVELOPE.name] * cards
    found: set[ClueGuess] = set()
    with _solver(encoding.clauses) as solver:
        while solver.solve():
            hidden = [
                literal for literal in solver.get_model()[first : first + cards] if literal > 0
            ]
            found.add(ClueGuess(*(encoding.fact(literal).card for literal in hidden)))
            solver.add_clause([-literal for literal in hidden])
    return frozenset(found)
