"""A log one event at a time: what each did to the tree, and to what is known."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from more_itertools import unique_everseen

from cluetree.beliefs import Beliefs
from cluetree.cards import Category
from cluetree.claims import Fact
from cluetree.errors import LimitReached
from cluetree.events import Event
from cluetree.evidence import Evidence
from cluetree.exact import weigh
from cluetree.limit import Bound, Limit, Meter
from cluetree.table import Table
from cluetree.tree import Clash, Finding, SolverNode, SolverTree


@dataclass(frozen=True)
class Step:
    """What one event did: to the tree, to what is known, and to how much is open."""

    number: int
    event: Event
    grown: tuple[SolverNode, ...]
    """The nodes it put on the trunk."""
    pruned: tuple[SolverNode, ...]
    """The alternatives that fell, of this event or of earlier ones."""
    known: tuple[SolverNode, ...]
    """The alternatives that were left alone and so became known."""
    counted: tuple[SolverNode, ...]
    """What counting found beyond the rules."""
    found: tuple[tuple[Category, Finding], ...]
    """What is newly found of the envelope."""
    clashes: tuple[Clash, ...]
    """What newly cannot be true, as far as the rules see it."""
    before: Beliefs
    """What was known, when it was last worked out."""
    after: Beliefs
    """What is known then; what was known before, where `complete` is false."""
    complete: bool
    """Whether what follows was worked out; where a limit was met, only the rules were applied."""

    @property
    def facts(self) -> frozenset[Fact]:
        """The facts that newly follow."""
        return self.after.facts - self.before.facts

    @property
    def bits(self) -> float:
        """How much was learned about the envelope, in bits; negative if it got less sure."""
        return self.before.entropy - self.after.entropy if self.after.deals else 0.0


def take_steps(
    table: Table, events: Sequence[Event], *, limit: Limit | None = None
) -> Iterator[Step]:
    """Yield what each event does, in order; each step's nodes are of one tree that grows.

    A step gets at most twice its share of what is left of the limit. Time that the
    caller spends between two steps does not count.
    """
    tree = SolverTree.at(table, strict=False)
    meter = Meter(limit)
    try:
        before = _believe(tree, table, (), meter.part(1 / (len(events) + 1)))
    except LimitReached:
        before = _believe(tree, table, (), meter)  # the events are compared with it
    tree.grow_back(before.facts)
    for number, event in enumerate(events, start=1):
        found, clashes, fallen = tree.findings(), tree.clashes, len(tree.pruned)
        infos = event.infos(table)
        grown = tuple(node for info in infos for node in tree.grow(info, number=number))
        tree.prune()
        after, complete = before, False
        with suppress(LimitReached):
            meter.check()
            share = meter.part(min(1.0, 2 / (len(events) + 1 - number)))
            after, complete = _believe(tree, table, events[:number], share), True
        counted = tree.grow_back(after.facts)
        pruned = tree.pruned[fallen:]
        step = Step(
            number=number,
            event=event,
            grown=grown,
            pruned=pruned,
            known=tuple(_left_alone(pruned)),
            counted=counted,
            found=tuple((c, f) for c, f in tree.findings().items() if c not in found),
            clashes=tree.clashes[len(clashes) :],
            before=before,
            after=after,
            complete=complete,
        )
        with meter.paused():  # the limit is for the steps' own work
            yield step
        before = after


def _believe(tree: SolverTree, table: Table, events: Sequence[Event], limit: Bound) -> Beliefs:
    """Count what a pruned tree leaves open; what was counted before is grown back on it."""
    # At a clash the tree keeps what was known first; only the whole log says that no deal fits.
    evidence = Evidence.gather(table, events) if tree.clashes else tree.evidence()
    return weigh(evidence, limit=limit)


def _left_alone(pruned: tuple[SolverNode, ...]) -> Iterator[SolverNode]:
    for branch in unique_everseen((node.parent for node in pruned), key=id):
        if branch is not None:
            yield from (node for node in branch.standing if node.is_known)
