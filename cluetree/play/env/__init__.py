"""Games for those who train agents.

`ClueVectorEnv` plays thousands of games at once by Gymnasium's conventions, and `ClueEnv` plays
one by PettingZoo's, with the same observations. `LearntPlayer` lets a trained policy play
anywhere else. Needs `pip install -e '.[envs]'`.
"""

from cluetree.errors import MissingExtraError

try:
    import pettingzoo
except ImportError as _error:
    raise MissingExtraError("environments", "pettingzoo", "envs") from _error

from cluetree.play.env.aec import ClueEnv
from cluetree.play.env.observing import (
    Array,
    Learnt,
    LearntPlayer,
    Observation,
    Observer,
    split,
)
from cluetree.play.env.vector import ClueVectorEnv

__all__ = (
    "Array",
    "ClueEnv",
    "ClueVectorEnv",
    "Learnt",
    "LearntPlayer",
    "Observation",
    "Observer",
    "split",
)

del pettingzoo
