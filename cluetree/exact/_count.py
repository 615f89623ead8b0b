"""Count the deals of a problem, and remember the last few counts."""

from collections import OrderedDict
from collections.abc import Collection
from operator import sub
from threading import Lock
from typing import Final

from cluetree.deduction import bits
from cluetree.exact._counter import Counter
from cluetree.exact._problem import CATEGORIES, OpenCard, Problem, Tally
from cluetree.limit import Bound, Meter

_MOST_NUMBERS: Final = 200_000
_SETUP: Final = 50
"""The charge for preparing a count, which takes about as long as 50 states."""


_CELLS: Final = 16
"""The number of pairs of card and place, or branch, that cost as much as a unit to subtract."""
_CARD: Final = 5
"""The charge for each card in plain Python."""


class Memory:
    """The tallies of the last few problems, each with the work that it took.

    A cache hit is charged the original cost, so that whether a limit suffices does not depend on
    what was counted before.
    """

    def __init__(self, most: int = _MOST_NUMBERS) -> None:
        """Keep tallies of at most this many numbers in all."""
        self._most = most
        self._size = 0
        self._known: OrderedDict[Problem, tuple[Tally, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, problem: Problem) -> tuple[Tally, int] | None:
        """Return the tally of a problem and its cost, if they are known."""
        with self._lock:
            found = self._known.get(problem)
            if found is not None:
                self._known.move_to_end(problem)
            return found

    def put(self, problem: Problem, tally: Tally, states: int) -> None:
        """Add a problem, and remove the least recently used ones."""
        with self._lock:
            if problem not in self._known:
                self._known[problem] = tally, states
                self._size += tally.size
            while self._size > self._most:
                _, (forgotten, _) = self._known.popitem(last=False)
                self._size -= forgotten.size

    def clear(self) -> None:
        """Remove all problems."""
        with self._lock:
            self._known.clear()
            self._size = 0


MEMORY: Final = Memory()


def tally(problem: Problem, limit: Bound = None) -> Tally:
    """Count a problem; the last few are cached."""
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
    """Count all deals, then subtract those that hide the triple of a failed accusation."""
    counted = _count(problem, meter)
    if not problem.failed_accusations:
        return counted
    deals, triples = counted.deals, dict(counted.triples)
    where = [list(row) for row in counted.where]
    charge = len(problem.cards) * (1 + problem.envelope + len(problem.branches)) // _CELLS
    # Hiding interchangeable cards leaves equal problems.
    alike: dict[Problem, Tally] = {}
    for triple in problem.failed_accusations:
        meter.spend(charge)
        of_category = {problem.cards[card].category: card for card in bits(triple)}
        label = tuple(of_category.get(c) if need else None for c, need in enumerate(problem.needs))
        if not triples.pop(label, 0):
            continue
        hidden = [card for card in label if card is not None]
        left = _hide(problem, hidden)
        apart = alike.get(left)
        if apart is None:
            apart = alike[left] = _count(left, meter)
        deals -= apart.deals
        rows = iter(apart.where)
        for card, row in enumerate(where):
            if card in hidden:
                row[problem.envelope] -= apart.deals
            else:
                row[:] = map(sub, row, next(rows))
    return Tally(deals, tuple(map(tuple, where)), triples)


def _count(problem: Problem, meter: Meter) -> Tally:
    """Count as if no accusation had failed."""
    meter.spend(_SETUP + _CARD * len(problem.cards))
    return Counter(problem, meter).tally()


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
