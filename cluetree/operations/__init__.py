"""The operations that every interface offers: questions to a notebook, and changes."""

from cluetree.operations import ask, explain, games, log
from cluetree.operations.registry import OPERATIONS, Operation, RequestError

__all__ = ("OPERATIONS", "Operation", "RequestError", "ask", "explain", "games", "log")
