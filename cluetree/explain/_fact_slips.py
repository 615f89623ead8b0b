"""How an accusation or a bare fact goes wrong."""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from cluetree.events import Accusation, Holds, HoldsOneOf, Lacks
from cluetree.explain._slips import Slip, SlipKind, guesses, near_cards, near_seats, others
from cluetree.table import ENVELOPE, Table


def fact_slips(table: Table, event: Accusation | Holds | Lacks | HoldsOneOf) -> Iterator[Slip]:
    """Yield what may have been meant by an event that is not a suggestion.

    Another accuser is not among it: it does not matter who made a failed accusation.
    """
    match event:
        case Accusation():
            yield from _accusation_slips(table, event)
        case HoldsOneOf():
            yield from _one_of_slips(table, event)
        case Holds() | Lacks():
            yield from _bare_slips(table, event)
        case _:
            assert_never(event)


def _accusation_slips(table: Table, event: Accusation) -> Iterator[Slip]:
    yield Slip(SlipKind.OUTCOME, replace(event, correct=not event.correct))
    for card, other, guess in guesses(table, event.guess):
        yield Slip(SlipKind.ASKED, replace(event, guess=guess), near_cards(table, card, other))


def _bare_slips(table: Table, event: Holds | Lacks) -> Iterator[Slip]:
    kind, opposite = (Holds, Lacks) if isinstance(event, Holds) else (Lacks, Holds)
    who, card = event.player, event.card
    yield Slip(SlipKind.FACT, opposite(who, card))
    for name in _holders(table, who):
        yield Slip(SlipKind.HOLDER, kind(name, card), near_seats(table, who, name))
    for other in others(table, card):
        yield Slip(SlipKind.CARD, kind(who, other), near_cards(table, card, other))


def _one_of_slips(table: Table, event: HoldsOneOf) -> Iterator[Slip]:
    who = event.player
    for name in _holders(table, who):
        yield Slip(SlipKind.HOLDER, HoldsOneOf(name, event.cards), near_seats(table, who, name))
    for card in event.cards:
        for other in others(table, card):
            if other not in event.cards:
                cards = tuple(other if kept == card else kept for kept in event.cards)
                yield Slip(SlipKind.CARD, HoldsOneOf(who, cards), near_cards(table, card, other))


def _holders(table: Table, but: str) -> Iterator[str]:
    return (name for name in (*table.names, ENVELOPE.name) if name != but)
