"""Reading records and events in JSON, and the JSON Schema."""

import json
from collections.abc import Callable

from more_itertools import duplicates_everseen

from cluetree import events as game
from cluetree.record._record import (
    FORMAT,
    Json,
    Location,
    Record,
    decoded,
    values_in,
    verify_unicode,
)
from cluetree.table import Table


def loads_json(text: str | bytes, *, source: str = "<text>", bare: bool = False) -> Record:
    """Read a record from JSON.

    Args:
        text: The JSON; bytes are UTF-8, with or without byte order mark.
        source: The name of the text in errors, such as a file name.
        bare: Whether the field `format` is optional.

    Raises:
        RecordError: If the text is not a record. Syntax errors have line and column, all others
            the JSON path.
    """
    from cluetree.record import _reading  # noqa: PLC0415 -- only reading needs msgspec

    raw = _parsed(decoded(text, source), source)
    if bare and isinstance(raw, dict):
        raw = {"format": FORMAT, **raw}
    _verify_format(raw, source)
    fields = _reading.record_fields(raw, source)
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
    from cluetree.record._reading import EventReader  # noqa: PLC0415 -- only reading needs msgspec

    raw = _parsed(decoded(text, source), source)
    return EventReader(table).read(raw, _inside(source, "$"), source)


def _inside(source: str, root: str) -> Callable[[str], Location]:
    """Return a function that gives the locations of fields below a path."""
    return lambda path: Location(source, path=f"{root}.{path}" if path else root)


def json_schema() -> dict[str, object]:
    """Return the JSON Schema (2020-12) of a record, for validators and editors.

    `loads_json` checks more. A schema cannot check that names are cards of the deck or that hands
    have the given sizes.
    """
    from cluetree.record import _reading  # noqa: PLC0415 -- only the schema needs msgspec

    return _reading.schema()


def _parsed(text: str, source: str) -> Json:
    """Parse JSON with the standard library.

    Unlike msgspec, it reports line and column, and its hook detects duplicate keys, whose first
    values would be lost silently.
    """
    doubled: list[tuple[dict[str, Json], str]] = []

    def fields(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        named = dict(pairs)
        if len(named) < len(pairs):
            doubled.append((named, next(duplicates_everseen(key for key, _ in pairs))))
        return named

    try:
        # Python rejects thousands of digits. A number of over 20 digits is too large for a record
        # anyway, and the error then has its path.
        raw: Json = json.loads(text, object_pairs_hook=fields, parse_int=lambda n: int(n[:20]))
    except json.JSONDecodeError as error:
        reason = error.msg[:1].lower() + error.msg[1:]
        if reason.endswith(" at"):
            reason = reason.removesuffix("at") + "here"
        place = Location(source, error.lineno, error.colno)
        raise place.error(f"invalid JSON: {reason}") from error
    except RecursionError as error:
        raise Location(source).error("not a record: nested too deeply") from error
    if doubled:
        # The last one found is the outermost, which no other duplicate key can have dropped.
        torn, key = doubled[-1]
        path = next(path for path, value in values_in(raw) if value is torn)
        raise Location(source, path=path).error(f"the field {key!r} is given twice")
    if "\\u" in text:
        verify_unicode(raw, source)
    return raw


def _verify_format(raw: Json, source: str) -> None:
    # Checked first, because errors about the fields of another format would mislead.
    right = f'a record must be an object with "format": "{FORMAT}"'
    if not isinstance(raw, dict):
        raise Location(source, path="$").error(right)
    if "format" not in raw:
        raise Location(source, path="$").error(f"the format is missing: {right}")
    if raw["format"] != FORMAT:
        raise Location(source, path="$.format").error(f"unknown format {raw['format']!r}: {right}")
