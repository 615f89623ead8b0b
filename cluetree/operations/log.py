"""The log of a notebook: its lines and records, reading it and changing it."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from cluetree import record as records
from cluetree.errors import InvalidEventError, UnknownPlayerError
from cluetree.events import Event
from cluetree.notebook import Notebook
from cluetree.notebook.log import verify_seated
from cluetree.operations.registry import (
    EventCount,
    EventJson,
    EventText,
    JsonObject,
    Number,
    OperationError,
    RecordText,
    about,
    error_path,
    operation,
    worded,
)
from cluetree.record import Json, Record
from cluetree.record.completion import begun, dumps_begun, in_language
from cluetree.table import Table
from cluetree.text.changes import hint_words
from cluetree.text.entries import keywords as keywords_at, short_name
from cluetree.text.errors import reason_of
from cluetree.text.events import brief
from cluetree.turns import eliminated, next_turn


def record_of(raw: Raw) -> Record:
    """Parse a record: an object, in which `format` is optional, or a text."""
    content = bytes(raw)
    with error_path("record"):
        if content.startswith(b'"'):
            return records.loads(msgspec.json.decode(content, type=str))
        return records.loads_json(content, bare=True)


def event_of(raw: Raw, table: Table, path: str = "event", turn: str | None = None) -> Event:
    """Parse an event as in a JSON record, or its line in a .clue file."""
    content = bytes(raw)
    with error_path(path):
        if content.startswith(b'"'):
            text = msgspec.json.decode(content, type=str)
            return records.loads_clue_event(text, table, turn=turn)
        return records.loads_json_event(content, table)


class DraftShow(JsonObject):
    """A show: the player, null if unknown, and the card, null if not seen."""

    by: str | None
    card: str | None = None


class Draft(JsonObject):
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


class Span(JsonObject):
    """A part of a line."""

    start: Annotated[int, about("Its first column, from 0.")]
    stop: int
    role: Annotated[str, about("player, card, keyword or sign.")]


class Parsed(JsonObject):
    """The content of a line."""

    event: Annotated[Draft, about("The parsed fields.")]
    parts: Sequence[Span]
    error: Annotated[str | None, about("Why the line is incomplete; null if it is an event.")]
    column: Annotated[int | None, about("The column of the error, from 1.")]


class Spelled(JsonObject):
    """A line of a .clue file."""

    line: str


KeywordMap: TypeAlias = Annotated[
    Mapping[str, str] | None,
    about(
        "Words for the English keywords, each with its keyword; the first word for a "
        "keyword is the one that is written. Default: those of `language`."
    ),
]


@operation()
def parse(
    book: Notebook,
    *,
    line: Annotated[str, about("A complete or unfinished event.")],
    keywords: KeywordMap = None,
) -> Parsed:
    """Parse a complete or unfinished line of `.clue`."""
    turn, words = next_turn(book.table, book.events), keywords_at(book.table, keywords)
    said = begun(line, book.table, turn, keywords=words)
    parts = [Span(*span) for span in said.spans]
    draft = msgspec.convert(said.fields, Draft)
    if said.error is None:
        return Parsed(draft, parts, None, None)
    return Parsed(draft, parts, reason_of(said.error), said.error.column)


@operation()
def spell(book: Notebook, *, event: Draft, keywords: KeywordMap = None) -> Spelled:
    """Write an event as a line of `.clue`, up to the first missing field."""
    if event.kind is UNSET:
        return Spelled("")
    edition = book.table.edition

    def short(word: str | None) -> str | None:
        return None if word is None else short_name(edition.card(word), edition)

    fields: dict[str, Json] = msgspec.to_builtins(event)
    if event.card is not UNSET:
        fields["card"] = short(event.card)
    if event.cards is not UNSET:
        fields["cards"] = [short(card) for card in event.cards]
    if event.shows is not UNSET:
        fields["shows"] = [{"by": show.by, "card": short(show.card)} for show in event.shows]
    return Spelled(in_language(dumps_begun(fields), keywords_at(book.table, keywords)))


# Reading and changing the log


class Entry(JsonObject):
    """One event of the log."""

    number: int
    event: EventJson
    line: Annotated[str, about("Its line in a .clue file.")]
    words: Annotated[str, about("The event in words.")]


class Entered(JsonObject):
    """The event as it is now in the log."""

    entry: Entry


def written(event: Event, table: Table) -> tuple[Raw, str]:
    """Write an event as in a JSON record and as a line of a .clue file."""
    text = records.dumps_json_event(event, table)
    return Raw(text.encode()), records.dumps_clue_event(event, table)


class LogEntries(JsonObject):
    """The whole log, the current player and the eliminated players."""

    events: Sequence[Entry]
    turn: Annotated[str | None, about("The current player; null after the end of the game.")]
    eliminated: Annotated[Sequence[str], about("Players with a failed accusation, in seat order.")]


class LogState(JsonObject):
    """The state of the log."""

    title: str
    events: EventCount

    @classmethod
    def of(cls, book: Notebook) -> "LogState":
        """Return the state of a notebook's log."""
        return cls(book.title, len(book))


class Undone(LogState):
    """The state of the log, and whether there was something to undo or redo."""

    changed: bool


@worded(hint_words)
@operation()
def events(book: Notebook) -> LogEntries:
    """List the log, and return the current player."""
    out = eliminated(book.table, book.events)
    return LogEntries(
        events=[_entry(book, number) for number in range(1, len(book) + 1)],
        turn=next_turn(book.table, book.events),
        eliminated=[name for name in book.table.names if name in out],
    )


@operation(changes=True)
def tell(book: Notebook, *, event: EventText) -> Entered:
    """Add an event at the end of the log."""
    turn = next_turn(book.table, book.events)
    book.tell(event_of(event, book.table, turn=turn))
    return Entered(_entry(book, len(book)))


@operation(changes=True)
def insert(book: Notebook, *, number: Number, event: EventText) -> Entered:
    """Add an event before the one with this number, or at the end."""
    _verify_number(number, len(book) + 1)
    book.insert(number, event_of(event, book.table))
    return Entered(_entry(book, number))


@operation(changes=True)
def edit(book: Notebook, *, number: Number, event: EventText) -> Entered:
    """Replace the event with this number."""
    _verify_number(number, len(book))
    book.edit(number, event_of(event, book.table))
    return Entered(_entry(book, number))


@operation(changes=True)
def delete(book: Notebook, *, number: Number) -> LogState:
    """Delete the event with this number."""
    _verify_number(number, len(book))
    book.delete(number)
    return LogState.of(book)


@operation(changes=True)
def repair(
    book: Notebook,
    *,
    number: Annotated[int, Meta(ge=1, description="The number of the repair in `repairs`.")],
) -> LogState:
    """Apply one of the repairs that `repairs` lists; `undo` reverses it."""
    try:
        book.repair(number)
    except InvalidEventError as error:
        raise OperationError("invalid_params", error.message, "number") from None
    return LogState.of(book)


@operation(changes=True)
def set_up(book: Notebook, *, record: RecordText) -> LogState:
    """Replace the set-up and the log by those of a record; `undo` reverses it."""
    try:
        book.set_up(record_of(record))
    except OperationError as error:
        cause = error.__cause__ and error.__cause__.__cause__
        if isinstance(cause, UnknownPlayerError):
            others = [name for name in book.table.names if name != cause.word]
            with error_path(error.path):
                verify_seated(book.table, book.events, others)
        raise
    return LogState.of(book)


@operation(changes=True)
def undo(book: Notebook) -> Undone:
    """Undo the last change, if there is one."""
    return Undone(changed=book.undo(), title=book.title, events=len(book))


@operation(changes=True)
def redo(book: Notebook) -> Undone:
    """Redo the last undone change, if there is one."""
    return Undone(changed=book.redo(), title=book.title, events=len(book))


def _entry(book: Notebook, number: int) -> Entry:
    event, table = book.events[number - 1], book.table
    return Entry(number, *written(event, table), brief(event, table.edition))


def _verify_number(number: int, most: int) -> None:
    if number > most:
        raise OperationError("invalid_params", f"must be at most {most}, got {number}", "number")
