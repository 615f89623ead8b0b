"""The numbers that the paper on Clue as a Markov decision process gives in print.

Its figures are drawn without numbers, but for the best result that its text names.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cluetree.play.experiments.rows import SEATS, TURNS

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
"""Turns a game and the percentage of games won from each seat, by agent."""

BEST_HEURISTIC_ROLLOUT_TURNS: Final = 10.7
"""The fewest turns a win that any `w` up to 3,000 gave over the heuristic base."""
