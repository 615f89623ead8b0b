"""Reading records and events in JSON, and the JSON Schema."""

from collections.abc import Callable

from cluetree import events as game
from cluetree.record import _reading
from cluetree.record._record import Location, Record, decoded
from cluetree.table import Table


def loads_json(text: str | bytes, *, source: str = "<text>") -> Record:
    """Read a record from JSON.

    Args:
        text: The JSON; bytes are UTF-8, with or without byte order mark.
        source: The name of the text in errors, such as a file name.

    Raises:
        RecordError: If the text is not a record; with the JSON path, if there is one.
    """
    fields = _reading.parsed(decoded(text, source), _reading.RECORD, source)
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
    fields = _reading.parsed(decoded(text, source), _reading.EVENT, source)
    return _reading.EventReader(table).event(fields, _inside(source, "$"))


def json_schema() -> dict[str, object]:
    """Return the JSON Schema (2020-12) of a record, for validators and editors.

    `loads_json` checks more. A schema cannot check that names are cards of the deck or that hands
    have the given sizes.
    """
    return _reading.schema()


def _inside(source: str, root: str) -> Callable[[str], Location]:
    """Return a function that gives the locations of fields below a path."""
    return lambda path: Location(source, path=f"{root}.{path}" if path else root)
