"""Count every deal of a problem, where each card lies in them, and which triples they hide."""

from collections import OrderedDict
from threading import Lock
from typing import Final

from cluetree.exact import _native
from cluetree.exact._diagram import draw_diagram
from cluetree.exact._problem import CATEGORIES, OpenCard, Problem
from cluetree.exact._tally import Tally, count_diagram
from cluetree.limit import Bound, Meter

_MOST_REMEMBERED: Final = 256


class Memory:
    """The tallies of the last few problems, each with the work that it took.

    Who is told a tally again is charged for it again: so whether a number of states suffices
    does not depend on what was counted before.
    """

    def __init__(self, most: int = _MOST_REMEMBERED) -> None:
        self._most = most
        self._known: OrderedDict[Problem, tuple[Tally, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, problem: Problem) -> tuple[Tally, int] | None:
        """Return what is known of a problem."""
        with self._lock:
            found = self._known.get(problem)
            if found is not None:
                self._known.move_to_end(problem)
            return found

    def put(self, problem: Problem, tally: Tally, states: int) -> None:
        """Remember a problem, and forget the one that was not asked for the longest."""
        with self._lock:
            self._known[problem] = tally, states
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._known.clear()


MEMORY: Final = Memory()


def tally(problem: Problem, limit: Bound = None) -> Tally:
    """Count a problem; problems counted lately are remembered.

    Raises:
        LimitReached: If the limit is reached first.
    """
    meter = Meter.of(limit)
    known = MEMORY.get(problem)
    if known is not None:
        counted, states = known
        meter.spend(states)
        return counted
    before = meter.spent
    counted = _tally(problem, meter)
    MEMORY.put(problem, counted, meter.spent - before)
    return counted


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
    return count_diagram(draw_diagram(problem, meter), meter)


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
