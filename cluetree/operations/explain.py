"""Explanations in sentences, and the course of a game step by step."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Annotated, TypeAlias

from cluetree.cards import ClueCard
from cluetree.claims import Fact
from cluetree.errors import LimitReached
from cluetree.explain import Conflicts, Open, Proof, Step
from cluetree.notebook import Notebook
from cluetree.operations.registry import (
    CardName,
    Deals,
    Entropy,
    Holder,
    JsonObject,
    Number,
    Numbers,
    about,
    operation,
)
from cluetree.text.events import sentence
from cluetree.text.proofs import (
    Explanation,
    Point,
    ProofLine,
    explain_conflict,
    explain_proof,
    open_claim,
    proof_lines,
    statement,
)
from cluetree.tree import Rule, SolverNode, Way

Short: TypeAlias = Annotated[
    tuple[Point, ...],
    about("The same argument: one line for each lemma with its entries, then the last step."),
]


class Explained(JsonObject):
    """A proof, and the same argument in sentences; or two deals for an open fact."""

    proof: Proof | None
    open: Open | None
    events: Annotated[
        int,
        about(
            "The number of events, from the start, that the proof can use: "
            "of an impossible log those before the contradiction."
        ),
    ]
    claim: Annotated[str, about("The proved fact, or the open one with its chance.")]
    points: Annotated[tuple[Point, ...], about("The sentences of each step; none if it is open.")]
    short: Short
    decisive: Annotated[int | None, about("The last event that the proof needs, if any.")]
    lines: Annotated[tuple[ProofLine, ...], about("The formal steps in words.")]


@operation()
def explain(book: Notebook, *, player: Holder, card: CardName) -> Explained:
    """Prove that a player holds or lacks a card, in sentences.

    In an impossible log, explain what followed before the contradiction.
    """
    known = book.possible_part()
    proof = known.why(player, card)
    if isinstance(proof, Open):
        return Explained(None, proof, len(known), open_claim(known, proof), (), (), None, ())
    claim, lines = sentence(statement(proof.fact, known.table.edition)), proof_lines(proof.steps)
    argument = explain_proof(known, proof)
    return Explained(
        proof=proof,
        open=None,
        events=len(known),
        claim=claim,
        points=argument.points,
        short=argument.short,
        decisive=proof.events[-1] if proof.events else None,
        lines=tuple(lines),
    )


class Clash(JsonObject):
    """Why a log is impossible, in sentences."""

    events: Annotated[Numbers, about("The smallest set that cannot be true.")]
    points: Annotated[tuple[Point, ...], about("The sentences of each step.")]
    short: Short


def clashes(book: Notebook, conflicts: Conflicts) -> Iterator[Clash]:
    """Explain in sentences why a log is impossible: contradictions without a common event."""
    explained: set[int] = set()
    for numbers in conflicts.sets or ((),):
        if not explained.isdisjoint(numbers):
            continue
        explained.update(numbers)
        argument = Explanation((), ())
        if numbers:
            with suppress(LimitReached):
                argument = explain_conflict(book, numbers, limit=book.limit)
        yield Clash(numbers, argument.points, argument.short)


# The course of the game


class Pruned(JsonObject):
    """An alternative that was ruled out."""

    fact: Fact
    event: Annotated[int | None, about("The event that it is an alternative of.")]
    rule: Rule | None
    because: Numbers


class Found(JsonObject):
    """A card of the envelope that the tree found."""

    card: ClueCard
    way: Way
    because: Numbers


class Stage(JsonObject):
    """The effect of one event on the tree and on what is known."""

    number: int
    pruned: tuple[Pruned, ...]
    known: Annotated[tuple[Fact, ...], about("Alternatives that were left alone.")]
    counted: Annotated[tuple[Fact, ...], about("Facts that only counting finds.")]
    found: tuple[Found, ...]
    clashes: Annotated[tuple[Numbers, ...], about("Events that contradict each other.")]
    deals: Deals | None
    triples: Annotated[int | None, about("The number of possible envelopes.")]
    entropy: Entropy | None
    bits: Annotated[
        float | None,
        about("The information about the envelope; null if the event before was not counted."),
    ]
    complete: Annotated[
        bool, about("Whether counting stayed within the limit. If not, facts come later.")
    ]


class Stages(JsonObject):
    """The effect of each event, in order."""

    steps: tuple[Stage, ...]


@operation()
def steps(
    book: Notebook,
    *,
    first: Annotated[Number, about("The first event to return.")] = 1,
    last: Annotated[Number | None, about("The last event to return; all.")] = None,
) -> Stages:
    """Go through the log: what each event pruned, what became known, and what is left open."""
    return Stages(tuple(map(_stage, islice(book.steps(), first - 1, last))))


def _stage(step: Step) -> Stage:
    known = step.after
    return Stage(
        number=step.number,
        pruned=tuple(_pruned(node.fact, node) for node in step.pruned if node.fact),
        known=_facts(step.known),
        counted=_facts(step.counted),
        found=tuple(Found(each.card, each.way, each.because) for _, each in step.found),
        clashes=tuple(clash.causes for clash in step.clashes),
        deals=None if known is None else known.deals,
        triples=None if known is None else known.possible,
        entropy=None if known is None else known.entropy,
        bits=step.bits,
        complete=step.complete,
    )


def _pruned(fact: Fact, node: SolverNode) -> Pruned:
    why = node.pruning
    causes = () if why is None else why.causes
    because = {number for cause in causes for number in cause.because}
    rule = None if why is None else why.rule
    return Pruned(fact, node.number, rule, tuple(sorted(because)))


def _facts(nodes: Iterable[SolverNode]) -> tuple[Fact, ...]:
    return tuple(node.fact for node in nodes if node.fact)
