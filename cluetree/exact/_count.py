"""Count the deals of a problem, and remember the last few counts."""

from collections.abc import Collection, Mapping
from operator import sub
from typing import Final

from cluetree.cache import Cache
from cluetree.deduction import bits
from cluetree.exact._counter import Counter
from cluetree.exact._problem import CATEGORIES, Label, OpenCard, Problem, Tally

_known: Final = Cache[Problem, Tally](most=400_000)
"""The tallies of the last few problems, by how many numbers they have."""
_chosen: Final = Cache[Problem, Mapping[Label, int]](most=100_000)
"""The envelopes of the last few problems. Views of rivals often leave equal problems."""


def tally(problem: Problem) -> Tally:
    """Count a problem; the last few are cached."""
    counted = _known.get(problem)
    if counted is None:
        counted = _tally(problem)
        _known.keep(problem, counted, counted.size)
    return counted


def envelopes(problem: Problem) -> Mapping[Label, int]:
    """Count the deals behind each choice of hidden cards, in about half the time of a tally."""
    if (counted := _known.get(problem)) is not None:
        return counted.triples
    cached = _chosen.get(problem)
    if cached is not None:
        return cached
    triples = Counter(problem, places=False).envelopes()
    for failed in problem.failed_accusations:
        triples.pop(_label(problem, failed), 0)
    _chosen.keep(problem, triples, len(triples))
    return triples


def _label(problem: Problem, triple: int) -> Label:
    """Return a set of hidden cards, one of each category that is needed, as a label."""
    of_category = {problem.cards[card].category: card for card in bits(triple)}
    return tuple(of_category.get(c) if need else None for c, need in enumerate(problem.needs))


def _tally(problem: Problem) -> Tally:
    """Count all deals, then subtract those that hide the triple of a failed accusation."""
    counted = Counter(problem).tally()
    if not problem.failed_accusations:
        return counted
    deals, triples = counted.deals, dict(counted.triples)
    where = [list(row) for row in counted.where]
    # Hiding interchangeable cards leaves equal problems.
    alike: dict[Problem, Tally] = {}
    for triple in problem.failed_accusations:
        label = _label(problem, triple)
        if not triples.pop(label, 0):
            continue
        hidden = [card for card in label if card is not None]
        left = _hide(problem, hidden)
        apart = alike.get(left)
        if apart is None:
            apart = alike[left] = Counter(left).tally()
        deals -= apart.deals
        rows = iter(apart.where)
        for card, row in enumerate(where):
            if card in hidden:
                row[problem.envelope] -= apart.deals
            else:
                row[:] = map(sub, row, next(rows))
    return Tally(deals, tuple(map(tuple, where)), triples)


def _hide(problem: Problem, hidden: Collection[int]) -> Problem:
    """Return the problem that is left when the envelope has taken its cards."""
    left = [c for c in range(len(problem.cards)) if c not in hidden]
    inside = sum(1 << c for c in hidden)
    return Problem(
        cards=tuple(
            OpenCard(problem.cards[c].category, problem.cards[c].places & ~(1 << problem.envelope))
            for c in left
        ),
        capacity=problem.capacity,
        needs=(False,) * CATEGORIES,
        branches=tuple(
            tuple(
                (place, sum(1 << i for i, c in enumerate(left) if cards >> c & 1))
                for place, cards in branch
            )
            for branch in problem.branches
            if not dict(branch).get(problem.envelope, 0) & inside
        ),
        failed_accusations=frozenset(),
    )
