"""The course of a game: what each event did, step by step."""

from collections.abc import Iterable
from itertools import islice
from typing import Annotated

from cluetree.cards import ClueCard
from cluetree.claims import Fact
from cluetree.notebook import Notebook, Step
from cluetree.operations.registry import Deals, Entropy, Number, Numbers, Result, about, operation
from cluetree.tree import Rule, SolverNode, Way


class Pruned(Result):
    """An alternative that was ruled out."""

    fact: Fact
    event: Annotated[int | None, about("The event that it is an alternative of.")]
    rule: Rule | None
    because: Numbers


class Found(Result):
    """A card of the envelope that the tree found."""

    card: ClueCard
    way: Way
    because: Numbers


class Stage(Result):
    """The effect of one event on the tree and on what is known."""

    number: int
    pruned: tuple[Pruned, ...]
    known: Annotated[tuple[Fact, ...], about("Alternatives that were left alone.")]
    counted: Annotated[tuple[Fact, ...], about("Facts that only counting finds.")]
    found: tuple[Found, ...]
    clashes: Annotated[tuple[Numbers, ...], about("Events that contradict each other.")]
    deals: Deals
    triples: Annotated[int, about("The number of possible envelopes.")]
    entropy: Entropy
    bits: Annotated[float, about("The information about the envelope, in bits.")]
    exact: Annotated[bool, about("Whether deals and triples were counted.")]
    complete: Annotated[bool, about("Whether counting stayed within the limit.")]


class Stages(Result):
    """The effect of each event, in order."""

    steps: tuple[Stage, ...]


@operation(slow=True)
def steps(
    book: Notebook,
    *,
    first: Annotated[Number, about("The first event to return.")] = 1,
    last: Annotated[Number | None, about("The last event to return; all.")] = None,
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
