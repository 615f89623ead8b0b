"""Agents of the literature, stronger ones, and others to measure these by.

Each is configured by its constructor and then plays one seat of one game at a time.
"""

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
from cluetree.play.agents.deal_rollout import DealRollout
from cluetree.play.agents.heuristic import Heuristic
from cluetree.play.agents.information_greedy import InformationGreedy
from cluetree.play.agents.policy_rollout import PolicyRollout
from cluetree.play.agents.random_stateful import RandomStateful
from cluetree.play.agents.random_stateless import RandomStateless
from cluetree.play.agents.reading_rollout import ReadingRollout
from cluetree.play.agents.strongest import Strongest
from cluetree.play.agents.wensel import Wensel

__all__ = (
    "Bluffer",
    "DealRollout",
    "Decoy",
    "Heuristic",
    "InformationGreedy",
    "Mule",
    "Parrot",
    "Penitent",
    "PolicyRollout",
    "RandomStateful",
    "RandomStateless",
    "ReadingRollout",
    "Seesaw",
    "Strongest",
    "Turncoat",
    "Veteran",
    "Wensel",
)
