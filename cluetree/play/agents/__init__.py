"""Agents of the literature, and simple ones to measure others by.

Each is configured by its constructor and then plays one seat of one game at a time.
"""

from cluetree.play.agents.deal_rollout import DealRollout
from cluetree.play.agents.heuristic import Heuristic
from cluetree.play.agents.information_greedy import InformationGreedy
from cluetree.play.agents.policy_rollout import PolicyRollout
from cluetree.play.agents.random_stateful import RandomStateful
from cluetree.play.agents.random_stateless import RandomStateless
from cluetree.play.agents.reading_rollout import ReadingRollout
from cluetree.play.agents.wensel import Wensel

__all__ = (
    "DealRollout",
    "Heuristic",
    "InformationGreedy",
    "PolicyRollout",
    "RandomStateful",
    "RandomStateless",
    "ReadingRollout",
    "Wensel",
)
