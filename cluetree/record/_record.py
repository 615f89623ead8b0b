"""The record, its checks before writing, and its fields in both formats."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, assert_never

from cluetree.cards import ClueCard, Edition
from cluetree.editions import SHIPPED
from cluetree.errors import ClueError
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Suggestion, entry
from cluetree.record._places import HALF_A_PAIR, Json, Place, has_half_a_pair
from cluetree.table import Table

FORMAT: Final = "cluetree/1"
# Far above the size of any deck; rejects absurd numbers in both formats.
LARGEST_HAND = 999_999


@dataclass(frozen=True)
class Record:
    """Everything that one observer knows about one game: the set-up and the events.

    Writing checks the events; construction does not, so that a log may be inconsistent for a
    while. A record does not keep the comments of a text file.
    """

    table: Table
    events: tuple[Event, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "events", tuple(self.events))


def verify(record: Record) -> Record:
    """Check that a record can be read back once it is written.

    Returns:
        The record with the names of the table in its events.

    Raises:
        RecordError: If an event breaks the rules, a hand size is too large, or a name is not
            Unicode text; with its path.
    """
    _verify_text(record.title, "$.title")
    edition = record.table.edition
    _verify_text(edition.title, "$.edition.title")
    for card in edition.cards:
        _verify_text(card.name, f"$.edition.{card.category}s")
        for alias in edition.aliases.get(card.name, ()):
            _verify_text(alias, "$.edition.aliases")
    for seat, player in enumerate(record.table.players):
        _verify_text(player.name, f"$.players[{seat}].name")
        verify_hand_size(player.hand_size, _place(f"$.players[{seat}].hand_size"))
    events = [
        verify_event(event, record.table, f"$.events[{number}]")
        for number, event in enumerate(record.events)
    ]
    return replace(record, events=tuple(events))


def verify_event(event: Event, table: Table, path: str = "$") -> Event:
    """Check that an event can be read back once it is written.

    Returns:
        The event with the names of the table.

    Raises:
        RecordError: If it breaks the rules.
    """
    try:
        return entry(table, event)
    except ClueError as error:
        raise _place(path).error(str(error)) from error


def verify_hand_size(size: int | None, place: Place) -> None:
    """Check that a record may contain a hand size."""
    if size is not None and not 0 <= size <= LARGEST_HAND:
        raise place.error(f"a hand size must be from 0 to {LARGEST_HAND}")


def _verify_text(text: str, path: str) -> None:
    if has_half_a_pair(text):
        raise _place(path).error(HALF_A_PAIR)


def _place(path: str) -> Place:
    return Place("<record>", path=path)


def fields_of(record: Record) -> dict[str, Json]:
    """Return the fields of a record without its events."""
    table = record.table
    return {
        "title": record.title,
        "edition": _deck(table.edition),
        "players": [{"name": each.name, "hand_size": each.hand_size} for each in table.players],
        "viewpoint": table.viewpoint,
        "hand": _names(table.me.hand if table.me else ()),
        "face_up": _names(table.face_up),
        "answering": table.answering.value,
    }


def _deck(edition: Edition) -> Json:
    if edition in SHIPPED:
        return edition.id
    deck: dict[str, Json] = {
        "suspects": [*edition.suspects],
        "weapons": [*edition.weapons],
        "rooms": [*edition.rooms],
    }
    more: dict[str, Json] = {
        "title": edition.title,
        "aliases": {card: [*names] for card, names in edition.aliases.items()},
    }
    return deck | {key: value for key, value in more.items() if value}


def event_fields(event: Event) -> dict[str, Json]:
    """Return the fields of an event."""
    match event:
        case Suggestion(by, guess, shows, passed):
            shown: list[Json] = [
                {"by": show.by, "card": show.card.name if show.card else None} for show in shows
            ]
            known: dict[str, Json] = {} if passed is None else {"passed": [*passed]}
            return {"kind": "suggestion", "by": by, "cards": _names(guess), **known, "shows": shown}
        case Accusation(by, guess, correct):
            return {"kind": "accusation", "by": by, "cards": _names(guess), "correct": correct}
        case HoldsOneOf(player, cards):
            return {"kind": "holds_one_of", "player": player, "cards": _names(cards)}
        case Holds(player, card):
            return {"kind": "holds", "player": player, "card": card.name}
        case Lacks(player, card):
            return {"kind": "lacks", "player": player, "card": card.name}
        case _:
            assert_never(event)


def _names(cards: Iterable[ClueCard]) -> list[Json]:
    return [card.name for card in cards]
