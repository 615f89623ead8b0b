"""Clocks of limits that tests set, so that no test depends on the speed of a machine."""

from itertools import count

import pytest

CLOCK = "cluetree.limit.monotonic"


class Clock:
    """A clock that a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.now = 0.0
        monkeypatch.setattr(CLOCK, lambda: self.now)


def tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a second pass whenever a limit reads the clock."""
    ticks = count()
    monkeypatch.setattr(CLOCK, lambda: float(next(ticks)))
