"""A log event by event: what each adds to the tree, what it prunes, and what follows."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from more_itertools import unique_everseen

from cluetree.beliefs import Beliefs
from cluetree.cards import Category
from cluetree.claims import Fact
from cluetree.errors import LimitReached
from cluetree.events import Event, Game, log_of
from cluetree.exact import count
from cluetree.limit import Bound, Meter, limited, part
from cluetree.tree import Clash, Finding, SolverNode, SolverTree


@dataclass(frozen=True)
class Step:
    """The effect of one event on the tree and the beliefs; comparison ignores its nodes."""

    number: int
    event: Event
    grown: tuple[SolverNode, ...] = field(compare=False)
    """The new nodes of the trunk."""
    pruned: tuple[SolverNode, ...] = field(compare=False)
    """The newly pruned alternatives, of this event or earlier ones."""
    known: tuple[SolverNode, ...] = field(compare=False)
    """The last remaining alternatives, which became known."""
    counted: tuple[SolverNode, ...] = field(compare=False)
    """The nodes of facts found by counting."""
    found: tuple[tuple[Category, Finding], ...] = field(compare=False)
    """The new cards of the envelope."""
    clashes: tuple[Clash, ...] = field(compare=False)
    """The new contradictions that the rules detect."""
    before: Beliefs
    """The beliefs after the event with the number `since`."""
    since: int
    """The last event before this one that was counted: the one before, unless that reached the
    limit; 0 for the set-up."""
    after: Beliefs | None
    """The beliefs after the event; `None` if counting reached the limit."""

    @property
    def complete(self) -> bool:
        """Whether counting stayed within the limit; if not, only the rules were applied."""
        return self.after is not None

    @property
    def facts(self) -> frozenset[Fact]:
        """The new facts since `before`; none if the step is not `complete`."""
        return frozenset() if self.after is None else self.after.facts_since(self.before)

    @property
    def bits(self) -> float | None:
        """The information about the envelope, in bits; negative if its uncertainty grew.

        It is 0 if no deal fits any more, and `None` if this event or the one before was not
        counted.
        """
        if self.after is None or self.since != self.number - 1:
            return None
        return self.before.entropy - self.after.entropy if self.after.deals else 0.0


def steps(game: Game, events: Iterable[Event] = (), *, limit: Bound = None) -> Iterator[Step]:
    """Yield the effect of each event, from the start of a log.

    The steps continue after a contradiction. All nodes belong to one growing tree. A step gets
    at most twice its share of the limit, to which time between two steps does not count; a step
    that reaches it is not `complete`. The log, and a limit of the block, are those of the call.
    """
    table, log = log_of(game, events)
    with limited(limit) as meter:
        tree = SolverTree.at(table, strict=False)
        beliefs = count(tree.told)
        tree.grow_back_sets(*beliefs.certain_sets)
    return _advanced(tree, beliefs, log, meter)


def _advanced(
    tree: SolverTree, beliefs: Beliefs, log: Sequence[Event], meter: Meter
) -> Iterator[Step]:
    """Take in the events one by one; `beliefs` are those of the set-up, which the tree shows."""
    told, counted = tree.told, 0
    for number, event in enumerate(log, start=1):
        with meter.applied():
            before, since = beliefs, counted
            findings, clashes, pruned = tree.findings(), len(tree.clashes), len(tree.pruned)
            grown = tree.grow(event, number=number)
            tree.prune()
            with suppress(LimitReached):
                # Not the evidence of the nodes: facts found by counting make other counts harder.
                if tree.told != told:
                    with part(min(1.0, 2 / (len(log) - number + 1))):
                        beliefs, told = count(tree.told), tree.told
                counted = number
            new = tree.grow_back_sets(*beliefs.certain_sets)
            step = Step(
                number=number,
                event=event,
                grown=grown,
                pruned=tree.pruned[pruned:],
                known=tuple(_left_alone(tree.pruned[pruned:])),
                counted=new,
                found=tuple((c, f) for c, f in tree.findings().items() if c not in findings),
                clashes=tree.clashes[clashes:],
                before=before,
                since=since,
                after=beliefs if counted == number else None,
            )
        with meter.paused():  # exclude the caller's time
            yield step


def _left_alone(pruned: Iterable[SolverNode]) -> Iterator[SolverNode]:
    for branch in unique_everseen((node.parent for node in pruned), key=id):
        if branch is not None:
            yield from (node for node in branch.standing if node.is_known)
