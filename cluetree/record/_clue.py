"""The text format of a record and of its events."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, TypeVar, cast

from more_itertools import last, map_reduce

from cluetree._turns import next_turn
from cluetree.errors import ClueError, RecordError
from cluetree.events import Correction, Event, TurnEvent, entries
from cluetree.record._grammar import (
    CUSTOM,
    SET_UP,
    VERBS,
    EventReader,
    Item,
    key_of_set_up,
    names_of,
    spelled,
    spelled_text,
    written,
)
from cluetree.record._line import Line, Token, quoted, verify_length
from cluetree.record._record import Location, Record, decoded, verify_unicode
from cluetree.record._structs import (
    Deck,
    FaceDown,
    GameRecord,
    Player,
    fields_of,
    table_of,
    verify,
    verify_event,
)
from cluetree.record._typed import explain, plain, row, verify_names, written_out
from cluetree.table import POOL, RULES, CluePlayer, Table, TableRules

_Hand = TypeVar("_Hand", Player, FaceDown)

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_HASH: Final = re.compile(r"\A(\s*)#(?=\d|[|\t;,])")
"""A sign before a number; before another text, it starts a comment."""
_DECK: Final = ("suspects", "weapons", "rooms")


# Reading


def loads_clue(text: str | bytes, *, source: str = "<text>") -> Record:
    """Read a record from text.

    Args:
        text: The record, one event a line; bytes are UTF-8, with or without byte order mark.
        source: The name of the text in errors, such as a file name.

    Raises:
        RecordError: If the text is not a record; with line and column.
    """
    set_up = _SetUp()
    reader: EventReader | None = None
    events: list[Event] = []
    lines = _LINE_END.split(decoded(text, source))
    for number, line_text in enumerate(lines, 1):
        line = Line(line_text, number, source)
        if line.at_end():
            continue
        if reader is None:
            key = key_of_set_up(line, set_up.texts("players"))
            if key is not None:
                set_up.add(key, line)
                continue
            set_up.verify_categories(line)
            reader = EventReader(set_up.table(line))
        start = line.location()
        events += reader.read(line)
        with start.attached():
            events = [*entries(reader.table, events)] if _is_late(events) else events
    table = reader.table if reader else set_up.table(Line("", len(lines), source))
    return Record(table, tuple(events), set_up.text("title"))


def loads_clue_event(text: str, table: Table, *, turn: str | None = None) -> Event:
    """Read one event from its line, which may be as people type it: see `written_out`.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
    >>> print(loads_clue_event("bob: plum, rope, hall -> ann shows", table))
    Bob suggests Professor Plum, Rope, Hall: Ann shows a card

    If the line names no player, the player in `turn` suggests.

    Raises:
        RecordError: If the text is not exactly one event; with the column.
    """
    location, start = Location("", 1), Location("", 1, 1)
    verify_length(text, location)
    if _LINE_END.search(text):
        raise start.error("expected one event, got more than one line")
    events = _typed(text, table, turn, location, [])
    if len(events) != 1:
        reason = f"expected one event, got {len(events)} facts: enter one card at a time here"
        raise start.error(reason)
    return events[0]


def loads_clue_events(
    text: str,
    table: Table,
    *,
    after: Sequence[Event] = (),
    errors: list[RecordError] | None = None,
) -> tuple[Event, ...]:
    r"""Read all events of some lines, which may be as people type them.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
    >>> for event in loads_clue_events("bob lacks plum, rope\nann plum rope hall > bob", table):
    ...     print(event)
    Bob lacks Professor Plum
    Bob lacks Rope
    Ann suggests Professor Plum, Rope, Hall: Bob shows a card

    If a line names no player, the player suggests whose turn it is after the events `after` and
    the lines before. The first suggestion must name its player: any player may begin.

    Raises:
        RecordError: If a line is not an event, or there is none; with line and column. If a list
            `errors` is given, errors of lines are added to it, and the other lines are read.
    """
    events: list[Event] = []
    columns: list[int] = []
    lines = _LINE_END.split(text)
    for number, line in enumerate(lines, 1):
        location = Location("<text>" if len(lines) > 1 else "", number)
        try:
            if not Line(text := _HASH.sub(r"\1 ", line), number, location.source).at_end():
                log = (*after, *events)
                is_begun = any(isinstance(event, TurnEvent) for event in log)
                turn = next_turn(table, log) if is_begun else None
                told = _typed(text, table, turn, location, columns)
                with location.attached():
                    entries(table, (*log, *told) if _is_late(told) else ())
                events += told
        except RecordError as error:
            if errors is None:
                raise
            errors.append(error)
    if not events and not errors:
        raise Location("", 1, 1).error("expected an event, got an empty line")
    return tuple(events)


def _is_late(events: Sequence[Event]) -> bool:
    """Return whether the last event corrects an earlier one."""
    return isinstance(last(events, None), Correction)


def _typed(
    text: str, table: Table, turn: str | None, location: Location, columns: list[int]
) -> tuple[Event, ...]:
    """Read a line of the grammar, or else a row of a table, or a line as people type it."""
    reader = EventReader(table)

    def read(line: str) -> tuple[Event, ...]:
        for each, by in ((line, turn), plain(line, table, turn)):
            for whole in (each, written_out(each, table, by)):
                with suppress(ClueError):
                    return _events(whole, reader, location)
        return ()

    bare, _ = plain(text, table, turn)
    for each in (text, bare):
        verify_names(each, table, location)
    with suppress(ClueError):
        return _events(text, reader, location)
    line = row(text, table, columns, location)
    if line is not None:
        with location.attached():
            return _typed(line, table, None, location, columns) if line else ()
    if events := read(text):
        return events
    for name in table.names[:3] if turn is None else ():
        if read(f"{spelled(name)}: {text}"):
            raise location.error(f"the suggestion must begin with its player, such as '{name}:'")
    explain(text, table, location, read)
    if bare.strip() != text.strip():  # so that columns are others
        with location.attached():
            return _events(bare, reader, location)
    return _events(text, reader, location)  # for its error


def _events(text: str, reader: EventReader, location: Location) -> tuple[Event, ...]:
    verify_unicode(text, location)
    line = Line(text, location.line or 1, location.source)
    if line.at_end():
        raise line.location().error("expected an event, got an empty line")
    return reader.read(line)


class _SetUp:
    """The lines of the set-up, in any order."""

    def __init__(self) -> None:
        self._items: dict[str, Sequence[Item]] = {}
        self._lines: dict[str, tuple[Line, Token]] = {}
        """The lines, each with the token after its keyword."""

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the names in a line, which may be missing."""
        return tuple(item["name"].text for item in self._items.get(key, ()))

    def text(self, key: str, default: str = "") -> str:
        """Return the text of a line, which may be missing."""
        return next(iter(self.texts(key)), default)

    def add(self, key: str, line: Line) -> None:
        """Read one line."""
        location = line.location()
        word = line.take().text
        if line.peek().key == ":":
            raise location.error(
                f"{word} starts a line of the set-up, which has no colon; "
                f'quote a player of this name: "{word}"'
            )
        if key in self._lines:
            first, _ = self._lines[key]
            raise location.error(f"{key} is given twice, first in line {first.location().line}")
        self._lines[key] = line, line.peek()
        self._items[key] = SET_UP[key](line)
        line.verify_end()

    def verify_categories(self, line: Line) -> None:
        """Explain a line that lists the cards of a fourth category."""
        word, then = line.peek(), line.peek(1)
        is_list = word.kind == then.kind == "word" and line.peek(2).key == ","
        if is_list and not self._items.keys().isdisjoint(_DECK) and then.key not in VERBS:
            raise line.location().error(
                f"a deck must have three categories, suspects, weapons and rooms, got {word.text!r}"
            )

    def table(self, line: Line) -> Table:
        """Return the table; a missing part is an error at this line."""
        items = self._items
        is_custom = not items.keys().isdisjoint(_DECK)
        for key in ("players", *(_DECK if is_custom else ("edition",))):
            if key not in items:
                raise line.location().error(
                    f"the set-up must have a line {key!r} before the events; "
                    f"known lines are {', '.join(SET_UP)}"
                )
        if "aliases" in items and not is_custom:
            reason = "only a custom deck can have aliases; a shipped edition has its own"
            raise self._location("aliases").error(reason)
        given = {key: self.text(key, getattr(Table, key)).casefold() for key in RULES}
        fields = GameRecord(
            edition=self._deck() if is_custom else self.text("edition", CUSTOM),
            players=self._hands("players", Player),
            viewpoint=self.text("me") if "me" in items else None,
            hand=self.texts("hand"),
            face_up=self.texts("face_up"),
            face_down=self._hands("face_down", FaceDown) if "face_down" in items else None,
            **cast("TableRules", given),
        )
        return table_of(fields, self._location)

    def _location(self, path: str) -> Location:
        """Return the location of a field of the record by its path."""
        key, *steps = re.findall(r"\w+", path.replace("viewpoint", "me"))
        if key == "edition" and "suspects" in self._lines:
            key = "suspects"
        # A missing hand is an error of the player in the line `me`.
        line, token = self._lines[key if key in self._lines else "me"]
        if steps:
            number, name = [*steps, "name"][:2]
            token = self._items[key][int(number)].get(name, token)
        return line.location(token)

    def _hands(self, key: str, kind: type[_Hand]) -> tuple[_Hand, ...]:
        named = [(item.get("name"), item["hand_size"].text) for item in self._items[key]]
        # Python rejects thousands of digits. A number of over 20 digits is too large anyway.
        return tuple(
            kind(name=name.text if name else POOL, hand_size=None if n == "?" else int(n[:20]))
            for name, n in named
        )

    def _deck(self) -> Deck:
        aliases = map_reduce(
            self._items.get("aliases", ()),
            lambda item: item["name"].text,
            lambda item: item["alias"].text,
            tuple[str, ...],
        )
        suspects, weapons, rooms = map(self.texts, _DECK)
        return Deck(suspects, weapons, rooms, self.text("edition"), aliases)


# Writing


def dumps_clue(record: Record) -> str:
    """Write a record as text, one event a line; `loads_clue` gives an equal record.

    Empty lines of the set-up are left out. Names are those of the edition and the table, with
    quotes where a bare name would be ambiguous. A deck that differs from every shipped one is
    written as three lists with title and aliases, without id.

    Raises:
        RecordError: If the record could not be read back, because an event breaks the rules, a
            name is not Unicode text, or a line is too long.
    """
    record = verify(record)
    lines = [f"{key:<8} {text}".rstrip() for key, text in _set_up(record)]
    events = [*map(written, record.events)]
    written_lines = [*lines, "", *events] if events else lines
    for number, line in enumerate(written_lines, 1):
        verify_length(line, Location("<record>", number))
    return "".join(f"{line}\n" for line in written_lines)


def dumps_clue_event(event: Event, table: Table) -> str:
    """Write an event as its line in text.

    Raises:
        RecordError: If the event could not be read back, as for `dumps_clue`.
    """
    line = written(verify_event(event, table))
    verify_length(line, Location("<record>"))
    return line


def _set_up(record: Record) -> Iterator[tuple[str, str]]:
    table, deck = record.table, fields_of(record).edition
    if record.title:
        yield "title", spelled_text(record.title)
    if isinstance(deck, str):
        yield "edition", deck
    else:
        title = quoted(deck.title) if deck.title.casefold() == CUSTOM else spelled_text(deck.title)
        yield "edition", title if deck.title else CUSTOM
        for key, names in zip(_DECK, (deck.suspects, deck.weapons, deck.rooms), strict=True):
            yield key, ", ".join(map(spelled, names))
        aliases = [(card, name) for card, names in deck.aliases.items() for name in names]
        if aliases:
            named = ", ".join(f"{spelled(card)}: {spelled(name)}" for card, name in aliases)
            yield "aliases", named
    yield "players", ", ".join(map(_sized, table.players))
    if table.me:
        yield "me", spelled(table.me.name)
        if table.me.hand:
            yield "hand", names_of(table.me.hand)
    if table.face_up:
        yield "face_up", names_of(table.face_up)
    if table.face_down or table.edition.leaves_face_down:
        yield "face_down", ", ".join(map(_sized, table.face_down))
    rules = ((key, str(getattr(table, key))) for key in RULES)
    yield from ((key, rule) for key, rule in rules if rule != getattr(Table, key))


def _sized(hand: CluePlayer) -> str:
    return f"{spelled(hand.name)} {'?' if hand.hand_size is None else hand.hand_size}"
