"""Limits on the work of one question."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Final, TypeAlias, TypeVar

from cluetree.errors import InvalidLimitError, LimitReached

N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True)
class Limit:
    """The maximum work of a question; `None` is unlimited.

    A limit never makes an answer wrong. Missing parts are left out or marked, and estimates are
    marked. Only a question that has found nothing at all raises `LimitReached`.

    Raises:
        InvalidLimitError: If a bound is negative or not a number.
    """

    seconds: float | None = None
    """Wall-clock seconds from the call on."""
    states: int | None = None
    """Units of work, the same on every machine. One unit is about one state of a count in plain
    Python."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            verify_limit("seconds", self.seconds)
        if self.states is not None:
            verify_limit("states", self.states, whole=True)


MOST_DRAWS: Final = 10**9
"""The maximum number of deals to draw; they would not fit into any memory."""


def verify_limit(
    name: str, value: object, *, least: int = 0, most: float = inf, whole: bool = False
) -> None:
    """Raise `InvalidLimitError` if a caller's bound is not a number from `least` to `most`."""
    # `value < least` would accept NaN.
    fits = isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most
    if not fits or (whole and not isinstance(value, int)):
        what = "a whole number" if whole else "a number"
        bounds = f"of at least {least}" if most == inf else f"from {least} to {most}"
        raise InvalidLimitError(f"{name} must be {what} {bounds}, got {value!r}")


UNLIMITED: Final = Limit()
DEFAULT: Final = Limit(states=3_000_000)
"""The default limit of a notebook: about ten seconds and 400 MB at most."""
PATIENCE: Final = Limit(seconds=5)
"""The default limit of interactive programs."""
MOST_BYTES: Final = 1 << 27
"""The maximum memory of one count under any limit."""
ATTEMPT: Final = 20
"""The charge for applying the rules after one assumption, which takes the time of 20 states."""


class Deadline:
    """The moment when work must end: some seconds after its creation (`None`: never).

    Questions asked within `applied` observe the deadline in addition to their own limits.
    """

    def __init__(self, seconds: float | None = None):
        self.seconds: Final = inf if seconds is None else seconds
        self._end = monotonic() + self.seconds

    @property
    def left(self) -> float:
        """The remaining seconds; 0 after it, and infinity if there is no end."""
        return max(0.0, self._end - monotonic())

    def end(self) -> None:
        """Let the work end now; another thread may call this."""
        self._end = -inf

    def check(self) -> None:
        """Raise `LimitReached` if the time is over."""
        if monotonic() >= self._end:
            raise LimitReached(f"the answer needs more than {self.seconds:g} seconds")

    def cuts(self, limit: Limit | None) -> bool:
        """Return whether it leaves a question less time than its limit."""
        return self.left < (inf if limit is None or limit.seconds is None else limit.seconds)

    @staticmethod
    def current() -> "Deadline | None":
        """Return the applied deadline, if there is one."""
        return _DEADLINE.get()

    @contextmanager
    def applied(self) -> Generator["Deadline"]:
        """Apply it to every question of the block."""
        token = _DEADLINE.set(self)
        try:
            yield self
        finally:
            _DEADLINE.reset(token)


_DEADLINE: Final[ContextVar[Deadline | None]] = ContextVar("deadline", default=None)


class Meter:
    """The work done on one question so far, compared with its limit and its deadline.

    A question creates the meter and passes it to its parts.
    """

    def __init__(self, limit: Limit | None = None, *, within: "Meter | None" = None):
        """Start measuring, as part of other work if `within` is given."""
        self._limit = limit or UNLIMITED
        self._within = within
        self._started = monotonic()
        self._deadline = _DEADLINE.get()
        self.spent: int = 0
        """The units of work done."""

    @classmethod
    def of(cls, bound: "Bound") -> "Meter":
        """Return the meter of a question in progress, or start one with this limit."""
        if isinstance(bound, Meter):
            return bound
        return cls(bound)

    @property
    def is_limited(self) -> bool:
        """Whether there is any limit."""
        return self._limit != UNLIMITED or self._deadline is not None

    @property
    def left(self) -> tuple[int | None, float | None]:
        """The remaining states and seconds; `None` is unlimited."""
        states, seconds = self._limit.states, self._limit.seconds
        until = inf if self._deadline is None else self._deadline.left
        if seconds is not None:
            until = min(until, max(0.0, seconds - (monotonic() - self._started)))
        left = None if states is None else max(0, states - self.spent)
        return left, None if until == inf else until

    def part(self, share: float = 1.0, *, most: Limit | None = None) -> "Meter":
        """Return a meter for part of the work: a share of the remaining limit, at most `most`."""
        states, seconds = self.left
        bound = most or UNLIMITED
        most_seconds = _least(None if seconds is None else seconds * share, bound.seconds)
        most_states = _least(None if states is None else int(states * share), bound.states)
        return Meter(Limit(most_seconds, most_states), within=self)

    def spend(self, states: int = 1) -> None:
        """Add to the work done; raise `LimitReached` if that exceeds the limit."""
        most = self._limit.states
        if most is not None:
            # Overshoot by one, so that the cost of a part does not depend on how it ended.
            states = min(states, most - self.spent + 1)
        self.spent += states
        if self._within is not None:
            self._within.spend(states)
        if most is not None and self.spent > most:
            raise LimitReached(f"the answer needs more than {self._asked.states} states")
        self.check()

    @property
    def _asked(self) -> Limit:
        """The limit of the whole question, which the caller set."""
        return self._limit if self._within is None else self._within._asked  # noqa: SLF001

    def check(self) -> None:
        """Raise `LimitReached` if the time or the deadline is over."""
        if self._deadline is not None:
            self._deadline.check()
        seconds = self._limit.seconds
        if seconds is not None and monotonic() - self._started > seconds:
            raise LimitReached(f"the answer needs more than {self._asked.seconds:g} seconds")

    @contextmanager
    def paused(self) -> Generator[None]:
        """Stop the clock while the caller works."""
        since = monotonic()
        yield
        self._started += monotonic() - since

    def hold(self, size: int) -> None:
        """Raise `LimitReached` if this many bytes are too much under any limit."""
        if size > MOST_BYTES and self.is_limited:
            raise memory_reached()


def memory_reached() -> LimitReached:
    """Return the error that a count needs too much memory."""
    return LimitReached("the answer needs more memory than a limit allows")


def _least(left: N | None, most: N | None) -> N | None:
    return min((bound for bound in (left, most) if bound is not None), default=None)


Bound: TypeAlias = Limit | Meter | None
"""A separate limit, or the meter of the enclosing question."""
