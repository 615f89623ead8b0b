"""The operations that every interface offers: questions to a notebook, and changes."""

from cluetree.operations import ask, explain, games, log
from cluetree.operations.registry import OPERATIONS, Operation, OperationError

__all__ = ("OPERATIONS", "Operation", "OperationError", "ask", "explain", "games", "log")
