"""A bound on work, for callers who would rather have no answer than a late one."""

from dataclasses import dataclass
from time import monotonic

from cluetree.errors import InvalidLimitError, LimitReached


@dataclass(frozen=True, slots=True)
class Limit:
    """How much work a count may take; what is `None` is not limited.

    A limit never changes an answer: work that would pass it raises `LimitReached`.

    Raises:
        InvalidLimitError: If a bound is negative, or no number.
    """

    seconds: float | None = None
    """Wall-clock seconds, from the call on."""
    states: int | None = None
    """States of the count, summed over its steps: the same on every machine."""

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


class Meter:
    """Work done so far, held against a limit."""

    def __init__(self, limit: Limit | None = None):
        self._limit = limit or Limit()
        self._started = monotonic()
        self._states = 0

    @property
    def left(self) -> tuple[int | None, float | None]:
        """The states and the seconds that are left; `None` for any number."""
        states, seconds = self._limit.states, self._limit.seconds
        return (
            None if states is None else max(0, states - self._states),
            None if seconds is None else max(0.0, seconds - (monotonic() - self._started)),
        )

    def spend(self, states: int) -> None:
        """Add to the work done.

        Raises:
            LimitReached: If that was too much.
        """
        self._states += states
        most = self._limit.states
        if most is not None and self._states > most:
            raise LimitReached(f"the count needs more than {most} states")
        seconds = self._limit.seconds
        if seconds is not None and monotonic() - self._started > seconds:
            raise LimitReached(f"the count needs more than {seconds:g} seconds")
