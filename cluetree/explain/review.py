"""Review a finished game: what each event revealed, and which chances were missed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from cluetree.beliefs import Deal, deal_at
from cluetree.cards import ClueGuess
from cluetree.claims import Claim, FaceUp, Fact, NotTriple, OneOf
from cluetree.events import Event, Suggestion, TurnEvent, entries
from cluetree.explain.progress import Step, steps
from cluetree.limit import Bound
from cluetree.table import ENVELOPE, Table


@dataclass(frozen=True, slots=True)
class Lesson:
    """The conclusions that one event allowed, beyond its own claims."""

    number: int
    """The number of the event."""
    deduced: tuple[Fact, ...]
    """New facts that the event does not state, held cards first."""
    bits: float
    """The information about the envelope, in bits; negative if its uncertainty grew."""


@dataclass(frozen=True)
class Review:
    """A review of a whole game."""

    lessons: tuple[Lesson, ...]
    answer: ClueGuess | None
    """The envelope, if the log settles it."""
    settled_by: int | None
    """The number of the event that left only one triple."""
    missed: tuple[int, ...]
    """The numbers of the viewpoint's suggestions and failed accusations after the answer was
    certain."""
    untrue: tuple[int, ...]
    """The numbers of the events that contradict the true deal."""
    complete: bool = True
    """Whether counting stayed within the limit. If not, facts may be missing, and some events have
    no lesson."""


def review(
    table: Table, events: Sequence[Event], deal: Deal | None = None, *, limit: Bound = None
) -> Review:
    """Review a game event by event; `untrue` needs the deal, that is, the place of every card.

    Raises:
        InvalidTableError: If a card has no place in the deal, or more than one.
        ClueError: If an event alone breaks the rules.
    """
    events = entries(table, events)
    deal = None if deal is None else deal_at(table, deal)
    effects = [*steps(table, events, limit=limit)]
    counted = [step for step in effects if step.complete]
    answered = (step.number for step in counted if step.after.answer is not None)
    settled = next(answered, None)
    numbered = [*enumerate(events, start=1)]
    return Review(
        lessons=tuple(Lesson(step.number, _deduced(table, step), step.bits) for step in counted),
        answer=effects[-1].after.answer if effects else None,
        settled_by=settled,
        missed=tuple(
            number
            for number, event in numbered
            if settled is not None and number > settled and _is_missed(table, event)
        ),
        untrue=tuple(
            number
            for number, event in numbered
            if deal is not None and not is_true(table, event, deal)
        ),
        complete=len(counted) == len(effects),
    )


def _deduced(table: Table, step: Step) -> tuple[Fact, ...]:
    """Return the new facts that the event does not state, held cards first."""
    stated = {claim for info in step.event.infos(table) for claim in info.claims}
    deduced = (fact for fact in step.facts if fact not in stated)
    position = table.edition.position
    return tuple(sorted(deduced, key=lambda f: (not f.holds, f.player, position[f.card])))


def _is_missed(table: Table, event: Event) -> bool:
    """Whether the viewpoint did anything but win."""
    if not isinstance(event, TurnEvent) or event.by != table.viewpoint:
        return False
    return isinstance(event, Suggestion) or not event.correct


def is_true(table: Table, event: Event, deal: Deal) -> bool:
    """Return whether an event fits a deal with the names of the table."""
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
