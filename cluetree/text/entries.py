"""One event as one line, as it is typed in the language of `.clue`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from cluetree import record
from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import UnknownCardError
from cluetree.events import Event, Holds
from cluetree.record import Record
from cluetree.table import ENVELOPE, Table

_SOURCE = "<entry>"


@dataclass(frozen=True)
class Spellings:
    """How names must be written in a line, quoted where a bare name would read otherwise."""

    cards: Mapping[ClueCard, str]
    holders: Mapping[str, str]
    """The players in seat order, then the envelope."""


def spellings(table: Table) -> Spellings:
    """Return how a table's cards and players are spelled.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "One of us": 9})
    >>> list(spellings(table).holders.values())
    ['Ann', '"One of us"', 'envelope']
    """
    return _spellings(table)


@lru_cache(maxsize=16)
def _spellings(table: Table) -> Spellings:
    cards, holders = table.edition.cards, (*table.names, ENVELOPE.name)
    facts = (
        *(Holds(ENVELOPE.name, card) for card in cards),
        *(Holds(holder, cards[0]) for holder in holders),
    )
    lines = record.dumps_clue_events(Record(table, facts))
    verb = " holds "
    spelled = [line.removeprefix(f"{ENVELOPE.name}{verb}") for line in lines[: len(cards)]]
    return Spellings(
        dict(zip(cards, spelled, strict=True)),
        {
            holder: line.removesuffix(f"{verb}{spelled[0]}")
            for holder, line in zip(holders, lines[len(cards) :], strict=True)
        },
    )


def write_event(event: Event, table: Table) -> str:
    """Write an event as the line that `read_event` reads back.

    Raises:
        RecordError: If the event breaks the rules at this table.
    """
    return record.dumps_clue_events(Record(table, (event,)))[0]


def read_event(text: str, table: Table) -> Event:
    """Read one event, as people type it.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
    >>> print(read_event("bob: plum, rope, hall -> Ann shows", table))
    Bob suggests Professor Plum, Rope, Hall: Ann shows a card

    Raises:
        RecordError: If this is no event, or more than one; its column counts within `text`.
    """
    return record.loads_event(text, table, source=_SOURCE)


def example(table: Table) -> str:
    """Return a line as it may be typed, with players and short cards of this table.

    >>> from cluetree.editions import CLUE_US
    >>> example(Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6}))
    'Bob: Plum, Pipe, Hall -> Eve shows'
    """
    asker = table.names[1]
    shower = table.left_of(asker)[0]
    names = [[spoken(card, table.edition) for card in table.edition.of(each)] for each in Category]
    cards = ", ".join(min(kind, key=len) for kind in names)
    spelled = spellings(table).holders
    return f"{spelled[asker]}: {cards} -> {spelled[shower]} shows"


def spoken(card: ClueCard, edition: Edition) -> str:
    """Return a card's name as people say it: without its title, where that is enough.

    >>> from cluetree.editions import CLUE_US
    >>> [spoken(CLUE_US.card(name), CLUE_US) for name in ("plum", "pipe", "dining")]
    ['Plum', 'Pipe', 'Dining Room']
    """
    return _spoken(card, edition)


@lru_cache(maxsize=1024)
def _spoken(card: ClueCard, edition: Edition) -> str:
    _, _, rest = card.name.partition(" ")
    try:
        return rest if rest and edition.card(rest) == card else card.name
    except UnknownCardError:
        return card.name
