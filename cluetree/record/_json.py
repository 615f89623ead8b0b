"""The JSON form of a record: syntax, and writing."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, assert_never

from more_itertools import duplicates_everseen

from cluetree.cards import ClueCard, Edition
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
from cluetree.record._places import HALF_A_PAIR, Place, decoded, has_half_a_pair
from cluetree.record._record import Json, Record, shipped_id, verify

FORMAT: Final = "cluetree/1"


def loads_json(text: str | bytes, *, source: str = "<text>") -> Record:
    """Read a record from JSON.

    Args:
        text: The JSON; bytes are UTF-8, with or without byte order mark.
        source: What errors call the text, such as its file's name.

    Raises:
        RecordError: If the text is no record. Errors of syntax tell line and column, all others
            the JSON path.
    """
    from cluetree.record import _document  # noqa: PLC0415 -- only reading JSON needs msgspec

    raw = _parsed(decoded(text, source), source)
    _verify_format(raw, Place(source, path="$.format"))
    return _document.read(raw, source)


def json_schema() -> dict[str, object]:
    """Return the JSON Schema (2020-12) of a record, for validators and editors.

    It says less than `loads_json` checks: whether names are cards of the deck, or hand sizes
    and hands agree, no schema can say.
    """
    from cluetree.record import _document  # noqa: PLC0415 -- only the schema needs msgspec

    return _document.schema()


def dumps_json(record: Record) -> str:
    """Write a record as JSON, one event a line; `loads_json` gives an equal record.

    Every field is written, `passed` only where it is told. Cards and players are spelled as the
    edition and the table spell them. A deck that is not exactly a shipped one is written as its
    three lists, with its title and aliases where it has them, without id.

    Raises:
        RecordError: If it could not be read back: an event breaks the rules by itself, or a
            name is no Unicode text.
    """
    record = verify(record)
    table = record.table
    me = table.me
    fields = {
        "format": _dumped(FORMAT),
        "title": _dumped(record.title),
        "edition": _dumped(_edition(table.edition)),
        "players": _dumped(
            [{"name": player.name, "hand_size": player.hand_size} for player in table.players]
        ),
        "viewpoint": _dumped(table.viewpoint),
        "hand": _dumped(_names(me.hand if me else ())),
        "face_up": _dumped(_names(table.face_up)),
        "answering": _dumped(table.answering),
        "events": _one_a_line(_events(record)),
    }
    text = ",\n".join(f' "{name}": {value}' for name, value in fields.items())
    return f"{{\n{text}\n}}\n"


def dumps_json_events(record: Record) -> tuple[str, ...]:
    """Write the events alone, each as it stands in the record's JSON.

    Raises:
        RecordError: As for `dumps_json`.
    """
    return _events(verify(record))


def _events(record: Record) -> tuple[str, ...]:
    return tuple(_dumped(_event(event)) for event in record.events)


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _one_a_line(items: Sequence[str]) -> str:
    return "[\n  {}\n ]".format(",\n  ".join(items)) if items else "[]"


def _edition(edition: Edition) -> str | dict[str, object]:
    shipped = shipped_id(edition)
    if shipped is not None:
        return shipped
    lists = {"suspects": edition.suspects, "weapons": edition.weapons, "rooms": edition.rooms}
    more = {"title": edition.title, "aliases": edition.aliases}
    return {**lists, **{key: said for key, said in more.items() if said}}


def _event(event: Event) -> dict[str, object]:
    match event:
        case Suggestion(by, guess, shows, passed):
            told = {} if passed is None else {"passed": passed}
            shown = [_show(show) for show in shows]
            return {"kind": "suggestion", "by": by, "cards": _names(guess), **told, "shows": shown}
        case Accusation(by, guess, correct):
            return {"kind": "accusation", "by": by, "cards": _names(guess), "correct": correct}
        case HoldsOneOf(player, cards):
            return {"kind": "holds_one_of", "player": player, "cards": _names(cards)}
        case Holds(player, card) | Lacks(player, card):
            kind = "holds" if isinstance(event, Holds) else "lacks"
            return {"kind": kind, "player": player, "card": card.name}
        case _:
            assert_never(event)


def _names(cards: Iterable[ClueCard]) -> list[str]:
    return [card.name for card in cards]


def _show(show: Show) -> dict[str, str | None]:
    return {"by": show.by, "card": show.card.name if show.card else None}


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


def _verify_format(raw: Json, place: Place) -> None:
    """Check first whether this is a record at all, before its fields are found strange."""
    right = f'a record is an object with "format": "{FORMAT}"'
    if not isinstance(raw, dict):
        raise Place(place.source, path="$").error(right)
    if "format" not in raw:
        raise Place(place.source, path="$").error(f"no format is given: {right}")
    said = raw["format"]
    if said != FORMAT:
        unknown = f"unknown format {said!r}" if isinstance(said, str) else "the format is no text"
        raise place.error(f"{unknown}: {right}")
