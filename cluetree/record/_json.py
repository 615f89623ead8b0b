"""Reading records and events in JSON."""

import json
from collections.abc import Callable

from more_itertools import duplicates_everseen

from cluetree import events as game
from cluetree.record import _reading
from cluetree.record._record import (
    Json,
    Location,
    Record,
    decoded,
    values_in,
    verify_texts,
)
from cluetree.table import Table


def loads_json(text: str | bytes, *, source: str = "<text>") -> Record:
    """Read a record from JSON.

    Args:
        text: The JSON; bytes are UTF-8, with or without byte order mark.
        source: The name of the text in errors, such as a file name.

    Raises:
        RecordError: If the text is not a record. Syntax errors have line and column, all others
            the JSON path.
    """
    fields = _reading.record_struct(_parsed(text, source), source)
    table = _reading.table_of(fields, _inside(source, "$"))
    reader = _reading.EventReader(table)
    events = [
        reader.event(event, _inside(source, f"$.events[{number}]"))
        for number, event in enumerate(fields.events)
    ]
    return Record(table, tuple(events), fields.title)


def loads_json_event(text: str | bytes, table: Table, *, source: str = "<text>") -> game.Event:
    """Read one event from JSON, in the format of a record.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
    >>> print(loads_json_event('{"kind": "holds", "player": "bob", "card": "rope"}', table))
    Bob holds Rope

    Raises:
        RecordError: If the text, called `source`, is not an event, as for `loads_json`; the event
            is `$` in paths.
    """
    fields = _reading.event_struct(_parsed(text, source), table.names, source)
    return _reading.EventReader(table).event(fields, _inside(source, "$"))


def _inside(source: str, root: str) -> Callable[[str], Location]:
    """Return a function that gives the locations of fields below a path."""
    return lambda path: Location(source, path=f"{root}.{path}" if path else root)


def _parsed(text: str | bytes, source: str) -> Json:
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
