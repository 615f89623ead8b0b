"""Time for programs, so that no test depends on the load of the machine."""

from itertools import count
from typing import Final

import pytest

from cluetree.play import supervised
from cluetree.play.outside import child, programs
from cluetree.play.outside.child import Child

LONG: Final = 300.0
"""Seconds for programs that answer or end."""


def let_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give programs all the time they need to end."""
    monkeypatch.setattr(child, "_GRACE", LONG)
    monkeypatch.setattr(child, "_KILL", LONG)


def give_up_after_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time of a request end after any line that does not answer it."""
    times = count(0)
    monkeypatch.setattr(programs, "monotonic", lambda: LONG / 2 * next(times))


def let_only_silence_be_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give all programs time, except the silent bot once it is asked for a choice."""
    receive = Child.receive

    def receive_later(self: Child, seconds: float) -> bytes:
        silent = "silence" in map(str, self._process.args)  # type: ignore[arg-type]
        return receive(self, seconds if silent and seconds < 1 else LONG)

    monkeypatch.setattr(Child, "receive", receive_later)
    monkeypatch.setattr(programs, "monotonic", lambda: 0.0)
    monkeypatch.setattr(supervised, "monotonic", lambda: 0.0)
    monkeypatch.setattr(supervised, "_set_alarm", lambda _seconds: None)
    let_end(monkeypatch)
