"""Explanations: checkable proofs, conflicts, repairs, suspicious entries and reviews."""

from cluetree.explain.conflicts import Conflicts, find_conflicts, possible_events
from cluetree.explain.progress import Step, steps
from cluetree.explain.proof import ProofRule, ProofStep
from cluetree.explain.prover import Open, Proof, prove
from cluetree.explain.repairs import (
    Repair,
    Repairs,
    Suspicion,
    Suspicions,
    find_repairs,
    find_suspicious,
)
from cluetree.explain.review import Review, review
from cluetree.explain.slips import SlipKind

__all__ = (
    "Conflicts",
    "Open",
    "Proof",
    "ProofRule",
    "ProofStep",
    "Repair",
    "Repairs",
    "Review",
    "SlipKind",
    "Step",
    "Suspicion",
    "Suspicions",
    "find_conflicts",
    "find_repairs",
    "find_suspicious",
    "possible_events",
    "prove",
    "review",
    "steps",
)
