"""Explanations in sentences, which every interface words in its reader's language."""

from contextlib import suppress
from typing import Annotated

from cluetree.errors import LimitReached
from cluetree.explain import (
    Explanation,
    Open,
    Point,
    Proof,
    Sentence,
    explain_conflict,
    explain_repair,
    explained,
    possible_events,
)
from cluetree.notebook import Notebook
from cluetree.operations.registry import CardName, Holder, Numbers, Result, about, operation


class Explained(Result):
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
    points: Annotated[tuple[Point, ...], about("The sentences of each step; none if it is open.")]
    short: Annotated[tuple[Point, ...], about("The last steps of a long argument, or all.")]


def before_contradiction(book: Notebook) -> Notebook:
    """Return a notebook with the events before a contradiction; the same one without any."""
    if book.consistent:
        return book
    possible = possible_events(book.table, book.events, limit=book.limit)
    return Notebook(book.table, book.events[:possible], title=book.title, limit=book.limit)


@operation(slow=True)
def explain(book: Notebook, *, player: Holder, card: CardName) -> Explained:
    """Prove that a player holds or lacks a card, in sentences.

    In an impossible log, explain what followed before the contradiction.
    """
    known = before_contradiction(book)
    found = known.why(player, card)
    if isinstance(found, Open):
        return Explained(None, found, len(known), (), ())
    said = explained(known.events, found)
    return Explained(found, None, len(known), said.points, said.short)


class Clash(Result):
    """Why a log is impossible, and its repairs, in sentences."""

    events: Annotated[Numbers, about("The smallest set that cannot be true.")]
    points: Annotated[tuple[Point, ...], about("The sentences of each step.")]
    short: tuple[Point, ...]
    repairs: Annotated[
        tuple[Sentence | None, ...],
        about("In the order of `repairs`; null: only the new event says it."),
    ]


@operation(slow=True)
def clash(book: Notebook) -> Clash:
    """Explain in sentences why a log is impossible, and what each of `repairs` changes."""
    sets = book.conflicts().sets
    numbers = sets[0] if sets else ()
    said = Explanation((), ())
    if numbers:
        with suppress(LimitReached):
            said = explain_conflict(book.table, book.events, numbers, limit=book.limit)
    found = () if book.consistent else book.repairs().found
    repairs = tuple(explain_repair(book.table, book.events, repair) for repair in found)
    return Clash(numbers, said.points, said.short, repairs)
