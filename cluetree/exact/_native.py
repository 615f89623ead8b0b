"""The seam to the compiled core, the distribution `cluetree-native`: the same answers, sooner.

Without it, with `CLUETREE_NATIVE=0` in the environment, and where it declines because a number
might not fit, everything is counted in plain Python.
"""

import os
from dataclasses import dataclass
from importlib import import_module
from typing import Final, Protocol, TypeAlias

from cluetree.exact._problem import Problem
from cluetree.exact._tally import Label, Tally
from cluetree.exact.limit import Meter
from cluetree.exact.questions import Figures, Question

_API: Final = 2
"""Which core is understood here; another one is left alone."""

_Counted: TypeAlias = tuple[int, tuple[tuple[int, ...], ...], dict[Label, int]]
_Scored: TypeAlias = tuple[float, list[Figures]]


class _Count(Protocol):
    """Counts a problem; says how many states it took."""

    def __call__(
        self, problem: Problem, *, states: int | None, seconds: float | None
    ) -> tuple[int, _Counted | None]: ...


class _Score(Protocol):
    """Scores suggestions; says how many states it took."""

    def __call__(
        self, question: Question, *, states: int | None, seconds: float | None
    ) -> tuple[int, _Scored | None]: ...


@dataclass(frozen=True)
class _Core:
    """What is used of the core."""

    version: str
    count: _Count
    score: _Score


def _load() -> _Core | None:
    if os.environ.get("CLUETREE_NATIVE") == "0":
        return None
    try:
        module = import_module("cluetree_native")
    except ModuleNotFoundError:
        return None
    if module.API != _API:
        return None
    return _Core(module.__version__, module.count, module.score)


_core: _Core | None = _load()


def version() -> str | None:
    """Return the version of the core that is in use; `None` if all is plain Python."""
    return _core.version if _core is not None else None


def count(problem: Problem, meter: Meter) -> Tally | None:
    """Count as if no accusation had failed; `None` if the core is not there or declines.

    Raises:
        LimitReached: If the meter's limit is reached first.
    """
    if _core is None:
        return None
    states, seconds = meter.left
    spent, counted = _core.count(problem, states=states, seconds=seconds)
    meter.spend(spent)
    return Tally(*counted) if counted is not None else None


def score(question: Question, meter: Meter) -> _Scored | None:
    """Score suggestions: what is not known about the envelope, in bits, and each one's figures.

    `None` if the core is not there or declines.

    Raises:
        LimitReached: If the meter's limit is reached first.
    """
    if _core is None:
        return None
    states, seconds = meter.left
    spent, scored = _core.score(question, states=states, seconds=seconds)
    meter.spend(spent)
    return scored
