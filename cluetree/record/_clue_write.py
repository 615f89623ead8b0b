"""Writes the text form of a record."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from cluetree.cards import ClueCard, Edition
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
from cluetree.record._record import Record, shipped_id, verify
from cluetree.record._words import CUSTOM, SOMEBODY, quoted, spelled, spelled_text
from cluetree.table import Answering


def dumps_clue(record: Record) -> str:
    """Write a record as text, one event a line; `loads_clue` gives an equal record.

    Lines of the set-up that would say nothing are left out. Cards and players are spelled as
    the edition and the table spell them, in quotes where a bare name would read as something
    else. A deck that is not exactly a shipped one is written as its three lists with its title
    and aliases, without id.

    Raises:
        RecordError: If it could not be read back: an event breaks the rules by itself, or a
            name is no Unicode text.
    """
    record = verify(record)
    set_up = [f"{key:<8} {value}" for key, value in _headers(record)]
    events = [_event(event) for event in record.events]
    lines = [*set_up, "", *events] if events else set_up
    return "".join(f"{line}\n" for line in lines)


def dumps_clue_events(record: Record) -> tuple[str, ...]:
    """Write the events alone, each as its line in text.

    Raises:
        RecordError: As for `dumps_clue`.
    """
    return tuple(map(_event, verify(record).events))


def _headers(record: Record) -> Iterator[tuple[str, str]]:
    table = record.table
    if record.title:
        yield "title", spelled_text(record.title)
    yield from _deck(table.edition)
    yield (
        "players",
        ", ".join(
            f"{spelled(player.name)} {'?' if player.hand_size is None else player.hand_size}"
            for player in table.players
        ),
    )
    if table.me is not None:
        yield "me", spelled(table.me.name)
        if table.me.hand:
            yield "hand", _cards(table.me.hand)
    if table.face_up:
        yield "face_up", _cards(table.face_up)
    if table.answering is not Answering.FIRST:
        yield "answering", table.answering


def _deck(deck: Edition) -> Iterator[tuple[str, str]]:
    shipped = shipped_id(deck)
    if shipped is not None:
        yield "edition", shipped
        return
    is_called_so = deck.title.casefold() == CUSTOM
    yield "edition", quoted(deck.title) if is_called_so else spelled_text(deck.title or CUSTOM)
    for key, names in (("suspects", deck.suspects), ("weapons", deck.weapons)):
        yield key, _listed(names)
    yield "rooms", _listed(deck.rooms)
    other_names = ((card, alias) for card, names in deck.aliases.items() for alias in names)
    aliases = [f"{spelled(card)}: {spelled(alias)}" for card, alias in other_names]
    if aliases:
        yield "aliases", ", ".join(aliases)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(spelled, names))


def _cards(cards: Iterable[ClueCard]) -> str:
    return _listed(card.name for card in cards)


def _event(event: Event) -> str:
    match event:
        case Suggestion(by, guess):
            return f"{spelled(by)}: {_cards(guess)} -> {', '.join(_answers(event))}"
        case Accusation(by, guess, correct):
            return f"{spelled(by)} accuses {_cards(guess)}: {'right' if correct else 'wrong'}"
        case HoldsOneOf(player, cards):
            return f"{spelled(player)} holds one of {_cards(cards)}"
        case Holds(player, card) | Lacks(player, card):
            verb = "holds" if isinstance(event, Holds) else "lacks"
            return f"{spelled(player)} {verb} {spelled(card.name)}"
        case _:
            assert_never(event)


def _answers(event: Suggestion) -> Iterator[str]:
    if event.passed is not None:
        yield from (f"{spelled(name)} passes" for name in event.passed)
        if not event.passed:
            yield "nobody passes"
    yield from map(_show, event.shows)
    if event.passed is None and not event.shows:
        yield "nobody"


def _show(show: Show) -> str:
    card = f" {spelled(show.card.name)}" if show.card else ""
    return f"{SOMEBODY if show.by is None else spelled(show.by)} shows{card}"
