"""Questions and changes, each defined once: what every interface offers."""

from cluetree.operations import ask, change, games, parsing, steps
from cluetree.operations.registry import OPERATIONS, Operation, OperationError

__all__ = (
    "OPERATIONS",
    "Operation",
    "OperationError",
    "ask",
    "change",
    "games",
    "parsing",
    "steps",
)
