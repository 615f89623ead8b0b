"""Evidence is reduced to a problem without loss, and any problem is counted as by enumeration."""

from collections import Counter
from itertools import compress, product
from random import Random
from typing import cast

import pytest

from cluetree.evidence import Marks, bits
from cluetree.exact import _problem
from cluetree.exact._count import tally
from cluetree.exact._problem import CATEGORIES, Problem, Tally
from tests.exact.data import states
from tests.exact.problems import random_problem


@pytest.mark.usefixtures("path")
def test_random_problems_by_enumeration() -> None:
    for seed in range(100):
        problem = random_problem(Random(seed), most_cards=6, most_players=4)
        assert tally(problem) == enumerated(problem), seed


def enumerated(problem: Problem) -> Tally:
    """Count the deals one by one."""
    everywhere = product(*([*bits(card.places)] for card in problem.cards))
    found = [deal for deal in everywhere if fits(problem, deal)]
    places = problem.envelope + 1
    hidden = [
        {problem.cards[c].category: c for c, at in enumerate(deal) if at == problem.envelope}
        for deal in found
    ]
    return Tally(
        len(found),
        tuple(
            tuple([deal[card] for deal in found].count(place) for place in range(places))
            for card in range(len(problem.cards))
        ),
        Counter(tuple(map(cards.get, range(CATEGORIES))) for cards in hidden),
    )


def fits(problem: Problem, deal: tuple[int, ...]) -> bool:
    hidden = {card for card, place in enumerate(deal) if place == problem.envelope}
    categories = sorted(problem.cards[card].category for card in hidden)
    return (
        categories == [*compress(range(CATEGORIES), problem.needs)]
        and all(c in {None, deal.count(player)} for player, c in enumerate(problem.capacity))
        and all(
            quota.least
            <= sum(deal[card] == place for place, cards in quota.options for card in bits(cards))
            <= quota.most
            for quota in problem.quotas
        )
        and not any({*bits(triple)} <= hidden for triple in problem.failed_accusations)
    )


class Recorder:
    """A view of an object that records the attributes that are read."""

    def __init__(self, of: object):
        self.of = of
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> object:
        self.read.add(name)
        return getattr(self.of, name)


def test_reduction_reads_each_field() -> None:
    """New contents of evidence must be part of the problem that is counted."""
    marks = Recorder(next(states("c3")).gathered.marks())
    _problem._left(cast("Marks", marks))
    assert marks.read == {*Marks.__slots__}
