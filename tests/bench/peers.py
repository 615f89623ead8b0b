"""The same questions put to the solvers that people would reach for, each used as well as we can.

All start from the same `Evidence` as our counter does. A solver gets a variable only where a
card may be, since leaving out what the evidence rules out is what anybody would do. Nothing is
named afterwards: facts and envelopes are returned as numbers.
"""

from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import combinations
from typing import Final, TypeAlias

from cluetree import Category, Evidence
from cluetree.deduction import bits

Pair: TypeAlias = tuple[int, int]
"""A place and a card, as the evidence numbers them."""
Facts: TypeAlias = frozenset[tuple[Pair, bool]]
Envelopes: TypeAlias = frozenset[frozenset[int]]


class Puzzle:
    """The evidence as sums and clauses, for any solver: variables are numbered from 1."""

    def __init__(self, evidence: Evidence):
        self.envelope = len(evidence.players)
        deck = range(len(evidence.edition.cards))
        open_cards = [card for card in deck if not evidence.face_up_set >> card & 1]
        self.pairs: list[Pair] = [
            (place, card)
            for place, lacked in enumerate(evidence.lacked)
            for card in open_cards
            if not lacked >> card & 1
        ]
        self.number = {pair: i for i, pair in enumerate(self.pairs, start=1)}
        places = range(self.envelope + 1)
        self.ones = [self._some((place, card) for place in places) for card in open_cards]
        at = 0
        for category in Category:
            cards = range(at, at := at + len(evidence.edition.of(category)))
            self.ones.append(self._some((self.envelope, card) for card in cards))
        self.sums = [
            (self._some((place, card) for card in open_cards), player.hand_size)
            for place, player in enumerate(evidence.players)
            if player.hand_size is not None
        ]
        self.clauses = [
            *(
                self._some((place, card) for place, cards in branch for card in bits(cards))
                for branch in evidence.branches
            ),
            *(
                self._some([(place, card)])
                for place, held in enumerate(evidence.held)
                for card in bits(held)
            ),
            *(
                [-n for n in self._some((self.envelope, card) for card in bits(cards))]
                for cards in evidence.failed_sets
                if all((self.envelope, card) in self.number for card in bits(cards))
            ),
        ]
        self.hidden = self._some((self.envelope, card) for card in deck)

    def _some(self, pairs: Iterable[Pair]) -> list[int]:
        return [self.number[pair] for pair in pairs if pair in self.number]


def sat_facts(evidence: Evidence) -> Facts:
    """python-sat: every entailed fact, by denying the literals of a solution in turn."""
    puzzle = Puzzle(evidence)
    encode = import_module("pysat.card").CardEnc.equals
    clauses = list(puzzle.clauses)
    for variables in puzzle.ones:
        clauses.append(variables)
        clauses += ([-a, -b] for a, b in combinations(variables, 2))
    top = len(puzzle.pairs)
    for variables, size in puzzle.sums:
        if size in {0, len(variables)}:
            clauses += ([v if size else -v] for v in variables)
            continue
        formula = encode(lits=variables, bound=size, top_id=top)
        clauses += formula.clauses
        top = max(top, formula.nv)
    with import_module("pysat.solvers").Solver(name="m22", bootstrap_with=clauses) as solver:
        assert solver.solve()
        left = solver.get_model()[: len(puzzle.pairs)]
        facts: list[int] = []
        while left:
            literal = left.pop()
            if solver.solve(assumptions=[-literal]):
                other = solver.get_model()
                left = [kept for kept in left if other[abs(kept) - 1] == kept]
            else:
                facts.append(literal)
    return frozenset((puzzle.pairs[abs(fact) - 1], fact > 0) for fact in facts)


def z3_envelopes(evidence: Evidence) -> Envelopes:
    """z3: every possible envelope, each forbidden once it is found."""
    puzzle = Puzzle(evidence)
    z3 = import_module("z3")
    variables = [z3.Bool(f"v{n}") for n in range(len(puzzle.pairs) + 1)]
    solver = z3.Solver()
    for some in puzzle.ones:
        solver.add(z3.PbEq([(variables[n], 1) for n in some], 1))
    for some, size in puzzle.sums:
        if some:
            solver.add(z3.PbEq([(variables[n], 1) for n in some], size))
    for clause in puzzle.clauses:
        solver.add(z3.Or([variables[n] if n > 0 else z3.Not(variables[-n]) for n in clause]))
    found: set[frozenset[int]] = set()
    while solver.check() == z3.sat:
        model = solver.model()
        hidden = [n for n in puzzle.hidden if z3.is_true(model[variables[n]])]
        found.add(frozenset(puzzle.pairs[n - 1][1] for n in hidden))
        solver.add(z3.Or([z3.Not(variables[n]) for n in hidden]))
    return frozenset(found)


def cp_sat_envelopes(evidence: Evidence) -> Envelopes:
    """CP-SAT: every possible envelope, each forbidden once it is found; one worker."""
    puzzle = Puzzle(evidence)
    cp_model = import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(len(puzzle.pairs) + 1)]
    for some in puzzle.ones:
        model.add_exactly_one(variables[n] for n in some)
    for some, size in puzzle.sums:
        model.add(sum(variables[n] for n in some) == size)
    for clause in puzzle.clauses:
        model.add_bool_or(variables[n] if n > 0 else ~variables[-n] for n in clause)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    # Presolving again for every envelope would take most of the time.
    solver.parameters.cp_model_presolve = False
    found: set[frozenset[int]] = set()
    while solver.solve(model) == cp_model.OPTIMAL:
        hidden = [n for n in puzzle.hidden if solver.boolean_value(variables[n])]
        found.add(frozenset(puzzle.pairs[n - 1][1] for n in hidden))
        model.add_bool_or(~variables[n] for n in hidden)
    return frozenset(found)


PEERS: Final[dict[str, Callable[[Evidence], Facts | Envelopes]]] = {
    "python-sat": sat_facts,
    "z3": z3_envelopes,
    "CP-SAT": cp_sat_envelopes,
}
