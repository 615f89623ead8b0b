"""What an experiment finds: measures with intervals, ours beside the paper's."""

from dataclasses import dataclass
from typing import Final

from cluetree.play.standings import Interval

TURNS: Final = "turns"
"""The measure of how many suggestions a game takes, whoever wins."""
SEATS: Final = ("seat 1 %", "seat 2 %", "seat 3 %")
"""The measures of how many games each seat wins, in percent."""
WON: Final = "won %"
"""The measure of how many games the one agent wins against two others, in percent."""


@dataclass(frozen=True)
class Measure:
    """One number of the paper, measured."""

    name: str
    found: Interval
    """Ours, with its 95 % interval clustered by deal."""
    paper: float | None = None
    """The published value, where there is one in numbers."""


@dataclass(frozen=True)
class Row:
    """One line of a table, or one point of a figure."""

    agent: str
    set_up: str
    """The agent as code, with every option that it has."""
    deals: int
    games: int
    measures: tuple[Measure, ...]
    w: int | None = None
    """What-ifs for each suggestion, if the agent makes any."""
    horizon: int | None = None
    """A what-if's number of suggestions."""


def percent(share: Interval) -> Interval:
    """Return a share from 0 to 1 in percent."""
    return Interval(100 * share.mean, 100 * share.half_width)
