"""The certain facts and the possible envelopes, by a SAT solver.

The encoding is as plain as the rules of the game: one variable for each place where a card may be,
one constraint for each part of the evidence, nothing shared with the counter. A solver finds what
must be and what can be, but not in how many deals.
"""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from importlib import import_module
from itertools import combinations
from typing import Any, TypeAlias

from cluetree import Category, ClueGuess
from cluetree.claims import Fact
from cluetree.evidence import Evidence, bits

Pair: TypeAlias = tuple[int, int]
"""A place and a card, as the evidence numbers them."""
Facts: TypeAlias = frozenset[tuple[Pair, bool]]


class Puzzle:
    """The evidence as sums and clauses, for any solver: variables are numbered from 1."""

    def __init__(self, evidence: Evidence):
        self.envelope = len(evidence.frame.players)
        deck = range(len(evidence.frame.edition.cards))
        open_cards = [card for card in deck if evidence.frame.deck >> card & 1]
        self.pairs: list[Pair] = [
            (place, card)
            for place, may in enumerate(evidence.may)
            for card in open_cards
            if may >> card & 1
        ]
        self.number = {pair: i for i, pair in enumerate(self.pairs, start=1)}
        places = range(self.envelope + 1)
        self.ones = [self._some((place, card) for place in places) for card in open_cards]
        at = 0
        for category in Category:
            cards = range(at, at := at + len(evidence.frame.edition.of(category)))
            self.ones.append(self._some((self.envelope, card) for card in cards))
        self.sums = [
            (self._some((place, card) for card in open_cards), player.hand_size)
            for place, player in enumerate(evidence.frame.players)
            if player.hand_size is not None
        ]
        self.clauses = [
            *(
                self._some((place, card) for place, cards in branch for card in bits(cards))
                for branch, least, _ in evidence.quotas
                if least
            ),
            *(
                self._some([(place, card)])
                for place, held in enumerate(evidence.held)
                for card in bits(held)
            ),
            *(
                [-n for n in self._some((self.envelope, card) for card in bits(cards))]
                for ((_, cards),) in [where for where, least, _ in evidence.quotas if not least]
                if all((self.envelope, card) in self.number for card in bits(cards))
            ),
        ]
        self.hidden = self._some((self.envelope, card) for card in deck)

    def _some(self, pairs: Iterable[Pair]) -> list[int]:
        return [self.number[pair] for pair in pairs if pair in self.number]


@contextmanager
def _solver(puzzle: Puzzle) -> Generator[Any]:
    encode = import_module("pysat.card").CardEnc.equals
    clauses = list(puzzle.clauses)
    for variables in puzzle.ones:
        clauses.append(variables)
        clauses += ([-a, -b] for a, b in combinations(variables, 2))
    top = len(puzzle.pairs)
    for variables, size in puzzle.sums:
        # Outside of these bounds python-sat's encodings are unreliable.
        if size in {0, len(variables)}:
            clauses += ([v if size else -v] for v in variables)
            continue
        formula = encode(lits=variables, bound=size, top_id=top)
        clauses += formula.clauses
        top = max(top, formula.nv)
    with import_module("pysat.solvers").Solver(name="m22", bootstrap_with=clauses) as solver:
        yield solver


def sat_facts(evidence: Evidence) -> Facts:
    """Find every fact about the open pairs, by denying the literals of a solution in turn."""
    puzzle = Puzzle(evidence)
    with _solver(puzzle) as solver:
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


def facts_by_sat(evidence: Evidence) -> frozenset[Fact]:
    """Find every fact that is true in every deal; a pair without a variable is in none."""
    deck, places = evidence.frame.edition.cards, tuple(evidence.frame.places)
    pairs = {(place, card) for place in range(len(places)) for card in range(len(deck))}
    facts = {*sat_facts(evidence), *((pair, False) for pair in pairs - {*Puzzle(evidence).pairs})}
    return frozenset(Fact(places[place], deck[card], holds) for (place, card), holds in facts)


def triples_by_sat(evidence: Evidence) -> frozenset[ClueGuess]:
    """Find every envelope of a deal. Each one found is forbidden, until none is left."""
    puzzle, deck = Puzzle(evidence), evidence.frame.edition.cards
    found: set[ClueGuess] = set()
    with _solver(puzzle) as solver:
        while solver.solve():
            model = solver.get_model()
            hidden = [n for n in puzzle.hidden if model[n - 1] > 0]
            found.add(ClueGuess(*(deck[puzzle.pairs[n - 1][1]] for n in hidden)))
            solver.add_clause([-n for n in hidden])
    return frozenset(found)
