"""A bound on work, for callers who would rather have no answer than a late one."""

from dataclasses import dataclass
from time import monotonic

from cluetree.errors import LimitReached


@dataclass(frozen=True, slots=True)
class Limit:
    """How much work a count may take; what is `None` is not limited.

    A limit never changes an answer: work that would pass it raises `LimitReached`.
    """

    seconds: float | None = None
    """Wall-clock seconds, from the call on."""
    states: int | None = None
    """States of the count, summed over its steps: the same on every machine."""


class Meter:
    """Work done so far, held against a limit."""

    def __init__(self, limit: Limit | None = None):
        self._limit = limit or Limit()
        self._started = monotonic()
        self._states = 0

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
