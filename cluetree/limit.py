"""A bound on work, for callers who would rather have less of an answer than a late one."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import Final, TypeAlias, TypeVar

from cluetree.errors import InvalidLimitError, LimitReached

T = TypeVar("T")
N = TypeVar("N", int, float)

PIECE: Final = 1024
"""So many states are gone through in a few hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How much work a question may take; what is `None` is not limited.

    A limit never makes an answer wrong: what was not worked out is left out or marked as such,
    and where nothing is left, `LimitReached` is raised.

    Raises:
        InvalidLimitError: If a bound is negative, or no number.
    """

    seconds: float | None = None
    """Wall-clock seconds, from the call on."""
    states: int | None = None
    """Units of work, the same on every machine: a state of a count, or an attempt of a search.
    It bounds the memory too, for that is mostly states."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            verify_limit("seconds", self.seconds)
        if self.states is not None:
            verify_limit("states", self.states, whole=True)


def verify_limit(name: str, value: object, *, least: int = 0, whole: bool = False) -> None:
    """Check a bound on work that a caller set.

    Raises:
        InvalidLimitError: If it is no number, or below the least that makes sense.
    """
    # No `<`, for nan is not below anything.
    enough = isinstance(value, int | float) and not isinstance(value, bool) and value >= least
    if not enough or (whole and not isinstance(value, int)):
        word = "whole number" if whole else "number"
        raise InvalidLimitError(f"{name} is a {word} from {least} up, not {value!r}")


_FREE: Final = Limit()
MOST_BYTES: Final = 1 << 25
"""How large the weights of one layer of states may be, where there is a limit."""
ATTEMPT: Final = 20
"""To draw what follows from one more fact, by rules, takes about as long as so many states."""
PATIENCE: Final = Limit(seconds=5)
"""How much work a question of a person's may take, if they do not say."""


class Meter:
    """The work done on one question so far, held against its limit.

    It is started with the question and handed down to all that the question asks in turn.
    """

    def __init__(self, limit: Limit | None = None, *, within: "Meter | None" = None):
        """Start measuring, as a part of other work where that is given."""
        self._limit = limit or _FREE
        self._within = within
        self._started = monotonic()
        self.spent = 0
        """The units of work done."""

    @classmethod
    def of(cls, bound: "Bound") -> "Meter":
        """Return the meter of a question that is being asked, or start one."""
        return bound if isinstance(bound, Meter) else cls(bound)

    @property
    def left(self) -> tuple[int | None, float | None]:
        """The states and the seconds that are left; `None` for any number."""
        states, seconds = self._limit.states, self._limit.seconds
        return (
            None if states is None else max(0, states - self.spent),
            None if seconds is None else max(0.0, seconds - (monotonic() - self._started)),
        )

    def part(self, share: float = 1.0, *, most: Limit | None = None) -> "Meter":
        """Return a meter for a part of the work: a share of what is left, and no more than that."""
        states, seconds = self.left
        bound = most or Limit()
        return Meter(
            Limit(
                _least(None if seconds is None else seconds * share, bound.seconds),
                _least(None if states is None else int(states * share), bound.states),
            ),
            within=self,
        )

    def spend(self, states: int = 1) -> None:
        """Add to the work done.

        Raises:
            LimitReached: If that was too much, or it took too long.
        """
        most = self._limit.states
        if most is not None:
            # One too many says it: so what a part has cost does not depend on how it ended.
            states = min(states, most - self.spent + 1)
        self.spent += states
        if self._within is not None:
            self._within.spend(states)
        if most is not None and self.spent > most:
            raise LimitReached(f"the answer needs more than {self._asked.states} states")
        self.check()

    @property
    def _asked(self) -> Limit:
        """The limit of the whole question, which people know of."""
        return self._limit if self._within is None else self._within._asked  # noqa: SLF001

    def check(self) -> None:
        """Look at the clock.

        Raises:
            LimitReached: If it took too long.
        """
        seconds = self._limit.seconds
        if seconds is not None and monotonic() - self._started > seconds:
            raise LimitReached(f"the answer needs more than {self._asked.seconds:g} seconds")

    def hold(self, size: int) -> None:
        """Bound how many bytes may be kept at a time, where there is any limit.

        Raises:
            LimitReached: If these are too many.
        """
        if size > MOST_BYTES and self._limit != _FREE:
            raise LimitReached("the answer needs more memory than a limit leaves it")

    def pieces(self, states: dict[int, T], size: int = PIECE) -> Iterator[dict[int, T]]:
        """Part many states into some at a time, and look at the clock in between.

        Raises:
            LimitReached: If it took too long.
        """
        if len(states) <= min(size, PIECE):
            yield states
            return
        items = iter(states.items())
        while some := dict(islice(items, min(size, PIECE))):
            yield some
            self.check()


def _least(left: N | None, most: N | None) -> N | None:
    return min((bound for bound in (left, most) if bound is not None), default=None)


Bound: TypeAlias = Limit | Meter | None
"""What bounds a piece of work: a limit of its own, or the meter of what it is a part of."""
