"""After the game: what each event gave away, from when on the answer was there, what was missed."""

from collections.abc import Sequence
from dataclasses import dataclass

from cluetree.beliefs import Beliefs, Deal
from cluetree.cards import ClueGuess
from cluetree.events import Accusation, ClueInfo, Event, InfoKind, Suggestion
from cluetree.evidence import Evidence, Fact, stated
from cluetree.exact import count
from cluetree.table import ENVELOPE, Table


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one event let its observer conclude, beyond what it said."""

    number: int
    event: Event
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
    missed: tuple[tuple[int, Event], ...]
    """What the viewpoint still asked, or wrongly accused, when the answer was there already."""
    untrue: tuple[tuple[int, Event], ...]
    """Entries that the true deal belies: mistyped, or answered wrongly at the table."""


def review(table: Table, events: Sequence[Event], deal: Deal | None = None) -> Review:
    """Go through a game once more.

    Args:
        table: The set-up.
        events: The log.
        deal: Where every card lay, once the hands have been laid open; without it no entry can
            be found untrue.

    Raises:
        ClueError: If an event breaks the rules by itself.
    """
    lessons: list[Lesson] = []
    settled: int | None = None
    before = count(Evidence.gather(table))
    for number, event in enumerate(events, start=1):
        after = count(Evidence.gather(table, events[:number]))
        lessons.append(_lesson(table, number, event, before, after))
        if settled is None and after.answer is not None:
            settled = number
        before = after
    return Review(
        lessons=tuple(lessons),
        answer=before.answer,
        settled_by=settled,
        missed=tuple(
            (number, event)
            for number, event in enumerate(events, start=1)
            if settled is not None and number > settled and _is_missed(table, event)
        ),
        untrue=tuple(
            (number, event)
            for number, event in enumerate(events, start=1)
            if deal is not None and not is_true(table, event, deal)
        ),
    )


def _lesson(table: Table, number: int, event: Event, before: Beliefs, after: Beliefs) -> Lesson:
    said = {fact for info in event.infos(table) for fact in stated(info)}
    position = table.edition.position
    deduced = sorted(
        after.facts - before.facts - said,
        key=lambda fact: (not fact.holds, fact.player, position[fact.card]),
    )
    bits = before.entropy - after.entropy if after.deals else 0.0
    return Lesson(number, event, tuple(deduced), bits)


def _is_missed(table: Table, event: Event) -> bool:
    """Say whether the viewpoint did not just accuse and win."""
    if not isinstance(event, Suggestion | Accusation) or event.by != table.viewpoint:
        return False
    return isinstance(event, Suggestion) or not event.correct


def is_true(table: Table, event: Event, deal: Deal) -> bool:
    """Say whether an event fits a deal."""
    return all(_fits(info, deal) for info in event.infos(table))


def _fits(info: ClueInfo, deal: Deal) -> bool:
    if info.kind is InfoKind.FAILED_GUESS:
        return any(deal.get(card) != ENVELOPE.name for card in info.cards)
    if info.revealing_player is None:
        return all(card not in deal for card in info.cards)
    there = [deal.get(card) == info.revealing_player.name for card in info.cards]
    if info.kind in {InfoKind.SHOWN_TO_OTHER, InfoKind.HOLDS_ONE_OF}:
        return any(there)
    return all(is_there is info.has_card for is_there in there)
