"""The same questions put to the solvers that people would reach for, each used as well as we can.

All start from the same `Evidence` as our counter does. A solver gets a variable only where a
card may be, since leaving out what the evidence rules out is what anybody would do. Nothing is
named afterwards: facts and envelopes are returned as numbers.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Final, TypeAlias

from cluetree.evidence import Evidence
from tests.exact.sat import Facts, Puzzle, sat_facts

Envelopes: TypeAlias = frozenset[frozenset[int]]


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
