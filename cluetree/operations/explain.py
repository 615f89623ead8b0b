"""Explanations in sentences: proofs, and why a log is impossible."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, TypeAlias

from cluetree.errors import LimitReached
from cluetree.explain import Conflicts, Open, Proof
from cluetree.notebook import Notebook
from cluetree.operations.registry import (
    CardName,
    Holder,
    JsonObject,
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
