"""What a change of the log settles or unsettles, and what may be wrong with the last entry."""

from collections.abc import Sequence
from typing import Final

from more_itertools import map_reduce

from cluetree._turns import eliminated, next_turn
from cluetree.beliefs import Beliefs
from cluetree.cards import Edition
from cluetree.claims import Fact
from cluetree.errors import LimitReached
from cluetree.events import Accusation, Event, Logged, Suggestion, TurnEvent
from cluetree.notebook import Notebook
from cluetree.table import ENVELOPE, Answering, Table
from cluetree.text import Words
from cluetree.text.events import brief
from cluetree.text.language import enumeration, t
from cluetree.text.proofs import holding, statement

_FEW: Final = 4
"""Cards and facts up to this number are listed by name."""


def change_words(book: Notebook, conflicts: Sequence[Sequence[int]] = ()) -> Words:
    """Say what the last change of a log means, or which entries contradict each other."""
    if conflicts:
        return Words(text=contradiction(conflicts[0]))
    try:
        before = book.beliefs_before
        return Words(text="" if before is None else what_changed(before, book.beliefs))
    except LimitReached:
        return Words(text=t("limit.beliefs"))


def contradiction(numbers: Sequence[int]) -> str:
    """Say which entries contradict each other or the set-up."""
    if not numbers:
        return t("banner.clash_set_up")
    if len(numbers) == 1:
        return t("banner.clash_one", number=numbers[0])
    return t("banner.clash_some", numbers=enumeration(map(str, numbers)))


def what_changed(before: Beliefs, after: Beliefs) -> str:
    """Say what a change settled and unsettled; nothing about an impossible log.

    For instance "New: Jules has Lounge. Possible answers: 14 → 6.".
    """
    if not (before.deals and after.deals):
        return ""
    if before.edition != after.edition or [*before.counts] != [*after.counts]:  # another table
        return ""
    new = [pair for pair in after.holds if pair not in before.holds]
    if after.answer is not None:  # it is announced separately
        new = [pair for pair in new if pair[0] != ENVELOPE]
    by_place = map_reduce(new, lambda pair: pair[0], lambda pair: pair[1])
    known = [
        holding(place, cards, after.edition)
        if len(cards) <= _FEW
        else t("say.holds", name=place, cards=t("meaning.more", count=len(cards)))
        for place, cards in sorted(by_place.items(), key=lambda item: item[0] != ENVELOPE)
    ]
    clauses = [t("meaning.known", facts="; ".join(known))] if known else []
    held = [Fact(*pair, holds=True) for pair in before.holds if pair not in after.holds]
    lacked = sum(pair not in after.lacks for pair in before.lacks)
    if held:
        clauses.append(t("meaning.lost", facts=_some(held, len(held) + lacked, after.edition)))
    elif lacked:
        clauses.append(t("meaning.lost_marks", count=lacked))
    if before.possible != after.possible:
        clauses.append(t("meaning.envelope", was=before.possible, now=after.possible))
    if not clauses and after.answer is None:
        out = [Fact(*pair, holds=False) for pair in after.lacks if pair not in before.lacks]
        facts = _some(out, len(out), after.edition)
        return t("meaning.known", facts=facts) if out else t("meaning.nothing")
    return " ".join(clauses)


def _some(facts: Sequence[Fact], count: int, edition: Edition) -> str:
    """State the first facts of several, and the number of the others."""
    named = [statement(fact, edition) for fact in facts[:_FEW]]
    if more := count - len(named):
        named.append(t("meaning.marks", count=more))
    return "; ".join(named)


def hint_words(book: Notebook, _: object = None) -> Words:
    """Say what may be wrong with the last entry, if anything."""
    return Words(text=hint(book) if book.events else "")


def hint(game: Logged) -> str:
    """Say if the last event is a repeat, too late, out of turn, or doubtful in a card or pass."""
    table, (*before, last) = game.table, game.events
    if last in before:
        return t("hint.twice", number=before.index(last) + 1)
    if any(isinstance(event, Accusation) and event.correct for event in before):
        return t("hint.over")
    if doubt := _doubtful_card(table, last) or _doubtful_seats(table, last):
        return doubt
    return _skipped(table, before, last) if isinstance(last, TurnEvent) else ""


def _skipped(table: Table, before: Sequence[Event], last: TurnEvent) -> str:
    """Say if the last event is out of turn."""
    turn = next_turn(table, before)
    acts = [event for event in before if isinstance(event, TurnEvent)]
    # A player suggests and accuses in the same turn.
    same_turn = isinstance(last, Accusation) and acts and acts[-1].by == last.by
    # The first entry decides who begins.
    if not acts or turn is None or last.by == turn or same_turn:
        return ""
    order, out = (turn, *table.left_of(turn)), eliminated(table, before)
    skipped = [name for name in order[: order.index(last.by)] if name not in out]
    if len(skipped) > len(order) / 2:  # nearly a whole round
        return t("hint.turn", name=turn)
    return t("hint.skipped", names=enumeration(skipped))


def direction_hint(game: Logged) -> str:
    """Name the first entry whose passes fit the other direction of answers only, if any."""
    for number, event in enumerate(game.events, start=1):
        if doubt := _doubtful_seats(game.table, event):
            return t("repair.change", where=t("repair.entry", number=number), change=doubt)
    return ""


def _doubtful_seats(table: Table, event: Event) -> str:
    """Say if all recorded passes come after the show, so that answers may go the other way."""
    if not isinstance(event, Suggestion) or table.answering is not Answering.FIRST:
        return ""
    asked = table.asked_by(event.by)
    for show, first in zip(event.shows, event.passes(table), strict=False):
        if show.by is not None and asked.index(first) > asked.index(show.by):
            return t("hint.direction", name=first, shower=show.by)
    return ""


def _doubtful_card(table: Table, event: Event) -> str:
    """Say if an event names a card that the viewpoint did not see, or omits one that it saw."""
    me = table.viewpoint
    if me is None or not isinstance(event, Suggestion):
        return ""
    seen = event.seen_by(me)
    if seen != event:
        return t("hint.unseen", name=me, line=brief(seen, table.edition))
    if event.by == me and any(show.card is None for show in event.shows):
        return t("hint.own", name=me)
    return ""
