"""A log one event at a time, with the effect of each event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from more_itertools import unique_everseen

from cluetree.beliefs import Beliefs
from cluetree.cards import Category
from cluetree.claims import Fact
from cluetree.events import Event
from cluetree.evidence import Evidence
from cluetree.explain.review import weigh_event, weigh_set_up
from cluetree.limit import Limit, Meter
from cluetree.table import Table
from cluetree.tree import Clash, Finding, SolverNode, SolverTree


@dataclass(frozen=True)
class Step:
    """The effect of one event on the tree and the beliefs."""

    number: int
    event: Event
    grown: tuple[SolverNode, ...]
    """The new nodes of the trunk."""
    pruned: tuple[SolverNode, ...]
    """The newly pruned alternatives, of this event or earlier ones."""
    known: tuple[SolverNode, ...]
    """The last remaining alternatives, which became known."""
    counted: tuple[SolverNode, ...]
    """The nodes of facts found by counting."""
    found: tuple[tuple[Category, Finding], ...]
    """The new cards of the envelope."""
    clashes: tuple[Clash, ...]
    """The new contradictions that the rules detect."""
    before: Beliefs
    """The beliefs before the event, as last computed."""
    after: Beliefs
    """The beliefs after the event; equal to `before` where `complete` is false."""
    complete: bool
    """Whether counting stayed within the limit; if not, only the rules were applied."""

    @property
    def facts(self) -> frozenset[Fact]:
        """The new facts."""
        return self.after.facts - self.before.facts

    @property
    def bits(self) -> float:
        """The information about the envelope, in bits; negative if its uncertainty grew."""
        return self.before.entropy - self.after.entropy if self.after.deals else 0.0


def take_steps(
    table: Table, events: Sequence[Event], *, limit: Limit | None = None
) -> Iterator[Step]:
    """Yield the effect of each event, in order; all nodes belong to one growing tree.

    A step gets at most twice its share of the remaining limit. Time between two steps does not
    count.
    """
    tree = SolverTree.at(table, strict=False)
    meter = Meter(limit)
    before = weigh_set_up(_evidence(tree, table, ()), len(events), meter)
    tree.grow_back(before.facts)
    for number, event in enumerate(events, start=1):
        found, clashes, count = tree.findings(), tree.clashes, len(tree.pruned)
        infos = event.infos(table)
        grown = tuple(node for info in infos for node in tree.grow(info, number=number))
        tree.prune()
        evidence = _evidence(tree, table, events[:number])
        weighed = weigh_event(evidence, len(events) - number, meter)
        after = before if weighed is None else weighed
        counted = tree.grow_back(after.facts)
        pruned = tree.pruned[count:]
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
            complete=weighed is not None,
        )
        with meter.paused():  # exclude the caller's time
            yield step
        before = after


def _evidence(tree: SolverTree, table: Table, events: Sequence[Event]) -> Evidence:
    # A contradictory tree ignores the later facts; only the whole log shows that no deal fits.
    return Evidence.gather(table, events) if tree.clashes else tree.evidence()


def _left_alone(pruned: tuple[SolverNode, ...]) -> Iterator[SolverNode]:
    for branch in unique_everseen((node.parent for node in pruned), key=id):
        if branch is not None:
            yield from (node for node in branch.standing if node.is_known)
