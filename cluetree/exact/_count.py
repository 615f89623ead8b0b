"""Count every deal of a problem, where each card lies in them, and which triples they hide."""

from functools import lru_cache

from cluetree.exact import _native
from cluetree.exact._pass import Pass
from cluetree.exact._problem import CATEGORIES, OpenCard, Problem
from cluetree.exact._tally import Tally, finish
from cluetree.exact.limit import Limit, Meter


def tally(problem: Problem, limit: Limit | None = None) -> Tally:
    """Count a problem; without a limit, problems counted lately are remembered.

    Raises:
        LimitReached: If the limit is reached first.
    """
    return _remembered(problem) if limit is None else _tally(problem, Meter(limit))


@lru_cache(maxsize=256)
def _remembered(problem: Problem) -> Tally:
    return _tally(problem, Meter())


def _tally(problem: Problem, meter: Meter) -> Tally:
    counted = _count(problem, meter)
    for triple in problem.failed_accusations:
        counted = _without(problem, counted, triple, meter)
    return counted


def _count(problem: Problem, meter: Meter) -> Tally:
    """Count as if no accusation had failed: by the compiled core, or by a pass of our own."""
    counted = _native.count(problem, meter)
    if counted is not None:
        return counted
    run = Pass(problem, meter)
    return finish(run, run.states())


def _without(problem: Problem, counted: Tally, triple: int, meter: Meter) -> Tally:
    """Take away the deals that hide a triple which was accused in vain."""
    hidden = {problem.cards[c].category: c for c in range(len(problem.cards)) if triple >> c & 1}
    label = tuple(
        hidden.get(category) if needed else None for category, needed in enumerate(problem.needs)
    )
    matching = {
        known: deals
        for known, deals in counted.triples.items()
        if all(wanted is None or wanted == c for wanted, c in zip(label, known, strict=True))
    }
    for known in matching:
        cards = tuple(c for c in known if c is not None)
        apart = _count(_hide(problem, cards), meter)
        rows = iter(apart.where)
        where = [
            _only(problem.envelope, apart.deals) if card in cards else next(rows)
            for card in range(len(problem.cards))
        ]
        counted = Tally(
            counted.deals - apart.deals,
            tuple(
                tuple(a - b for a, b in zip(all_, some, strict=True))
                for all_, some in zip(counted.where, where, strict=True)
            ),
            {k: deals for k, deals in counted.triples.items() if k != known},
        )
    return counted


def _only(place: int, deals: int) -> tuple[int, ...]:
    return (*(0 for _ in range(place)), deals)


def _hide(problem: Problem, hidden: tuple[int, ...]) -> Problem:
    """Return the problem that is left when the envelope has taken its cards."""
    left = [c for c in range(len(problem.cards)) if c not in hidden]
    inside = sum(1 << c for c in hidden)
    return Problem(
        cards=tuple(
            OpenCard(problem.cards[c].category, problem.cards[c].places & ~(1 << problem.envelope))
            for c in left
        ),
        room=problem.room,
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
