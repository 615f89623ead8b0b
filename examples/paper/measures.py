"""The measures of an experiment, and the values that the paper prints.

The paper's figures have no numbers, except the best result that its text names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from cluetree.play.interval import Interval

TURNS: Final = "turns"
"""Suggestions per game."""
WIN_TURNS: Final = "turns a win"
"""Suggestions by all players per game that the focal agent wins; the figures' "turns"."""
SEATS: Final = ("seat 1 %", "seat 2 %", "seat 3 %")
"""Percentage of games won by each seat."""
WON: Final = "won %"
"""Percentage of games that the focal agent wins against two others."""


@dataclass(frozen=True)
class Measure:
    """Our measurement of one quantity, and the paper's."""

    name: str
    found: Interval | None
    """Our mean with its 95 % interval clustered by deal; `None` without games."""
    paper: float | None = None
    """The published value, if printed as a number."""


@dataclass(frozen=True)
class Row:
    """One row of a table, or one point of a figure."""

    agent: str
    set_up: str
    """The agent's `repr`, with all options."""
    deals: int
    games: int
    measures: tuple[Measure, ...]
    w: int | None = None
    """Simulations per suggestion, for rollouts."""
    horizon: int | None = None
    """Suggestions per simulation, for rollouts."""


TABLE_1: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        agent: MappingProxyType(dict(zip((TURNS, *SEATS), values, strict=True)))
        for agent, values in {
            "random stateless": (111.0, 33.7, 33.4, 32.8),
            "random stateful": (15.8, 39.0, 29.7, 31.3),
            "random rollout": (12.9, 38.7, 30.2, 31.2),
            "heuristic": (11.7, 35.2, 29.7, 35.1),
            "heuristic rollout": (13.0, 40.7, 26.8, 32.5),
        }.items()
    }
)
"""Turns per game and percentage of games won from each seat, by agent."""

BEST_HEURISTIC_ROLLOUT_TURNS: Final = 10.7
"""The lowest turns per win over the heuristic base, for `w` up to 3,000."""
