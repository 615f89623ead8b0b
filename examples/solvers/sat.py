"""A solver for `cluetree benchmark positions`: every certain fact, by python-sat.

It reads a record per line and writes the facts and the answer; SAT gives no probabilities.
It needs `pip install python-sat`.
"""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations

from cluetree import Category, Evidence, record
from cluetree.deduction import bits

# python-sat has no types.
exactly = import_module("pysat.card").CardEnc.equals
make_solver = import_module("pysat.solvers").Solver


def clauses(evidence: Evidence) -> Iterator[list[int]]:
    """Yield the rules of the game and the evidence; each card at each place is a variable."""
    deck, places = len(evidence.edition.cards), len(evidence.places)

    def at(place: int, cards: int) -> list[int]:
        return [place * deck + card + 1 for card in bits(cards)]

    every = (1 << deck) - 1
    for card in bits(every & ~evidence.face_up_set):
        variables = [at(place, 1 << card)[0] for place in range(places)]
        yield variables
        yield from ([-one, -other] for one, other in combinations(variables, 2))
    for cards in evidence.frame.categories:
        yield at(places - 1, cards)
        yield from ([-one, -other] for one, other in combinations(at(places - 1, cards), 2))
    top = places * deck
    for place, player in enumerate(evidence.players):
        if player.hand_size is not None:
            hand = at(place, every & ~evidence.face_up_set)
            formula = exactly(lits=hand, bound=player.hand_size, top_id=top)
            top = max(top, formula.nv)
            yield from formula.clauses
    for place in range(places):
        yield from ([there] for there in at(place, evidence.held[place]))
        absent = evidence.lacked[place] | evidence.face_up_set
        yield from ([-there] for there in at(place, absent))
    for branch in evidence.branches:
        yield [there for place, cards in branch for there in at(place, cards)]
    for triple in evidence.failed_sets:
        yield [-there for there in at(places - 1, triple)]


def certain(evidence: Evidence) -> Iterator[int]:
    """Yield the literals that are true in every deal; deny those of a first deal in turn."""
    with make_solver(name="cadical153", bootstrap_with=clauses(evidence)) as solver:
        if not solver.solve():
            return
        left: list[int] = solver.get_model()[: len(evidence.places) * len(evidence.edition.cards)]
        while left:
            literal = left.pop()
            if solver.solve(assumptions=[-literal]):
                model: list[int] = solver.get_model()
                left = [kept for kept in left if model[abs(kept) - 1] == kept]
            else:
                yield literal


for line in sys.stdin:
    game = record.loads_json(line)
    evidence = Evidence.gather(game.table, game.events)
    names, deck = list(evidence.places), [card.name for card in evidence.edition.cards]
    facts = {True: list[tuple[str, str]](), False: list[tuple[str, str]]()}
    for literal in sorted(certain(evidence), key=abs):
        place, card = divmod(abs(literal) - 1, len(deck))
        facts[literal > 0].append((names[place], deck[card]))
    hidden = [card for place, card in facts[True] if place == "envelope"]
    solution = {
        "holds": facts[True],
        "lacks": facts[False],
        "envelope": hidden if len(hidden) == len(Category) else None,
    }
    print(json.dumps(solution), flush=True)
