"""The notebook: a log of events with undo, and all conclusions from it."""

from cluetree.notebook.book import Notebook
from cluetree.notebook.log import Change, History, Log
from cluetree.notebook.steps import Step

__all__ = ("Change", "History", "Log", "Notebook", "Step")
