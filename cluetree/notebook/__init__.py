"""The notebook: a log of events with undo, and all conclusions from it."""

from cluetree.notebook.book import Notebook, Step
from cluetree.notebook.log import Change

__all__ = ("Change", "Notebook", "Step")
