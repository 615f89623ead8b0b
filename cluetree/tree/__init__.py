"""The belief tree: what was told, what is still open, and what was struck out, with reasons."""

from cluetree.tree.answer import Finding, Way
from cluetree.tree.known import Clash, ClashKind
from cluetree.tree.node import Origin, Role, Rule, SolverNode, Strike
from cluetree.tree.solver import SolverTree

__all__ = (
    "Clash",
    "ClashKind",
    "Finding",
    "Origin",
    "Role",
    "Rule",
    "SolverNode",
    "SolverTree",
    "Strike",
    "Way",
)
