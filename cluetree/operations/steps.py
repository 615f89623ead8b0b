"""The course of a game: what each event did, step by step."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

from msgspec import Meta

from cluetree.cards import ClueCard
from cluetree.claims import Fact
from cluetree.notebook import Notebook, Step
from cluetree.operations.registry import Deals, Number, Numbers, operation
from cluetree.tree import Rule, SolverNode, Way


@dataclass(frozen=True, slots=True)
class Pruned:
    """An alternative that was ruled out."""

    fact: Fact
    event: Annotated[int | None, Meta(description="The event that it is an alternative of.")]
    rule: Rule | None
    because: Numbers


@dataclass(frozen=True, slots=True)
class Found:
    """A card of the envelope that the tree found."""

    card: ClueCard
    way: Way
    because: Numbers


@dataclass(frozen=True, slots=True)
class Stage:
    """The effect of one event on the tree and on what is known."""

    number: int
    pruned: tuple[Pruned, ...]
    known: Annotated[tuple[Fact, ...], Meta(description="Alternatives that were left alone.")]
    counted: Annotated[tuple[Fact, ...], Meta(description="Facts that only counting finds.")]
    found: tuple[Found, ...]
    clashes: Annotated[tuple[Numbers, ...], Meta(description="Events that contradict each other.")]
    deals: Deals
    triples: Annotated[int, Meta(description="The number of possible envelopes.")]
    entropy: Annotated[float, Meta(description="The uncertainty about the envelope, in bits.")]
    bits: Annotated[float, Meta(description="The information about the envelope, in bits.")]
    exact: Annotated[bool, Meta(description="Whether deals and triples were counted.")]
    complete: Annotated[bool, Meta(description="Whether counting stayed within the limit.")]


@dataclass(frozen=True, slots=True)
class Stages:
    """The effect of each event, in order."""

    steps: tuple[Stage, ...]


@operation(slow=True)
def steps(
    book: Notebook,
    *,
    first: Annotated[Number, Meta(description="The first event to return.")] = 1,
    last: Annotated[Number | None, Meta(description="The last event to return; all.")] = None,
) -> Stages:
    """Go through the log: what each event pruned, what became known, and what is left open."""
    return Stages(tuple(map(_stage, islice(book.steps(), first - 1, last))))


def _stage(step: Step) -> Stage:
    return Stage(
        number=step.number,
        pruned=tuple(
            Pruned(
                node.fact,
                node.number,
                None if node.pruning is None else node.pruning.rule,
                () if node.pruning is None else _because(node.pruning.causes),
            )
            for node in step.pruned
            if node.fact
        ),
        known=_facts(step.known),
        counted=_facts(step.counted),
        found=tuple(Found(each.card, each.way, each.because) for _, each in step.found),
        clashes=tuple(clash.causes for clash in step.clashes),
        deals=step.after.deals,
        triples=len(step.after.triples),
        entropy=step.after.entropy,
        bits=step.bits,
        exact=step.after.exact,
        complete=step.complete,
    )


def _facts(nodes: Iterable[SolverNode]) -> tuple[Fact, ...]:
    return tuple(node.fact for node in nodes if node.fact)


def _because(nodes: Iterable[SolverNode]) -> tuple[int, ...]:
    return tuple(sorted({number for node in nodes for number in node.because}))
