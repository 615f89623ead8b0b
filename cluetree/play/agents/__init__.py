"""Agents of the literature, stronger ones, and adversaries to measure these by.

Each is configured by its constructor and then plays one seat of one game at a time.
"""

from cluetree.play.agents._base import PolicyPlayer
from cluetree.play.agents.adversaries import (
    Bluffer,
    Decoy,
    Mule,
    Parrot,
    Penitent,
    Seesaw,
    Turncoat,
    Veteran,
)
from cluetree.play.agents.published import (
    Heuristic,
    InformationGreedy,
    RandomStateful,
    RandomStateless,
    Seeker,
    Wensel,
)
from cluetree.play.agents.rollouts import DealRollout, ReadingRollout, Strongest

__all__ = (
    "Bluffer",
    "DealRollout",
    "Decoy",
    "Heuristic",
    "InformationGreedy",
    "Mule",
    "Parrot",
    "Penitent",
    "PolicyPlayer",
    "RandomStateful",
    "RandomStateless",
    "ReadingRollout",
    "Seeker",
    "Seesaw",
    "Strongest",
    "Turncoat",
    "Veteran",
    "Wensel",
)
