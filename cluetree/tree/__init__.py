"""The belief tree: known facts, open branches, and pruned alternatives with reasons."""

from cluetree.tree.java import ClueInfo
from cluetree.tree.known import Clash, ClashKind, Finding, Way
from cluetree.tree.node import FaceUp, Origin, Pruning, Role, Rule, SolverNode
from cluetree.tree.solver import SolverTree

__all__ = (
    "Clash",
    "ClashKind",
    "ClueInfo",
    "FaceUp",
    "Finding",
    "Origin",
    "Pruning",
    "Role",
    "Rule",
    "SolverNode",
    "SolverTree",
    "Way",
)
