"""The JSON spelling of a record and of its events: syntax, reading and writing."""

import json
from collections.abc import Callable, Iterator, Sequence

from more_itertools import duplicates_everseen

from cluetree import events as game
from cluetree.record._places import HALF_A_PAIR, Place, decoded, has_half_a_pair
from cluetree.record._record import (
    FORMAT,
    Json,
    Record,
    event_fields,
    fields_of,
    verify,
    verify_event,
)
from cluetree.table import Table


def loads_json(text: str | bytes, *, source: str = "<text>", bare: bool = False) -> Record:
    """Read a record from JSON.

    Args:
        text: The JSON; bytes are UTF-8, with or without byte order mark.
        source: The name of the text in errors, such as its file's name.
        bare: Whether the field `format` may be left out.

    Raises:
        RecordError: If the text is not a record. Errors of syntax have line and column, all
            others the JSON path.
    """
    from cluetree.record import _build, _schema  # noqa: PLC0415 -- only reading needs msgspec

    raw = _parsed(decoded(text, source), source)
    if bare and isinstance(raw, dict):
        raw = {"format": FORMAT, **raw}
    _verify_format(raw, source)
    fields, at = _schema.record_fields(raw, source), _Inside(source, "$")
    table = _build.table_of(fields, at)
    reader = _build.EventReader(table)
    events = [reader.event(event, at.event(n)) for n, event in enumerate(fields.events)]
    return Record(table, tuple(events), fields.title)


def loads_json_event(text: str | bytes, table: Table, *, source: str = "<text>") -> game.Event:
    """Read one event from JSON, as it is in a record.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
    >>> print(loads_json_event('{"kind": "holds", "player": "bob", "card": "rope"}', table))
    Bob holds Rope

    Args:
        text: The JSON.
        table: Where it happened.
        source: The name of the text in errors.

    Raises:
        RecordError: If this is not an event, as for `loads_json`; the path begins at the event.
    """
    from cluetree.record import _build, _schema  # noqa: PLC0415 -- only reading needs msgspec

    fields = _schema.event_fields(_parsed(decoded(text, source), source), source)
    return _build.EventReader(table).event(fields, _Inside(source, "$"))


class _Inside:
    """Finds the places of fields below a path."""

    __slots__ = ("_root", "_source")

    def __init__(self, source: str, root: str):
        self._source = source
        self._root = root

    def __call__(self, path: str) -> Place:
        return Place(self._source, path=f"{self._root}.{path}" if path else self._root)

    def event(self, number: int) -> "_Inside":
        """Return the finder for one of the events."""
        return _Inside(self._source, f"{self._root}.events[{number}]")


def json_schema() -> dict[str, object]:
    """Return the JSON Schema (2020-12) of a record, for validators and editors.

    It says less than `loads_json` checks: no schema can say whether names are cards of the deck,
    or hand sizes and hands agree.
    """
    from cluetree.record import _schema  # noqa: PLC0415 -- only the schema needs msgspec

    return _schema.schema()


def dumps_json(record: Record) -> str:
    """Write a record as JSON, one event a line; `loads_json` gives an equal record.

    Every field is written, `passed` only where it is known. Cards and players are spelled as the
    edition and the table spell them. A deck that is not exactly a shipped one is written as its
    three lists, with its title and aliases where it has them, without id.

    Raises:
        RecordError: If it could not be read back: an event breaks the rules, or a
            name is not Unicode text.
    """
    record = verify(record)
    fields = fields_of(record)
    values = {"format": _dumped(FORMAT)} | {key: _dumped(value) for key, value in fields.items()}
    values["events"] = _one_a_line([_dumped(event_fields(event)) for event in record.events])
    text = ",\n".join(f' "{name}": {value}' for name, value in values.items())
    return f"{{\n{text}\n}}\n"


def dumps_json_event(event: game.Event, table: Table) -> str:
    """Write an event as it is in a record.

    Raises:
        RecordError: If it could not be read back, as for `dumps_json`.
    """
    return _dumped(event_fields(verify_event(event, table)))


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _one_a_line(items: Sequence[str]) -> str:
    return "[\n  {}\n ]".format(",\n  ".join(items)) if items else "[]"


def _parsed(text: str, source: str) -> Json:
    """Parse JSON with the standard library, which tells line and column, unlike msgspec.

    Its hook also sees a key that stands twice in one object: to take the last in silence would
    lose what the first one said.
    """
    doubled: list[tuple[dict[str, Json], str]] = []

    def fields(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        named = dict(pairs)
        if len(named) < len(pairs):
            doubled.append((named, next(duplicates_everseen(key for key, _ in pairs))))
        return named

    try:
        raw: Json = json.loads(text, object_pairs_hook=fields, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        reason = error.msg[:1].lower() + error.msg[1:]
        if reason.endswith(" at"):
            reason = reason.removesuffix("at") + "here"
        raise Place(source, error.lineno, error.colno).error(f"not JSON: {reason}") from error
    except RecursionError as error:
        raise Place(source).error("not a record: nested too deeply") from error
    if doubled:
        # The last one found is the outermost: no other doubled key can have dropped it.
        torn, key = doubled[-1]
        path = _path_to(raw, lambda value: value is torn)
        raise Place(source, path=path).error(f"the field {key!r} is given twice")
    if "\\u" in text:
        path = _path_to(raw, _names_half_a_pair)
        if path is not None:
            raise Place(source, path=path).error(HALF_A_PAIR)
    return raw


def _whole_number(digits: str) -> int:
    # Python refuses to read thousands of digits. Any number cut here is too large for a record
    # all the same, and is reported at its path.
    return int(digits[:20])


def _names_half_a_pair(value: Json) -> bool:
    texts = value if isinstance(value, dict) else (value,)
    return any(isinstance(text, str) and has_half_a_pair(text) for text in texts)


def _path_to(raw: Json, is_meant: Callable[[Json], bool]) -> str | None:
    """The path of the first value that is meant; without recursion, for it may lie deep."""
    waiting: list[tuple[Json, str]] = [(raw, "$")]
    while waiting:
        value, path = waiting.pop()
        if is_meant(value):
            return path
        waiting.extend(reversed(list(_parts(value, path))))
    return None


def _parts(value: Json, path: str) -> Iterator[tuple[Json, str]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield part, f"{path}.{key}"
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield part, f"{path}[{number}]"


def _verify_format(raw: Json, source: str) -> None:
    """Check first that this is a record at all, before its fields are found strange."""
    right = f'a record is an object with "format": "{FORMAT}"'
    if not isinstance(raw, dict):
        raise Place(source, path="$").error(right)
    if "format" not in raw:
        raise Place(source, path="$").error(f"no format is given: {right}")
    if raw["format"] != FORMAT:
        raise Place(source, path="$.format").error(f"unknown format {raw['format']!r}: {right}")
