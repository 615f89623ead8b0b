"""The compiled core, the distribution `cluetree-native`: the same answers, sooner.

Plain Python counts everything without it, with `CLUETREE_NATIVE=0` in the environment, and where
the core declines because a number might not fit. Both give the same facts, counts and chances;
what they charge and which deals a seed draws may differ.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Final, Protocol, TypeAlias, TypeVar

from cluetree.exact._problem import Problem
from cluetree.exact._tally import Label, Tally
from cluetree.limit import Meter

Kind: TypeAlias = int
"""Cards of one category have the same kind if the count cannot tell them from each other: the
number of the card that stands for them, or `~seat` of the seat where they are known to lie."""
Orbit: TypeAlias = tuple[Kind, ...]
"""The kinds of a suggestion's three cards; suggestions of one orbit have the same numbers."""
Shares: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""For each seat, for each set of asked cards held, each card's share of being shown."""
Shown: TypeAlias = tuple[tuple[int, int], ...]
"""The players who show, by seat in asking order, and which of the three asked cards."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about many suggestions; the core reads the attributes by name."""

    problem: Problem
    deals_bits: int
    """How many bits the number of its deals has."""
    hidden: Sequence[Sequence[tuple[int, ...]]]
    """For each category the cards from which one is hidden, those of a group together."""
    plain: int
    """The plain cards that are never asked for, as a set."""
    special: Sequence[int]
    """The other cards never asked for."""
    asked: Sequence[Sequence[int]]
    """For each category every candidate."""
    seats: Sequence[int]
    """For each place of the problem the seat."""
    order: Sequence[int]
    """The seats of those who are asked, in asking order."""
    most: int
    """How many have to show at most."""
    habits: Sequence[Shares]
    scale: int
    """The sum of the shares of one player."""
    guesses: Sequence[tuple[Orbit, int]]
    """Which orbits are to be scored, by which habits."""


Figures: TypeAlias = tuple[float, float, float, tuple[float, float, float], Mapping[Shown, float]]
"""Gain and leak, in bits; the chance that the envelope is known after the reply, that each
category's card is, and the chance that each thing is shown."""

_API: Final = 4
"""The version of the interface; a core of another version is ignored."""
_SPEED: Final = 10
"""How many states of the core are charged as one unit, because it is so much quicker."""

_Asked = TypeVar("_Asked", contravariant=True)  # noqa: PLC0105 -- asked, not "in"
_Answer = TypeVar("_Answer", covariant=True)  # noqa: PLC0105
_Counted: TypeAlias = tuple[int, tuple[tuple[int, ...], ...], dict[Label, int]]
_Scored: TypeAlias = tuple[float, list[Figures]]


class _Work(Protocol[_Asked, _Answer]):
    """Does one kind of work; returns its states, and `None` if it declines."""

    def __call__(
        self, asked: _Asked, /, *, states: int | None, seconds: float | None
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


def version() -> str | None:
    """Return the version of the core that is in use; `None` if all is plain Python."""
    return _core.version if _core is not None else None


def count(problem: Problem, meter: Meter) -> Tally | None:
    """Count as if no accusation had failed; `None` if the core is not there or declines.

    Raises:
        LimitReached: If the meter's limit is reached first.
    """
    counted = None if _core is None else _within(meter, _core.count, problem)
    return Tally(*counted) if counted is not None else None


def sampler(problem: Problem, meter: Meter) -> Sampler | None:
    """Prepare to draw deals; `None` if the core is missing or declines.

    Raises:
        LimitReached: If the meter's limit is reached first.
    """
    return None if _core is None else _within(meter, _core.sampler, problem)


def score(question: Question, meter: Meter) -> _Scored | None:
    """Score suggestions: what is not known about the envelope, in bits, and each one's figures.

    `None` if the core is not there or declines.

    Raises:
        LimitReached: If the meter's limit is reached first.
    """
    return None if _core is None else _within(meter, _core.score, question)


def _within(meter: Meter, work: _Work[_Asked, _Answer], asked: _Asked) -> _Answer | None:
    """Let the core work as long as a meter allows."""
    units, seconds = meter.left
    states = None if units is None else units * _SPEED
    spent, answer = work(asked, states=states, seconds=seconds)
    # One unit more than is left stops the question.
    meter.spend(-(-spent // _SPEED))
    return answer
