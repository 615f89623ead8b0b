"""Why something is known, in lines: the steps of a proof, and the nodes of a tree."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cluetree.explain import ProofRule, ProofStep
from cluetree.tree import SolverNode


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One step of a proof."""

    number: int
    depth: int
    """Under how many assumptions it stands."""
    assumed: bool
    claim: str
    ground: str
    """The rule, and what it was applied to; of an assumption there is none."""


def proof_lines(steps: Iterable[ProofStep], entry: str = "event") -> Iterator[ProofLine]:
    """Tell a proof step by step; `entry` is what an event is called."""
    depths: dict[int | None, int] = {None: 0}
    for step in steps:
        assumed, depth = step.rule is ProofRule.ASSUMED, depths[step.under]
        if assumed:
            depths[step.id] = depth + 1
            yield ProofLine(step.id, depth, assumed, f"suppose {step.concludes}", "")
            continue
        used = [f"{entry} {number}" for number in step.events]
        used += [f"{number}." for number in step.uses]
        ground = f"{step.rule}: {', '.join(used)}" if used else str(step.rule)
        yield ProofLine(step.id, depth, assumed, str(step.concludes), ground)


def reason(node: SolverNode) -> str:
    """Say what a known node says and, where it was an alternative, what struck the others."""
    if node.parent is None or not node.parent.alternatives:
        return node.words
    others = "; ".join(
        f"not {other.fact.card}, {other.strike}"
        for other in node.parent.alternatives
        if other is not node and other.fact is not None
    )
    return f"{node.words}: {others}"
