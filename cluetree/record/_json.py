"""Records and events in JSON."""

import json
import re
from collections.abc import Callable
from typing import Final, cast, get_args

import msgspec
from more_itertools import duplicates_everseen

from cluetree.errors import RecordError, either
from cluetree.events import Answer, Event
from cluetree.record import _structs
from cluetree.record._record import Json, Location, Record, decoded, values_in, verify_texts
from cluetree.table import Table

# The messages of msgspec.
_MESSAGE: Final = re.compile(r"(?P<reason>.*?)(?: - at `(?P<path>\$[^`]*)`)?", re.DOTALL)
_UNKNOWN_FIELD: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_INVALID_VALUE: Final = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)


# Reading


def loads_json(text: str | bytes, *, source: str = "<text>") -> Record:
    """Read a record from JSON.

    Args:
        text: The JSON; bytes are UTF-8, with or without byte order mark.
        source: The name of the text in errors, such as a file name.

    Raises:
        RecordError: If the text is not a record. Syntax errors have line and column, all others
            the JSON path.
    """
    raw = _parsed(text, source)
    try:
        fields = msgspec.convert(raw, _structs.GameRecord)
    except msgspec.ValidationError as error:
        raise _explained(str(error), raw, source) from error
    table = _structs.table_of(fields, _inside(source, "$"))
    events = [
        _structs.event_of(event, table, _inside(source, f"$.events[{number}]"))
        for number, event in enumerate(fields.events)
    ]
    return Record(table, _structs.corrected(table, events, source), fields.title)


def loads_json_event(text: str | bytes, table: Table) -> Event:
    """Read one event from JSON, in the format of a record.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
    >>> print(loads_json_event('{"kind": "holds", "player": "bob", "card": "rope"}', table))
    Bob holds Rope

    Raises:
        RecordError: If the text is not an event, as for `loads_json`; the event is `$` in paths.
    """
    raw = _parsed(text)
    try:
        fields: _structs.EventFields = msgspec.convert(raw, _structs.EventFields)
    except msgspec.ValidationError as error:
        raise _explained(str(error), raw, table=table) from error
    return _structs.event_of(fields, table, _inside("<text>", "$"))


def _inside(source: str, root: str) -> Callable[[str], Location]:
    """Return a function that gives the locations of fields below a path."""
    return lambda path: Location(source, path=f"{root}.{path}" if path else root)


def _parsed(text: str | bytes, source: str = "<text>") -> Json:
    """Parse JSON; doubled keys are an error, as their first values would be lost silently."""
    content = decoded(text, source)
    doubled: list[tuple[Json, str]] = []

    def fields(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        named = dict(pairs)
        if len(named) < len(pairs):
            doubled.extend((named, key) for key in duplicates_everseen(key for key, _ in pairs))
        return named

    try:
        # Python rejects thousands of digits. A number of over 20 digits is too large for a record
        # anyway, and the error then has its path.
        raw: Json = json.loads(content, object_pairs_hook=fields, parse_int=lambda n: int(n[:20]))
    except json.JSONDecodeError as error:
        why = f"{error.msg[:1].lower()}{error.msg[1:]}".replace(" at", " here")
        raise Location(source, error.lineno, error.colno).error(f"invalid JSON: {why}") from error
    except RecursionError as error:
        raise Location(source).error("invalid JSON: nested too deeply") from error
    for torn, key in doubled[-1:]:  # the outermost, which no other doubled key has dropped
        path = next(path for path, value in values_in(raw) if value is torn)
        raise Location(source, path=path).error(f"the field {key!r} is given twice")
    if "\\u" in content:
        verify_texts(raw, source)
    return raw


def _explained(
    message: str, raw: Json, source: str = "<text>", table: Table | None = None
) -> RecordError:
    """Return the error for a message of msgspec about a record, or about an event of a table."""
    reason, path = cast("re.Match[str]", _MESSAGE.fullmatch(message)).group("reason", "path")
    path = path or "$"
    name = path.rpartition(".")[2].partition("[")[0]
    value = next((value for at, value in values_in(raw) if at == path), None)
    if field := _UNKNOWN_FIELD.fullmatch(reason):
        is_record = path == "$" and table is None
        valid = _structs.names_of_fields("" if is_record else name, value)
        reason = f"unknown field {field[1]!r}: valid fields are {', '.join(valid)}"
    elif wrong := _INVALID_VALUE.fullmatch(reason):
        known = {"kind": (*map(str, _structs.BY_KIND),), "answer": (*get_args(Answer), "null")}
        reason = f"{name} must be {either(known.get(name, (_structs.FORMAT,)))}, got {wrong[1]}"
    elif reason == "Object missing required field `shows`" and isinstance(value, dict):
        asker = str(value["by"]).casefold()
        seats = [v for at, v in values_in(raw) if at.startswith("$.players")]
        names = table.names if table else [name for name in seats if isinstance(name, str)]
        shower = next((name for name in names if not name.casefold().startswith(asker)), "Bob")
        reason = (
            'a suggestion must give its shows: "shows": [] if nobody showed a card, or '
            f'"shows": [{{"by": {json.dumps(shower, ensure_ascii=False)}}}] if {shower} did'
        )
    return Location(source, path=path).error(f"{reason[:1].lower()}{reason[1:]}")


# Writing


def dumps_json(record: Record) -> str:
    """Write a record as JSON, one event a line; `loads_json` gives an equal record.

    Every field is written, except for an unknown `passed`. Names are those of the edition and the
    table. A deck that differs from every shipped one is written as three lists with title and
    aliases, without id.

    Raises:
        RecordError: If the record could not be read back, because an event breaks the rules or
            a name is not Unicode text.
    """
    record = _structs.verify(record)
    fields = _structs.fields_of(record)
    values = {name: _dumped(getattr(fields, name)) for name in fields.__struct_fields__}
    events = ",\n  ".join(_dumped(_structs.fields_of_event(event)) for event in record.events)
    values["events"] = f"[\n  {events}\n ]" if events else "[]"
    text = ",\n".join(f' "{name}": {value}' for name, value in values.items())
    return f"{{\n{text}\n}}\n"


def dumps_json_event(event: Event, table: Table) -> str:
    """Write an event as JSON, in the format of a record.

    Raises:
        RecordError: If the event could not be read back, as for `dumps_json`.
    """
    return _dumped(_structs.fields_of_event(_structs.verify_event(event, table)))


def _dumped(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
