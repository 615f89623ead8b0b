"""Games as a PettingZoo environment, for those who train agents.

`env` makes one; `AgentPolicy` puts an agent of cluetree in a seat of it, and `PolicyAgent` lets
a trained policy play anywhere else. Needs `pip install -e '.[envs]'`.
"""

from cluetree.errors import MissingExtraError

try:
    import pettingzoo
except ImportError as _error:
    raise MissingExtraError("environments", "pettingzoo", "envs") from _error

from cluetree.play.env._pettingzoo import AECEnv, Info, Observation
from cluetree.play.env.actions import Accusations, Actions
from cluetree.play.env.environment import ClueEnv, RenderMode, env
from cluetree.play.env.observation_layout import Array, ObservationLayout
from cluetree.play.env.policies import ActionPolicy, AgentPolicy, PolicyAgent, random_policy
from cluetree.play.env.requests import Request
from cluetree.play.env.seat_observer import SeatObserver
from cluetree.play.env.vector import ClueVectorEnv, Observations

__all__ = (
    "AECEnv",
    "Accusations",
    "ActionPolicy",
    "Actions",
    "AgentPolicy",
    "Array",
    "ClueEnv",
    "ClueVectorEnv",
    "Info",
    "Observation",
    "ObservationLayout",
    "Observations",
    "PolicyAgent",
    "RenderMode",
    "Request",
    "SeatObserver",
    "env",
    "random_policy",
)

del pettingzoo
