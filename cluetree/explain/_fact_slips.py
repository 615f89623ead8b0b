"""How an accusation or a bare fact goes wrong."""

from collections.abc import Iterator
from typing import assert_never

from cluetree.events import Accusation, Holds, HoldsOneOf, Lacks
from cluetree.explain._slips import Slip, SlipKind, guesses, near_cards, near_seats, others
from cluetree.table import ENVELOPE, Table


def fact_slips(table: Table, event: Accusation | Holds | Lacks | HoldsOneOf) -> Iterator[Slip]:
    """Yield what may have been meant by anything but a suggestion.

    Another accuser is not among it: who accused tells nothing, so that mends nothing.
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
    by, guess, correct = event.by, event.guess, event.correct
    now, then = ("wrong", "right") if correct else ("right", "wrong")
    meant = Accusation(by, guess, not correct)
    yield Slip(SlipKind.OUTCOME, f"the accusation was {now}, not {then}", meant)
    for card, other, instead in guesses(table, guess):
        change = f"{other} was accused, not {card}"
        odds = near_cards(table, card, other)
        yield Slip(SlipKind.ASKED, change, Accusation(by, instead, correct), odds)


def _bare_slips(table: Table, event: Holds | Lacks) -> Iterator[Slip]:
    kind, opposite = (Holds, Lacks) if isinstance(event, Holds) else (Lacks, Holds)
    says, denies = ("holds", "lacks") if isinstance(event, Holds) else ("lacks", "holds")
    who, card = event.player, event.card
    change = f"{who} {denies} {card}, not {says}"
    yield Slip(SlipKind.FACT, change, opposite(who, card))
    for name in _holders(table, who):
        change = f"{name} {says} {card}, not {who}"
        yield Slip(SlipKind.HOLDER, change, kind(name, card), near_seats(table, who, name))
    for other in others(table, card):
        change = f"{who} {says} {other}, not {card}"
        yield Slip(SlipKind.CARD, change, kind(who, other), near_cards(table, card, other))


def _one_of_slips(table: Table, event: HoldsOneOf) -> Iterator[Slip]:
    who = event.player
    for name in _holders(table, who):
        change = f"{name} holds one of them, not {who}"
        meant = HoldsOneOf(name, event.cards)
        yield Slip(SlipKind.HOLDER, change, meant, near_seats(table, who, name))
    for card in event.cards:
        for other in others(table, card):
            if other not in event.cards:
                cards = tuple(other if kept == card else kept for kept in event.cards)
                change = f"one of the cards was {other}, not {card}"
                meant = HoldsOneOf(who, cards)
                yield Slip(SlipKind.CARD, change, meant, near_cards(table, card, other))


def _holders(table: Table, but: str) -> Iterator[str]:
    return (name for name in (*table.names, ENVELOPE.name) if name != but)
