"""Limits on the time and the memory of one question."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Final, Literal, TypeAlias

from cluetree.errors import InvalidLimitError, LimitReached


@dataclass(frozen=True, slots=True)
class Limit:
    """The maximum time of a question; `None` is unlimited.

    A limit never makes an answer wrong: an answer is exact, or it says what is missing. A question
    that has found nothing raises `LimitReached`.

    Raises:
        InvalidLimitError: If the seconds are negative or not a number.
    """

    seconds: float | None = None
    """Wall-clock seconds from the call on."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            verify_limit("seconds", self.seconds)


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


DEFAULT: Final = Limit(seconds=10)
"""The default limit of a notebook."""
PATIENCE: Final = Limit(seconds=4)
"""The default limit of interactive programs."""
MOST_BYTES: Final = 1 << 27
"""The maximum memory of one count under any limit."""


class Meter:
    """The time of one question, which passes the meter to its parts.

    It ends after its seconds (`None`: never), or when another thread calls `end`. Questions asked
    within `applied` also end with that meter.
    """

    def __init__(self, seconds: float | None = None, *, part_of: "Meter | None" = None):
        """Start measuring; as part of other work if `part_of` is given."""
        own = inf if seconds is None else seconds
        self._begun = monotonic()
        self._end = self._begun + own
        self._outer = _APPLIED.get() if part_of is None else part_of
        self.seconds: float = own if part_of is None else part_of.seconds
        """The seconds of the whole question, which the caller knows."""

    @classmethod
    def of(cls, bound: "Bound") -> "Meter":
        """Return the meter of a question in progress, or start one with this limit.

        Raises:
            InvalidLimitError: If it is not a limit.
        """
        if isinstance(bound, Meter):
            return bound
        limit = bound if isinstance(bound, Limit) else Limit(bound)
        return cls(limit.seconds)

    @property
    def left(self) -> float:
        """The remaining seconds; 0 after the end, and infinity without an end."""
        own = max(0.0, self._end - monotonic())
        return own if self._outer is None else min(own, self._outer.left)

    @property
    def spent(self) -> float:
        """The seconds since the start."""
        return monotonic() - self._begun

    def part(self, share: float) -> "Meter":
        """Return a meter for part of the work, with a share of the remaining time."""
        return Meter(self.left * share, part_of=self)

    def check(self) -> None:
        """Raise `LimitReached` if the time is over."""
        if self._outer is not None:
            self._outer.check()
        if monotonic() >= self._end:
            raise LimitReached(f"the answer needs more than {self.seconds:g} seconds")

    def check_memory(self, size: int) -> None:
        """Raise `LimitReached` if there is a limit and this many bytes exceed `MOST_BYTES`."""
        if size > MOST_BYTES and self.left < inf:
            raise LimitReached(f"the answer needs more than {MOST_BYTES >> 20} MB of memory")

    def end(self) -> None:
        """End the work now; another thread may call this."""
        self._end = -inf

    @contextmanager
    def paused(self) -> Generator[None]:
        """Stop the clock while the caller works."""
        since = monotonic()
        yield
        self._end += monotonic() - since

    @contextmanager
    def applied(self) -> Generator["Meter"]:
        """Apply it to every question of the block."""
        token = _APPLIED.set(self)
        try:
            yield self
        finally:
            _APPLIED.reset(token)


_APPLIED: Final[ContextVar[Meter | None]] = ContextVar("meter", default=None)

Bound: TypeAlias = Limit | Meter | float | None
"""A separate limit or its seconds, `None` for no limit; or the meter of the enclosing question."""
OwnBound: TypeAlias = Bound | Literal["own"]
"""A bound, or "own" for the limit that the notebook has."""
