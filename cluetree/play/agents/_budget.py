"""How much a decision may take: a number of playouts, or a time."""

from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter
from typing import Final

_FIRST_PACE: Final = 50_000.0
"""Playouts a second, before any decision was timed."""


class Budget:
    """Says how many playouts a decision is given.

    Args:
        playouts: How many, if no time is given.
        seconds: How long a decision takes, about; as many are given then as fit at the pace of
            the decisions before. 0 for no time.
    """

    def __init__(self, playouts: int, seconds: float):
        self._playouts = playouts
        self._seconds = seconds
        self._pace = _FIRST_PACE

    @contextmanager
    def decision(self) -> Generator[int, None, None]:
        """Give the number for a decision that is made within this context."""
        if not self._seconds:
            yield self._playouts
            return
        started = perf_counter()
        number = max(1, int(self._pace * self._seconds))
        yield number
        self._pace = number / max(perf_counter() - started, 1e-6)
