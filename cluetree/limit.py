"""Limits on the time and the memory of one question."""

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
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
    """The time of one question and of its parts.

    It ends after its seconds (`None`: never), with a meter that applied when it was made, or when
    another thread calls `end`.
    """

    def __init__(self, seconds: float | None = None):
        self._begun, self._outer = monotonic(), _APPLIED.get()
        self._end = self._begun + (inf if seconds is None else seconds)
        whole = inf if self._outer is None else self._outer.seconds
        self.seconds: float = whole if seconds is None else seconds
        """The seconds of the whole question, which the caller knows."""

    @property
    def left(self) -> float:
        """The remaining seconds; 0 after the end, and infinity without an end."""
        own = max(0.0, self._end - monotonic())
        return own if self._outer is None else min(own, self._outer.left)

    @property
    def spent(self) -> float:
        """The seconds since the start."""
        return monotonic() - self._begun

    def check(self) -> None:
        """Raise `LimitReached` if the time is over."""
        if self._outer is not None:
            self._outer.check()
        if monotonic() >= self._end:
            raise LimitReached(f"the answer needs more than {self.seconds:g} seconds")

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

Bound: TypeAlias = Limit | float | None
"""A limit or its seconds; `None` for no limit."""
OwnBound: TypeAlias = Bound | Literal["own"]
"""A bound, or "own" for the limit that the notebook has."""


def limited(bound: Bound) -> AbstractContextManager[Meter]:
    """Apply a limit to the questions of a block, besides one that applies already.

    Raises:
        InvalidLimitError: If it is not a limit.
    """
    limit = bound if isinstance(bound, Limit) else Limit(bound)
    return Meter(limit.seconds).applied()


def part(share: float) -> AbstractContextManager[Meter]:
    """Give the questions of a block a share of the time that is left."""
    whole, meter = _APPLIED.get(), Meter(seconds_left() * share)
    meter.seconds = meter.seconds if whole is None else whole.seconds
    return meter.applied()


def seconds_left() -> float:
    """Return the seconds that are left to the question in progress."""
    meter = _APPLIED.get()
    return inf if meter is None else meter.left


def check_time() -> None:
    """Raise `LimitReached` if the time of the question in progress is over."""
    meter = _APPLIED.get()
    if meter is not None:
        meter.check()


def check_memory(size: int) -> None:
    """Raise `LimitReached` if a limit applies and this many bytes exceed `MOST_BYTES`."""
    if size > MOST_BYTES and seconds_left() < inf:
        raise LimitReached(f"the answer needs more than {MOST_BYTES >> 20} MB of memory")
