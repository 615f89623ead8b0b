"""The table and the figures of the paper on Clue as a Markov decision process, reproduced.

An `Experiment` turns `Settings` into rows, with our values beside the paper's; `save` writes
them.
"""

from paper.catalog import EXPERIMENTS, Experiment, Outcome, experiment_named
from paper.files import save, to_csv, to_json
from paper.measures import Measure, Row
from paper.settings import FULL, QUICK, Interpretation, RunContext, Settings

__all__ = (
    "EXPERIMENTS",
    "FULL",
    "QUICK",
    "Experiment",
    "Interpretation",
    "Measure",
    "Outcome",
    "Row",
    "RunContext",
    "Settings",
    "experiment_named",
    "save",
    "to_csv",
    "to_json",
)
