"""The record itself, and what must hold before it can be written."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from cluetree.cards import Edition
from cluetree.editions import SHIPPED
from cluetree.events import Event, entry
from cluetree.record._places import HALF_A_PAIR, Place, attempt, has_half_a_pair
from cluetree.table import Table

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""What a JSON text can say."""

# No deck comes near; it keeps absurd numbers out of both spellings alike.
LARGEST_HAND = 999_999


@dataclass(frozen=True)
class Record:
    """Everything that one observer knows about one game: the set-up and what happened since.

    Events are not checked here, so that a log can be held before it makes sense; writing checks
    them. Comments of a text file are no part of the record.
    """

    table: Table
    events: tuple[Event, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "events", tuple(self.events))


def verify(record: Record) -> Record:
    """Check that a record made in Python can be read back once it is written.

    Returns:
        The same, its events as the table spells them.

    Raises:
        RecordError: If an event breaks the rules by itself, a hand size is absurd, or a name is
            no Unicode text; the path says which one.
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
    events = (
        attempt(_place(f"$.events[{number}]"), entry, record.table, event)
        for number, event in enumerate(record.events)
    )
    return replace(record, events=tuple(events))


def verify_hand_size(size: int | None, place: Place) -> None:
    """Check that a hand size is one that a record may give."""
    if size is not None and not 0 <= size <= LARGEST_HAND:
        raise place.error(f"a hand size goes from 0 to {LARGEST_HAND}")


def _verify_text(text: str, path: str) -> None:
    if has_half_a_pair(text):
        raise _place(path).error(HALF_A_PAIR)


def _place(path: str) -> Place:
    return Place("<record>", path=path)


def shipped_id(edition: Edition) -> str | None:
    """Return the id that a record names this deck by; `None` if it is not exactly shipped so."""
    return edition.id if edition in SHIPPED else None
