"""Agents of the literature, and stronger ones.

Each is configured by its constructor and then plays one seat of one game at a time.
"""

from cluetree.play.agents._base import DeducingAgent, PolicyPlayer
from cluetree.play.agents.published import (
    Heuristic,
    RandomStateful,
    RandomStateless,
    Seeker,
    Wensel,
)
from cluetree.play.agents.rollouts import Strongest

__all__ = (
    "DeducingAgent",
    "Heuristic",
    "PolicyPlayer",
    "RandomStateful",
    "RandomStateless",
    "Seeker",
    "Strongest",
    "Wensel",
)
