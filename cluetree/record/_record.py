"""The record, positions in it for errors, its checks before writing, and its JSON."""

import json
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias, assert_never

from cluetree.cards import ClueCard, Edition
from cluetree.editions import SHIPPED
from cluetree.errors import ClueError, InvalidEventError, RecordError
from cluetree.events import (
    Accusation,
    Event,
    Holds,
    HoldsOneOf,
    HoldsSome,
    Lacks,
    Suggestion,
    entry,
)
from cluetree.names import listed, verify_type
from cluetree.table import CluePlayer, Table

# Positions and texts

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A JSON value."""


class Location(NamedTuple):
    """A position in a file: line and column in text, a path in JSON."""

    source: str
    line: int | None = None
    column: int | None = None
    path: str | None = None

    def error(self, reason: str) -> RecordError:
        """Return an error for this position."""
        return RecordError(reason, *self)

    @contextmanager
    def attached(self, hint: str = "") -> Generator[None]:
        """Attach this position and a hint to errors of the library."""
        try:
            yield
        except ClueError as error:
            raise self.error(f"{error.message}{hint}") from error


def values_in(raw: Json, root: str = "$") -> Iterator[tuple[str, Json]]:
    """Yield the path and the value of each part of a JSON value; nesting may be deep."""
    waiting = [(root, raw)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, dict):
            waiting += reversed([(f"{path}.{key}", part) for key, part in value.items()])
        elif isinstance(value, list):
            waiting += reversed([(f"{path}[{n}]", part) for n, part in enumerate(value)])


def decoded(text: str | bytes, source: str) -> str:
    """Return the text without byte order mark; raise an error if it is not UTF-8."""
    if isinstance(text, str):
        verify_unicode(text, Location(source))
        return text.removeprefix("\ufeff")
    try:
        return text.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        *lines, last = text[: error.start].decode().removeprefix("\ufeff").split("\n")
        raise Location(source, len(lines) + 1, len(last) + 1).error(
            f"not UTF-8: byte {error.start + 1} is 0x{text[error.start]:02x}"
        ) from error


_HALF_A_PAIR: Final = re.compile("[\ud800-\udfff]")


def verify_unicode(text: str, location: Location) -> None:
    """Check that UTF-8 can encode a text."""
    if _HALF_A_PAIR.search(text):
        raise location.error("not Unicode text: half of a surrogate pair")


# The record

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
        verify_type("title", self.title, str, "a string", InvalidEventError)
        object.__setattr__(self, "events", listed("events", self.events, InvalidEventError))


def verify(record: Record) -> Record:
    """Return a record with the table's names, checked so that it can be read back once written."""
    verify_texts({**fields_of(record)}, "<record>")
    for field, hands in (("players", record.table.players), ("face_down", record.table.face_down)):
        for number, hand in enumerate(hands):
            place = Location("<record>", path=f"$.{field}[{number}].hand_size")
            verify_hand_size(hand.hand_size, place)
    numbered = enumerate(record.events)
    events = [verify_event(event, record.table, f"$.events[{n}]") for n, event in numbered]
    return replace(record, events=tuple(events))


def verify_event(event: Event, table: Table, path: str = "$") -> Event:
    """Return an event with the table's names, checked so that it can be read back once written."""
    with Location("<record>", path=path).attached():
        return entry(table, event)


def verify_hand_size(size: int | None, location: Location) -> None:
    """Check that a record may contain a hand size."""
    if size is not None and not 0 <= size <= LARGEST_HAND:
        raise location.error(f"a hand size must be from 0 to {LARGEST_HAND}, got {size}")


def verify_texts(raw: Json, source: str) -> None:
    """Check that UTF-8 can encode every text of a JSON value."""
    for path, value in values_in(raw):
        for text in value if isinstance(value, dict) else (value,):
            if isinstance(text, str):
                verify_unicode(text, Location(source, path=path))


def fields_of(record: Record) -> dict[str, Json]:
    """Return the fields of a record without its events."""
    table = record.table
    return {
        "title": record.title,
        "edition": _deck(table.edition),
        "players": _hands(table.players),
        "viewpoint": table.viewpoint,
        "hand": _names(table.me.hand if table.me else ()),
        "face_up": _names(table.face_up),
        "face_down": _hands(table.face_down),
        "answering": table.answering.value,
        "answers": table.answers.value,
    }


def _hands(hands: Iterable[CluePlayer]) -> Json:
    return [{"name": hand.name, "hand_size": hand.hand_size} for hand in hands]


def _deck(edition: Edition) -> Json:
    if edition in SHIPPED:
        return SHIPPED[SHIPPED.index(edition)].id
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
        case Holds(player, card) | Lacks(player, card):
            kind = "holds" if event.has_card else "lacks"
            return {"kind": kind, "player": player, "card": card.name}
        case HoldsSome(player, cards, least, most):
            some: dict[str, Json] = {"player": player, "cards": _names(cards)}
            return {"kind": "holds_some", **some, "least": least, "most": most}
        case _:
            assert_never(event)


def _names(cards: Iterable[ClueCard]) -> list[Json]:
    return [card.name for card in cards]


# Writing JSON


def dumps_json(record: Record) -> str:
    """Write a record as JSON, one event a line; `loads_json` gives an equal record.

    Every field is written, except for an unknown `passed`. Names are those of the edition and the
    table. A deck that differs from every shipped one is written as three lists with title and
    aliases, without id.

    Raises:
        RecordError: If the record could not be read back, because an event breaks the rules or
            a name is not Unicode text.
    """
    record = verify(record)
    fields = fields_of(record)
    values = {"format": _dumped(FORMAT)} | {key: _dumped(value) for key, value in fields.items()}
    events = ",\n  ".join(_dumped(event_fields(event)) for event in record.events)
    values["events"] = f"[\n  {events}\n ]" if events else "[]"
    text = ",\n".join(f' "{name}": {value}' for name, value in values.items())
    return f"{{\n{text}\n}}\n"


def dumps_json_event(event: Event, table: Table) -> str:
    """Write an event as JSON, in the format of a record.

    Raises:
        RecordError: If the event could not be read back, as for `dumps_json`.
    """
    return _dumped(event_fields(verify_event(event, table)))


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
