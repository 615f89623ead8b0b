"""The same questions put to a SAT solver, to audit the counter.

The encoding is as plain as the rules of the game: one variable for each card and place, one
constraint for each sentence of the evidence, nothing shared with the counter. A solver says
what must be and what can be, not in how many deals: facts and possible envelopes are checked,
counts are not.

Needs python-sat (`pip install python-sat`), which nothing else in cluetree does.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import combinations
from typing import Protocol

from cluetree.cards import Category, ClueGuess
from cluetree.claims import Fact
from cluetree.deduction import bits
from cluetree.evidence import Evidence
from cluetree.exact._beliefs import count
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
        self.top = len(evidence.places) * len(self._deck)
        self.clauses = [
            *self._cards(),
            *self._hands(),
            *self._hidden(),
            *self._known(),
            *self._open(),
        ]

    def lies(self, place: int, card: int) -> int:
        """Return the variable that says the card lies there."""
        return place * len(self._deck) + card + 1

    def _cards(self) -> Iterator[list[int]]:
        """Each card lies in exactly one place; a face-up card in none."""
        for card in range(len(self._deck)):
            places = [self.lies(place, card) for place in range(self._envelope + 1)]
            if self._evidence.face_up_set >> card & 1:
                yield from ([-place] for place in places)
            else:
                yield from _exactly_one(places)

    def _hands(self) -> Iterator[list[int]]:
        """Each player holds as many cards as their hand has."""
        for place, player in enumerate(self._evidence.players):
            if player.hand_size is not None:
                cards = [self.lies(place, card) for card in range(len(self._deck))]
                yield from self._exactly(player.hand_size, cards)

    def _exactly(self, number: int, variables: list[int]) -> list[list[int]]:
        # Outside of these bounds python-sat's encodings are unreliable.
        if number > len(variables):
            return [[]]
        if number in {0, len(variables)}:
            return [[v if number else -v] for v in variables]
        encode: _EncodesSum = import_module("pysat.card").CardEnc.equals
        formula = encode(lits=variables, bound=number, top_id=self.top)
        self.top = max(self.top, formula.nv)
        return formula.clauses

    def _hidden(self) -> Iterator[list[int]]:
        """The envelope holds exactly one card of each category."""
        for category in Category:
            cards = (card for card, name in enumerate(self._deck) if name.category is category)
            yield from _exactly_one([self.lies(self._envelope, card) for card in cards])

    def _known(self) -> Iterator[list[int]]:
        for place, (held, lacked) in enumerate(
            zip(self._evidence.held, self._evidence.lacked, strict=True)
        ):
            yield from ([self.lies(place, card)] for card in bits(held))
            yield from ([-self.lies(place, card)] for card in bits(lacked))

    def _open(self) -> Iterator[list[int]]:
        for branch in self._evidence.branches:
            yield [self.lies(place, card) for place, cards in branch for card in bits(cards)]
        for cards in self._evidence.failed_sets:
            yield [-self.lies(self._envelope, card) for card in bits(cards)]

    def fact(self, literal: int) -> Fact:
        """Return what a literal says."""
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

    Raises:
        ModuleNotFoundError: If python-sat is not installed.
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

    Raises:
        ModuleNotFoundError: If python-sat is not installed.
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


def audit(evidence: Evidence) -> list[str]:
    """Return the differences between counting and SAT.

    Raises:
        ModuleNotFoundError: If python-sat is not installed.
    """
    beliefs = count(evidence)
    facts = facts_by_sat(evidence)
    if facts is None:
        return [f"SAT finds no deal, counting {beliefs.deals}"] if beliefs.deals else []
    if not beliefs.deals:
        return ["SAT finds a deal, counting none"]
    counted = frozenset(triple.guess for triple in beliefs.triples)
    possible = triples_by_sat(evidence)
    return [
        *(f"only SAT finds that {fact}" for fact in sorted(map(str, facts - beliefs.facts))),
        *(f"only counting finds that {fact}" for fact in sorted(map(str, beliefs.facts - facts))),
        *(f"only SAT allows {triple}" for triple in sorted(map(str, possible - counted))),
        *(f"only counting allows {triple}" for triple in sorted(map(str, counted - possible))),
    ]
