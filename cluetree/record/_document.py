"""The JSON form as msgspec checks it, and the way from there to a `Record`.

Only this module imports msgspec, and only the first use of JSON imports this module.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias, assert_never, get_args

import msgspec

from cluetree import events as game
from cluetree.cards import Edition
from cluetree.editions import get_edition
from cluetree.record._build import EventReader, Seat, custom_edition, set_up
from cluetree.record._places import Place, Word, WordList, attempt
from cluetree.record._record import LARGEST_HAND, Json, Record

# What `EventReader` checks, with a better message, stands in the schema for other readers.
_Three: TypeAlias = Annotated[
    tuple[str, ...], msgspec.Meta(extra_json_schema={"minItems": 3, "maxItems": 3})
]
_Some: TypeAlias = Annotated[tuple[str, ...], msgspec.Meta(extra_json_schema={"minItems": 1})]
_HandSize: TypeAlias = Annotated[
    int, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": LARGEST_HAND})
]


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object that has the fields it names and no other."""


class Player(_Strict, frozen=True):
    """One seat: a name, and the exact hand size or null where it is not known."""

    name: str
    hand_size: _HandSize | None


class Deck(_Strict, frozen=True):
    """A deck of one's own: the names on its cards, its title, and other names by card."""

    suspects: _Some
    weapons: _Some
    rooms: _Some
    title: str = ""
    aliases: dict[str, tuple[str, ...]] = {}


class Show(_Strict, frozen=True):
    """Who showed a card, null if that is not known; and which, null if it was not seen."""

    by: str | None
    card: str | None = None


class Suggestion(_Strict, frozen=True, tag_field="kind", tag="suggestion"):
    """Who asked for which cards, who passed, who showed; `passed` null: as the seats imply."""

    by: str
    cards: _Three
    passed: tuple[str, ...] | None = None
    shows: tuple[Show, ...] = ()


class Accusation(_Strict, frozen=True, tag_field="kind", tag="accusation"):
    """A final guess and how it came out."""

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


_Event: TypeAlias = Suggestion | Accusation | Holds | Lacks | HoldsOneOf


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
    events: tuple[_Event, ...] = ()


# msgspec takes a class apart when it first meets it, and ends the process if two threads bring it
# at once; here only one can be.
msgspec.json.Decoder(GameRecord)


def schema() -> dict[str, object]:
    """Return the JSON Schema of a record."""
    # There and back: msgspec gives defaults as tuples, which no JSON reader would.
    text = msgspec.json.encode(msgspec.json.schema(GameRecord))
    return msgspec.json.decode(text, type=dict[str, object])


def read(raw: Json, source: str) -> Record:
    """Turn parsed JSON into a record.

    Raises:
        RecordError: If a field is missing, unknown or of the wrong type, or a name is nobody's;
            its `path` says which.
    """
    try:
        document = msgspec.convert(raw, GameRecord)
    except msgspec.ValidationError as error:
        raise _explained(str(error), raw, source) from error
    return _Reader(document, source).record()


class _Reader:
    """Hands each name of a document on to the builders, together with its path."""

    def __init__(self, document: GameRecord, source: str):
        self._document = document
        self._source = source

    def record(self) -> Record:
        document = self._document
        seats = tuple(
            Seat(
                self._word(player.name, f"$.players[{number}].name"),
                player.hand_size,
                self._place(f"$.players[{number}].hand_size"),
            )
            for number, player in enumerate(document.players)
        )
        me = document.viewpoint
        table = set_up(
            self._edition(document.edition),
            seats,
            seats_place=self._place("$.players"),
            viewpoint=None if me is None else self._word(me, "$.viewpoint"),
            hand=self._words(document.hand, "$.hand"),
            face_up=self._words(document.face_up, "$.face_up"),
            answering=self._word(document.answering, "$.answering"),
        )
        reader = EventReader(table)
        happened = tuple(
            self._event(event, f"$.events[{number}]", reader)
            for number, event in enumerate(document.events)
        )
        return Record(table, happened, document.title)

    def _place(self, path: str) -> Place:
        return Place(self._source, path=path)

    def _word(self, text: str, path: str) -> Word:
        return Word(text, self._place(path))

    def _words(self, texts: Sequence[str], path: str) -> WordList:
        words = tuple(self._word(text, f"{path}[{n}]") for n, text in enumerate(texts))
        return WordList(words, self._place(path))

    def _edition(self, edition: str | Deck) -> Edition:
        if isinstance(edition, str):
            return attempt(self._place("$.edition"), get_edition, edition)
        lists = (
            self._words(edition.suspects, "$.edition.suspects"),
            self._words(edition.weapons, "$.edition.weapons"),
            self._words(edition.rooms, "$.edition.rooms"),
        )
        aliases = [
            (self._word(card, f"$.edition.aliases.{card}"), self._word(alias, "$.edition.aliases"))
            for card, all_ in edition.aliases.items()
            for alias in all_
        ]
        return custom_edition(lists, edition.title, aliases)

    def _event(self, event: _Event, path: str, reader: EventReader) -> game.Event:
        place = self._place(path)
        match event:
            case Suggestion(by, cards, passed, shows):
                return reader.suggestion(
                    place,
                    self._word(by, f"{path}.by"),
                    self._words(cards, f"{path}.cards"),
                    [self._show(show, f"{path}.shows[{n}]") for n, show in enumerate(shows)],
                    None if passed is None else self._words(passed, f"{path}.passed").words,
                )
            case Accusation(by, cards, correct):
                who = self._word(by, f"{path}.by")
                guess = self._words(cards, f"{path}.cards")
                return reader.accusation(place, who, guess, correct=correct)
            case HoldsOneOf(player, cards):
                who = self._word(player, f"{path}.player")
                return reader.holds_one_of(place, who, self._words(cards, f"{path}.cards"))
            case Holds(player, card) | Lacks(player, card):
                kind = game.Holds if isinstance(event, Holds) else game.Lacks
                who = self._word(player, f"{path}.player")
                return reader.fact(kind, place, who, self._word(card, f"{path}.card"))
            case _:
                assert_never(event)

    def _show(self, show: Show, path: str) -> tuple[Word | None, Word | None]:
        by = None if show.by is None else self._word(show.by, f"{path}.by")
        card = None if show.card is None else self._word(show.card, f"{path}.card")
        return by, card


_BY_KIND: Final = {kind.__struct_config__.tag: kind for kind in get_args(_Event)}
_BY_PATH: Final = {
    "$": GameRecord,
    "$.edition": Deck,
    "$.players[]": Player,
    "$.events[].shows[]": Show,
}
_UNKNOWN_FIELD: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_UNKNOWN_KIND: Final = re.compile(r"Invalid value (.*)", re.DOTALL)


def _explained(message: str, raw: Json, source: str) -> Exception:
    """Say what msgspec found wrong in our words, with what would be right."""
    reason, at, path = message.rpartition(" - at `")
    path = path.removesuffix("`") if at else "$"
    reason = reason if at else message
    if unknown := _UNKNOWN_FIELD.fullmatch(reason):
        known = ", ".join(_fields_at(path, raw))
        reason = f"unknown field {unknown[1]!r}: known here are {known}"
    elif kind := _UNKNOWN_KIND.fullmatch(reason):
        reason = f"unknown kind {kind[1]}: known are {', '.join(_BY_KIND)}"
    return Place(source, path=path).error(reason[:1].lower() + reason[1:])


def _fields_at(path: str, raw: Json) -> tuple[str, ...]:
    """The names that an object at this path may have."""
    generic = re.sub(r"\[\d+\]", "[]", path)
    if generic in _BY_PATH:
        return _BY_PATH[generic].__struct_encode_fields__
    # An event: which fields it may have depends on its kind.
    value = raw
    for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list):
            value = value[int(index)]
    kind = value.get("kind") if isinstance(value, dict) else None
    struct = _BY_KIND.get(kind) if isinstance(kind, str) else None
    return ("kind", *struct.__struct_encode_fields__) if struct else ()
