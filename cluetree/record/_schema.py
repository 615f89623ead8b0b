"""The fields of a record, checked by msgspec, and their JSON Schema.

Only this module imports msgspec, and only reading imports this module.
"""

import json
import re
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from cluetree.record._places import Json, Place, walk
from cluetree.record._record import LARGEST_HAND

# These bounds are in the schema for other programs; `EventReader` checks them with better messages.
_Three: TypeAlias = Annotated[
    tuple[str, ...], msgspec.Meta(extra_json_schema={"minItems": 3, "maxItems": 3})
]
_Some: TypeAlias = Annotated[tuple[str, ...], msgspec.Meta(extra_json_schema={"minItems": 1})]
_HandSize: TypeAlias = Annotated[
    int, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": LARGEST_HAND})
]


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object without unknown fields."""


class Player(_Strict, frozen=True):
    """One seat: a name, and the hand size or null if unknown."""

    name: str
    hand_size: _HandSize | None


class Deck(_Strict, frozen=True):
    """A custom deck: the names of its cards, its title, and aliases by card."""

    suspects: _Some
    weapons: _Some
    rooms: _Some
    title: str = ""
    aliases: dict[str, tuple[str, ...]] = {}


class Show(_Strict, frozen=True):
    """A show: the player, null if unknown, and the card, null if it was not seen."""

    by: str | None
    card: str | None = None


class Suggestion(_Strict, frozen=True, tag_field="kind", tag="suggestion"):
    """A suggestion with its passes and shows; if `passed` is null, the seats imply the passes."""

    by: str
    cards: _Three
    passed: tuple[str, ...] | None = None
    shows: tuple[Show, ...] = ()


class Accusation(_Strict, frozen=True, tag_field="kind", tag="accusation"):
    """An accusation and whether it was correct."""

    by: str
    cards: _Three
    correct: bool


class Holds(_Strict, frozen=True, tag_field="kind", tag="holds"):
    """A card that a player, or the envelope, holds."""

    player: str
    card: str


class Lacks(_Strict, frozen=True, tag_field="kind", tag="lacks"):
    """A card that a player, or the envelope, does not hold."""

    player: str
    card: str


class HoldsOneOf(_Strict, frozen=True, tag_field="kind", tag="holds_one_of"):
    """Cards of which a player, or the envelope, holds at least one."""

    player: str
    cards: _Some


EventFields: TypeAlias = Suggestion | Accusation | Holds | Lacks | HoldsOneOf


class GameRecord(_Strict, frozen=True):
    """Everything that one observer knows about one game of Clue."""

    format: Literal["cluetree/1"]
    edition: str | Deck
    players: Annotated[tuple[Player, ...], msgspec.Meta(extra_json_schema={"minItems": 2})]
    title: str = ""
    viewpoint: str | None = None
    hand: tuple[str, ...] = ()
    face_up: tuple[str, ...] = ()
    answering: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["first", "all"]})] = "first"
    events: tuple[EventFields, ...] = ()


# msgspec inspects a class on first use, and crashes if two threads do so at once. The import lock
# prevents that here.
msgspec.json.Decoder(GameRecord)


def schema() -> dict[str, object]:
    """Return the JSON Schema of a record."""
    # Encoding turns the tuples of msgspec's defaults into lists.
    text = msgspec.json.encode(msgspec.json.schema(GameRecord))
    return msgspec.json.decode(text, type=dict[str, object])


def plain(fields: EventFields) -> Json:
    """Return the fields of an event as JSON."""
    raw: Json = json.loads(msgspec.json.encode(fields))
    return raw


def record_fields(raw: Json, source: str) -> GameRecord:
    """Return the fields of a record from a JSON value.

    Raises:
        RecordError: If a field is missing, unknown or of the wrong type; with its path.
    """
    try:
        return msgspec.convert(raw, GameRecord)
    except msgspec.ValidationError as error:
        raise _explained(str(error), raw, source) from error


def event_fields(raw: Json, source: str) -> EventFields:
    """Return the fields of an event from a JSON value.

    Raises:
        RecordError: As for `record_fields`.
    """
    try:
        # Conversion to one struct is faster than to a union.
        fields: EventFields = msgspec.convert(raw, _struct_of(raw) or EventFields)
    except msgspec.ValidationError as error:
        raise _explained(str(error), raw, source) from error
    return fields


_BY_KIND: Final = {kind.__struct_config__.tag: kind for kind in get_args(EventFields)}
_BY_NAME: Final = {"$": GameRecord, "edition": Deck, "players": Player, "shows": Show}
_UNKNOWN_FIELD: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_UNKNOWN_KIND: Final = re.compile(r"Invalid value (.*)", re.DOTALL)


def _struct_of(raw: Json) -> type[EventFields] | None:
    """Return the struct of an event by its kind."""
    kind = raw.get("kind") if isinstance(raw, dict) else None
    return _BY_KIND.get(kind) if isinstance(kind, str) else None


def _explained(message: str, raw: Json, source: str) -> Exception:
    """Return the error for a message of msgspec, with the valid choices."""
    reason, at, path = message.rpartition(" - at `")
    path = path.removesuffix("`") if at else "$"
    reason = reason if at else message
    if unknown := _UNKNOWN_FIELD.fullmatch(reason):
        known = ", ".join(_fields_at(path, raw))
        reason = f"unknown field {unknown[1]!r}: valid fields are {known}"
    elif kind := _UNKNOWN_KIND.fullmatch(reason):
        reason = f"unknown kind {kind[1]}: valid kinds are {', '.join(_BY_KIND)}"
    return Place(source, path=path).error(reason[:1].lower() + reason[1:])


def _fields_at(path: str, raw: Json) -> tuple[str, ...]:
    """Return the valid field names of the object at a path."""
    struct = _struct_of(next(value for at, value in walk(raw) if at == path))
    if struct:
        return ("kind", *struct.__struct_encode_fields__)
    name = path.rpartition(".")[2].partition("[")[0]
    return _BY_NAME[name].__struct_encode_fields__
