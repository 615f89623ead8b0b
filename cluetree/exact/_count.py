"""Count and draw the deals of a problem, by the compiled core or in plain Python.

The compiled core is the distribution `cluetree-native`: the same answers in less time. Plain Python
counts everything without it, with `CLUETREE_NATIVE=0` in the environment, and where the core
declines because a number might not fit. Both give the same facts, counts and chances; what they
charge and which deals a seed draws may differ.
"""

import os
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import inf
from operator import sub
from threading import Lock
from typing import Final, Protocol, TypeAlias, TypeVar

from cluetree.deduction import bits
from cluetree.exact._counter import Counter
from cluetree.exact._problem import CATEGORIES, Label, OpenCard, Problem, Tally
from cluetree.limit import Bound, Meter, memory_reached

CardClass: TypeAlias = int
"""Interchangeable cards of one category: the number of the first of them, or `~seat` if the seat
that has them is known."""
GuessClass: TypeAlias = tuple[CardClass, ...]
"""The classes of a suggestion's three cards; suggestions of one class have the same replies."""
Shares: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""For each seat, for each set of asked cards held, each card's share of being shown."""
Shown: TypeAlias = tuple[tuple[int, int], ...]
"""The players who show, by seat in asking order, and which of the three asked cards."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about many suggestions; the core reads the attributes by name."""

    problem: Problem
    deals_bits: int
    """The number of bits of the number of deals."""
    hidden: Sequence[Sequence[tuple[int, ...]]]
    """For each category the cards from which one is hidden, those of a group together."""
    plain: int
    """The plain cards that are never asked for, as a set."""
    special: Sequence[int]
    """The other cards never asked for."""
    asked: Sequence[Sequence[int]]
    """For each category every candidate."""
    seats: Sequence[int]
    """For each place of the problem, the seat."""
    order: Sequence[int]
    """The seats of the asked players, in asking order."""
    most: int
    """The maximum number of players who show."""
    habits: Sequence[Shares]
    scale: int
    """The sum of the shares of one player."""
    guesses: Sequence[tuple[GuessClass, int]]
    """Which classes are to be scored, by which habits."""


Figures: TypeAlias = tuple[float, float, float, tuple[float, float, float], Mapping[Shown, float]]
"""Gain and leak, in bits; the probability that the envelope is known after the reply, that each
category's card is known, and that each reply is given."""

Check: TypeAlias = Callable[[], None]
"""Raises `LimitReached` once the work must end."""

_API: Final = 7
"""The version of the interface; a core of another version is ignored."""
_SPEED: Final = 10
"""The number of states of the core that are charged as one unit, because it is faster."""
_FIRST: Final = 100_000
"""The states of a count to which that applies."""
_SLOWER: Final = 3
"""The same number for further states, for which the caches of a processor are too small."""

_MOST_STATES: Final = 1_200_000
"""The maximum number of states of a count under a limit; the core keeps them all."""

_Asked = TypeVar("_Asked", contravariant=True)  # noqa: PLC0105 -- asked, not "in"
_Answer = TypeVar("_Answer", covariant=True)  # noqa: PLC0105
_Counted: TypeAlias = tuple[int, tuple[tuple[int, ...], ...], dict[Label, int]]
_Scored: TypeAlias = tuple[float, list[Figures]]


class _Work(Protocol[_Asked, _Answer]):
    """Does one kind of work; returns its states, and `None` if it declines."""

    def __call__(
        self, asked: _Asked, /, *, states: int | None, check: Check | None
    ) -> tuple[int, _Answer | None]: ...


class Sampler(Protocol):
    """Draws deals of one problem."""

    def draw(self, number: int, seed: int, /) -> list[list[int]]:
        """Draw deals, with a seed of 64 bits: for each card its place."""
        ...


@dataclass(frozen=True)
class _Core:
    """The parts of the core that are used."""

    version: str
    count: _Work[Problem, _Counted]
    sampler: _Work[Problem, Sampler]
    score: _Work[Question, _Scored]


def _load() -> _Core | None:
    if os.environ.get("CLUETREE_NATIVE") == "0":
        return None
    try:
        module = import_module("cluetree_native")
    except ModuleNotFoundError:
        return None
    if module.API != _API:
        return None
    return _Core(module.__version__, module.count, module.sampler, module.score)


_core: _Core | None = _load()


def core_version() -> str | None:
    """Return the version of the core that is in use; `None` if all is plain Python."""
    return _core.version if _core is not None else None


def by_core(
    choose: Callable[[_Core], _Work[_Asked, _Answer]],
    asked: _Asked,
    meter: Meter,
    most: float = inf,
) -> _Answer | None:
    """Let a part of the core work within the limit of a meter, and on at most so many states.

    Return `None` if the core is missing or declines.
    """
    if _core is None:
        return None
    units, _ = meter.left
    states = inf if units is None else _states(units)
    if meter.is_limited:
        states = min(states, most)
    check = meter.check if meter.is_limited else None
    asked_states = None if states == inf else int(states)
    spent, answer = choose(_core)(asked, states=asked_states, check=check)
    # One unit more than is left stops the question.
    more = max(0, spent - _FIRST)
    meter.spend(-(-(spent - more) // _SPEED) - (-more // _SLOWER))
    if answer is None and spent > states:
        raise memory_reached()
    return answer


def _states(units: int) -> int:
    """Return how many states of the core some units pay for."""
    more = max(0, units - _FIRST // _SPEED)
    return (units - more) * _SPEED + more * _SLOWER


# Counting

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
    """Count as if no accusation had failed, by the compiled core or in plain Python."""
    meter.spend(_SETUP)
    counted = by_core(lambda core: core.count, problem, meter, _MOST_STATES)
    if counted is not None:
        return Tally(*counted)
    meter.spend(_CARD * len(problem.cards))
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


def sampler(problem: Problem, meter: Meter) -> Sampler:
    """Prepare to draw deals of one problem, by the compiled core where that is possible."""
    drawn = by_core(lambda core: core.sampler, problem, meter, _MOST_STATES)
    return drawn or Counter(problem, meter)
