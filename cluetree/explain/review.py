"""After the game: what each event gave away, from when on the answer was there, what was missed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from cluetree.beliefs import Beliefs, Deal, deal_at
from cluetree.cards import ClueGuess
from cluetree.claims import Claim, FaceUp, Fact, NotTriple, OneOf
from cluetree.errors import LimitReached
from cluetree.events import Accusation, Event, Suggestion, entries
from cluetree.evidence import Evidence
from cluetree.exact import weigh
from cluetree.limit import Bound, Meter
from cluetree.table import ENVELOPE, Table


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one event let its observer conclude, beyond what it said."""

    number: int
    """The number of the event."""
    deduced: tuple[Fact, ...]
    """Facts that newly follow and that the event does not state, held cards first."""
    bits: float
    """How much it taught about the envelope, in bits; negative if the odds got evener."""


@dataclass(frozen=True)
class Review:
    """A whole game looked back on."""

    lessons: tuple[Lesson, ...]
    answer: ClueGuess | None
    """The envelope, if the log settles it."""
    settled_by: int | None
    """The number of the event after which only one triple was left."""
    missed: tuple[int, ...]
    """The numbers of the viewpoint's suggestions and failed accusations after it could have known
    the answer."""
    untrue: tuple[int, ...]
    """The numbers of the events that contradict the true deal: mistyped, or answered wrongly."""
    complete: bool = True
    """Whether all was counted. Where that met a limit, facts are missing and bits are estimates;
    an event of which not even that is known has no lesson."""


def review(
    table: Table, events: Sequence[Event], deal: Deal | None = None, *, limit: Bound = None
) -> Review:
    """Go through a game once more.

    Args:
        table: The set-up.
        events: The log.
        deal: Where every card lay, once the hands have been laid open; without it no entry can
            be found untrue.
        limit: How much work it may take; an event gets at most twice its share of what is left.

    Raises:
        InvalidTableError: If a card has no place in the deal, or more than one.
        ClueError: If an event breaks the rules by itself.
    """
    events = entries(table, events)
    deal = None if deal is None else deal_at(table, deal)
    lessons: list[Lesson] = []
    settled: int | None = None
    meter = Meter.of(limit)
    evidence = Evidence.gather(table)
    try:
        before = weigh(evidence, limit=meter.part(1 / (len(events) + 1)))
    except LimitReached:
        before = weigh(evidence, limit=meter)  # the events are compared with it
    complete = before.exact
    for number, event in enumerate(events, start=1):
        share = meter.part(min(1.0, 2 / (len(events) + 1 - number)))
        evidence = evidence.after(table, (event,))
        try:
            meter.check()  # before any work, which a share of nothing would not bound
            after = weigh(evidence, limit=share)
        except LimitReached:
            complete = False
            continue
        complete = complete and after.exact
        lessons.append(_lesson(table, number, event, before, after))
        if settled is None and after.answer is not None:
            settled = number
        before = after
    return Review(
        lessons=tuple(lessons),
        answer=before.answer,
        settled_by=settled,
        missed=tuple(
            number
            for number, event in enumerate(events, start=1)
            if settled is not None and number > settled and _is_missed(table, event)
        ),
        untrue=tuple(
            number
            for number, event in enumerate(events, start=1)
            if deal is not None and not _is_true(table, event, deal)
        ),
        complete=complete,
    )


def _lesson(table: Table, number: int, event: Event, before: Beliefs, after: Beliefs) -> Lesson:
    said = {claim for info in event.infos(table) for claim in info.claims}
    position = table.edition.position
    deduced = sorted(
        after.facts - before.facts - said,
        key=lambda fact: (not fact.holds, fact.player, position[fact.card]),
    )
    bits = before.entropy - after.entropy if after.deals else 0.0
    return Lesson(number, tuple(deduced), bits)


def _is_missed(table: Table, event: Event) -> bool:
    """Say whether the viewpoint did not just accuse and win."""
    if not isinstance(event, Suggestion | Accusation) or event.by != table.viewpoint:
        return False
    return isinstance(event, Suggestion) or not event.correct


def is_true(table: Table, event: Event, deal: Deal) -> bool:
    """Say whether an event fits a deal.

    Raises:
        InvalidTableError: If a card has no place in the deal, or more than one.
        ClueError: If the event breaks the rules by itself.
    """
    return _is_true(table, event, deal_at(table, deal))


def _is_true(table: Table, event: Event, deal: Deal) -> bool:
    return all(_fits(claim, deal) for info in event.infos(table) for claim in info.claims)


def _fits(claim: Claim, deal: Deal) -> bool:
    match claim:
        case Fact(player, card, holds):
            return (deal.get(card) == player) is holds
        case OneOf(options):
            return any(deal.get(fact.card) == fact.player for fact in options)
        case FaceUp(card):
            return card not in deal
        case NotTriple(guess):
            return any(deal.get(card) != ENVELOPE.name for card in guess)
        case _:
            assert_never(claim)
