"""Parse and write the records, events and lines in parameters."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

from cluetree import record as records
from cluetree.events import Event
from cluetree.notebook import Notebook
from cluetree.operations.registry import Result, about, blaming, operation
from cluetree.record import Json, Keywords, Record
from cluetree.record.completion import begun, dumps_begun, in_language
from cluetree.table import Table
from cluetree.text.entries import spoken
from cluetree.turns import next_turn


def record_of(raw: Raw, path: str = "record") -> Record:
    """Parse a record: an object, in which `format` is optional, or a text.

    Raises:
        OperationError: If it is not a record.
    """
    content = bytes(raw)
    with blaming(path):
        if content.startswith(b'"'):
            return records.loads(msgspec.json.decode(content, type=str))
        return records.loads_json(content, bare=True)


def event_of(raw: Raw, table: Table, path: str = "event", turn: str | None = None) -> Event:
    """Parse an event as in a JSON record, or its line in a .clue file.

    Raises:
        OperationError: If it is not an event.
    """
    content = bytes(raw)
    with blaming(path):
        if content.startswith(b'"'):
            return records.loads_clue_event(
                msgspec.json.decode(content, type=str), table, turn=turn
            )
        return records.loads_json_event(content, table)


class DraftShow(Result):
    """A show: the player, null if unknown, and the card, null if not seen."""

    by: str | None
    card: str | None = None


class Draft(Result):
    """An incomplete event: the fields of an event in a record, all optional.

    A guess has its cards by category, null for missing ones.
    """

    kind: Literal["suggestion", "accusation", "holds", "lacks", "holds_one_of"] | UnsetType = UNSET
    by: str | UnsetType = UNSET
    player: str | UnsetType = UNSET
    cards: Sequence[str | None] | UnsetType = UNSET
    card: str | UnsetType = UNSET
    correct: bool | UnsetType = UNSET
    shows: Sequence[DraftShow] | UnsetType = UNSET
    passed: Sequence[str] | UnsetType = UNSET


class Part(Result):
    """A part of a line."""

    start: Annotated[int, about("Its first column, from 0.")]
    stop: int
    role: Annotated[str, about("player, card, keyword or sign.")]


class Parsed(Result):
    """The content of a line."""

    event: Annotated[Draft, about("The parsed fields.")]
    parts: Sequence[Part]
    error: Annotated[str | None, about("Why the line is incomplete; null if it is an event.")]
    column: Annotated[int | None, about("The column of the error, from 1.")]


class Spelled(Result):
    """A line of a .clue file."""

    line: str


Words: TypeAlias = Annotated[
    Mapping[str, str] | None,
    about(
        "Words of another language, each with its English keyword; the first word "
        "for a keyword is the one that is written."
    ),
]


def keywords_of(words: Mapping[str, str] | None, table: Table) -> Keywords:
    """Return keywords that are not part of a name at the table."""
    names = (*table.names, *(card.name for card in table.edition.cards))
    return Keywords(tuple((words or {}).items())).beside(names)


@operation()
def parse(
    book: Notebook,
    *,
    line: Annotated[str, about("A complete or unfinished event.")],
    keywords: Words = None,
) -> Parsed:
    """Parse a complete or unfinished line of `.clue`."""
    turn, words = next_turn(book.table, book.events), keywords_of(keywords, book.table)
    said = begun(line, book.table, turn, keywords=words)
    parts = [Part(*span) for span in said.spans]
    draft = msgspec.convert(said.fields, Draft)
    if said.error is None:
        return Parsed(draft, parts, None, None)
    return Parsed(draft, parts, said.error.reason, said.error.column)


@operation()
def spell(book: Notebook, *, event: Draft, keywords: Words = None) -> Spelled:
    """Write an event as a line of `.clue`, up to the first missing field."""
    if event.kind is UNSET:
        return Spelled("")
    edition = book.table.edition

    def short(word: str | None) -> str | None:
        return None if word is None else spoken(edition.card(word), edition)

    fields: dict[str, Json] = msgspec.to_builtins(event)
    if event.card is not UNSET:
        fields["card"] = short(event.card)
    if event.cards is not UNSET:
        fields["cards"] = [short(card) for card in event.cards]
    if event.shows is not UNSET:
        fields["shows"] = [{"by": show.by, "card": short(show.card)} for show in event.shows]
    return Spelled(in_language(dumps_begun(fields), keywords_of(keywords, book.table)))
