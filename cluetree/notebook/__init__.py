"""The front door: a log of events that can be undone and edited, and all that follows from it."""

from cluetree.notebook.book import Notebook
from cluetree.notebook.change import Change, History
from cluetree.notebook.log import Log
from cluetree.notebook.steps import Step

__all__ = ("Change", "History", "Log", "Notebook", "Step")
