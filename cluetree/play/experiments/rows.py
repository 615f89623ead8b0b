"""What an experiment finds: measures with intervals, ours beside the paper's."""

from dataclasses import dataclass
from typing import Final

from cluetree.play.interval import Interval

TURNS: Final = "turns"
"""The measure of how many suggestions a game takes, whoever wins."""
WIN_TURNS: Final = "turns a win"
"""The measure of how many suggestions, everybody's, the games take that the one agent wins: what
the paper's figures call turns."""
SEATS: Final = ("seat 1 %", "seat 2 %", "seat 3 %")
"""The measures of how many games each seat wins, in percent."""
WON: Final = "won %"
"""The measure of how many games the one agent wins against two others, in percent."""


@dataclass(frozen=True)
class Measure:
    """One number of the paper, measured."""

    name: str
    found: Interval | None
    """Ours, with its 95 % interval clustered by deal; `None` for the turns of no games."""
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
