"""The table and the figures of the paper on Clue as a Markov decision process, reproduced."""

from paper.experiments import EXPERIMENTS, Context, Experiment, Row, Settings

__all__ = ("EXPERIMENTS", "Context", "Experiment", "Row", "Settings")
