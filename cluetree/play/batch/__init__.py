"""Many games at once, with numpy: for experiments, and for the playouts of stronger agents.

Needs numpy: `pip install -e '.[fast]'`.
"""

from cluetree.errors import MissingExtraError

try:
    import numpy as np
except ImportError as error:
    raise MissingExtraError("batch games", "numpy", "fast") from error

from cluetree.play.batch.layout import BatchLayout, Constraints, deal
from cluetree.play.batch.loop import (
    PAPER,
    BatchRules,
    Games,
    Opening,
    Outcomes,
    ShownFirst,
    play,
    play_on,
)
from cluetree.play.batch.masks import Flags, Masks, Rows, settled
from cluetree.play.batch.policies import (
    AnyPolicy,
    BluffPolicy,
    HeuristicPolicy,
    LikeliestPolicy,
    MixedPolicy,
    Policy,
    RandomStatefulPolicy,
    RandomStatelessPolicy,
    WenselPolicy,
    chances,
)
from cluetree.play.batch.rollouts import Watch, mixed, playouts, replay, weigh
from cluetree.play.batch.suggesting import Habit, Start
from cluetree.play.batch.views import (
    Answers,
    Asked,
    BatchDeduction,
    ShowRule,
    ShowRules,
    View,
    Views,
)
from cluetree.play.batch.walks import BatchBoard
from cluetree.play.batch.what_ifs import (
    DealTransition,
    FormulaTransition,
    Position,
    Transition,
    turns_to_solve,
)

__all__ = (
    "PAPER",
    "Answers",
    "AnyPolicy",
    "Asked",
    "BatchBoard",
    "BatchDeduction",
    "BatchLayout",
    "BatchRules",
    "BluffPolicy",
    "Constraints",
    "DealTransition",
    "Flags",
    "FormulaTransition",
    "Games",
    "Habit",
    "HeuristicPolicy",
    "LikeliestPolicy",
    "Masks",
    "MixedPolicy",
    "Opening",
    "Outcomes",
    "Policy",
    "Position",
    "RandomStatefulPolicy",
    "RandomStatelessPolicy",
    "Rows",
    "ShowRule",
    "ShowRules",
    "ShownFirst",
    "Start",
    "Transition",
    "View",
    "Views",
    "Watch",
    "WenselPolicy",
    "chances",
    "deal",
    "mixed",
    "play",
    "play_on",
    "playouts",
    "replay",
    "settled",
    "turns_to_solve",
    "weigh",
)

del np
