"""The published experiments again: the table and the figures of the paper on Clue as an MDP.

An `Experiment` turns `Settings` into rows, ours beside the paper's; `save` writes them.
"""

from cluetree.play.experiments.catalog import EXPERIMENTS, Experiment, Outcome, experiment_named
from cluetree.play.experiments.rows import Measure, Row
from cluetree.play.experiments.run_context import RunContext
from cluetree.play.experiments.settings import FULL, QUICK, Reading, Settings
from cluetree.play.experiments.writing import save, to_csv, to_json

__all__ = (
    "EXPERIMENTS",
    "FULL",
    "QUICK",
    "Experiment",
    "Measure",
    "Outcome",
    "Reading",
    "Row",
    "RunContext",
    "Settings",
    "experiment_named",
    "save",
    "to_csv",
    "to_json",
)
