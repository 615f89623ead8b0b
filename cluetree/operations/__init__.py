"""The operations that every interface offers: questions to a notebook, and changes."""

from cluetree.operations import ask, change, explain, games, parsing
from cluetree.operations.registry import OPERATIONS, Operation, OperationError

__all__ = (
    "OPERATIONS",
    "Operation",
    "OperationError",
    "ask",
    "change",
    "explain",
    "games",
    "parsing",
)
