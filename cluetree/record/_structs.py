"""The fields of a record and of an event, and conversion from and to tables and events.

msgspec checks the fields and writes their JSON Schema. Fields are in the order in which JSON is
written.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields, replace
from typing import (
    TYPE_CHECKING,
    Annotated,
    Final,
    Literal,
    TypeAlias,
    Union,
    cast,
    get_args,
    get_type_hints,
)

import msgspec

from cluetree import events as game
from cluetree.cards import ClueCard, ClueGuess, Edition
from cluetree.editions import SHIPPED, get_edition
from cluetree.errors import ClueError
from cluetree.record._grammar import NUMBERS, checked
from cluetree.record._record import Json, Location, Record, values_in, verify_texts
from cluetree.table import POOL, RULES, CluePlayer, Table, TableRules, left_face_down

FORMAT: Final = "cluetree/1"
_LARGEST_HAND: Final = 999_999
"""Far above the size of any deck; rejects absurd numbers in both formats."""

# These bounds are in the schema for other programs; events check them with better messages.
_Three: TypeAlias = Annotated[
    tuple[str, ...], msgspec.Meta(extra_json_schema={"minItems": 3, "maxItems": 3})
]
_Nonempty: TypeAlias = Annotated[tuple[str, ...], msgspec.Meta(extra_json_schema={"minItems": 1})]
_Cards: TypeAlias = Annotated[
    int, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": _LARGEST_HAND})
]


def _one_of(rule: str) -> msgspec.Meta:
    return msgspec.Meta(extra_json_schema={"enum": [*RULES[rule]]})


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object without unknown fields."""


class Player(_Strict, frozen=True):
    """One seat: a name, and the hand size or null if unknown."""

    name: str
    hand_size: _Cards | None


class FaceDown(_Strict, frozen=True, kw_only=True):
    """Cards that lie face down and belong to nobody: a name, and the size or null if unknown."""

    name: str = POOL
    hand_size: _Cards | None


class Deck(_Strict, frozen=True, omit_defaults=True):
    """A custom deck: the names of its cards, its title, and aliases by card."""

    suspects: _Nonempty
    weapons: _Nonempty
    rooms: _Nonempty
    title: str = ""
    aliases: dict[str, tuple[str, ...]] = {}


class Show(_Strict, frozen=True):
    """A show: the player, null if unknown, and the card, null if it was not seen."""

    by: str | None
    card: str | None = None


_IN_JSON: Final = {
    ClueCard: str,
    ClueCard | None: str | None,
    ClueGuess: _Three,
    tuple[ClueCard, ...]: _Nonempty,
    tuple[game.Show, ...]: tuple[Show, ...],
    int: _Cards,
}
"""The types of an event's fields that differ in JSON, where cards are names."""


def _struct_of(kind: type[game.Event]) -> type[msgspec.Struct]:
    """Return the JSON form of a kind of event: the fields of its class."""
    hints = get_type_hints(kind)
    parts = [part for part in fields(kind) if part.init and part.compare]
    parts.sort(key=lambda part: part.name in {"shows", "only_me"})  # after the passes, at the end
    defaults = {part.name: part.default for part in parts if part.default is not MISSING}
    return msgspec.defstruct(
        kind.__name__,
        [(part.name, _IN_JSON.get(hints[part.name], hints[part.name])) for part in parts],
        bases=(_Strict,),
        namespace={"__doc__": str(kind.__doc__).partition("\n")[0], **defaults},
        rename={"guess": "cards"},
        frozen=True,
        kw_only=True,
        omit_defaults=True,
        tag_field="kind",
        tag=re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(),
    )


_KINDS: Final[list[type[game.Event]]] = [*get_args(game.Event)]
_KINDS.insert(_KINDS.index(game.HoldsSome), game.HoldsOneOf)
_STRUCTS: Final = {kind: _struct_of(kind) for kind in _KINDS}
if TYPE_CHECKING:
    EventFields: TypeAlias = msgspec.Struct
else:
    EventFields = Union[tuple(_STRUCTS.values())]  # noqa: UP007 -- no literal types


class GameRecord(_Strict, frozen=True, kw_only=True):
    """Everything that one observer knows about one game of Clue."""

    format: Literal["cluetree/1"] = FORMAT
    title: str = ""
    edition: str | Deck
    players: Annotated[tuple[Player, ...], msgspec.Meta(extra_json_schema={"minItems": 2})]
    viewpoint: str | None = None
    hand: tuple[str, ...] = ()
    face_up: tuple[str, ...] = ()
    face_down: tuple[FaceDown, ...] | None = None
    answering: Annotated[str, _one_of("answering")] = "first"
    answers: Annotated[str, _one_of("answers")] = "clockwise"
    questions: Annotated[str, _one_of("questions")] = "three cards"
    replies: Annotated[str, _one_of("replies")] = "word"
    unanswered: Annotated[str, _one_of("unanswered")] = "nothing"
    events: tuple[EventFields, ...] = ()


# Inspected at import: msgspec crashes if two threads at once are the first to inspect a class.
msgspec.json.Decoder(GameRecord)


def json_schema() -> dict[str, object]:
    """Return the JSON Schema (2020-12) of a record, for validators and editors.

    `loads_json` checks more. A schema cannot check that names are cards of the deck or that hands
    have the given sizes.
    """
    # Encoding turns the tuples of msgspec's defaults into lists.
    text = msgspec.json.encode(msgspec.json.schema(GameRecord))
    return msgspec.json.decode(text, type=dict[str, object])


BY_KIND: Final = {_STRUCTS[kind].__struct_config__.tag: kind for kind in _STRUCTS}
_BY_NAME: Final = {"": GameRecord, "edition": Deck, "players": Player} | {
    "face_down": FaceDown,
    "shows": Show,
}


def names_of_fields(name: str, value: Json) -> tuple[str, ...]:
    """Return the valid fields of an object, by the name of its list, empty for a record."""
    if name in _BY_NAME:
        return _BY_NAME[name].__struct_encode_fields__
    kind = value.get("kind") if isinstance(value, dict) else None
    known = BY_KIND.get(kind) if isinstance(kind, str) else None
    return ("kind", *_STRUCTS[known].__struct_encode_fields__) if known else ("kind",)


# Meaning

At: TypeAlias = Callable[[str], Location]
"""Returns the location of a field by its path, such as `shows[0].by`; the root is the empty one."""


def table_of(fields: GameRecord, at: At) -> Table:
    """Return the table of a record."""
    with at("edition").attached():
        if isinstance(fields.edition, str):
            edition = get_edition(fields.edition)
        else:
            edition = Edition(**msgspec.structs.asdict(fields.edition))
    players = _hands(fields.players, at, "players")
    rules = cast("TableRules", {key: getattr(fields, key) for key in RULES})
    wrong = (key for key, rule in RULES.items() if getattr(fields, key) not in [*rule])
    with at(next(wrong, "players")).attached():
        table = Table(edition, players, **rules)  # which checks and converts the rules
    hand = _cards(edition, fields.hand, at, "hand")
    if fields.viewpoint is not None:
        with at("viewpoint").attached():
            me = table.player(fields.viewpoint)
        with at("hand").attached():
            mine = replace(me, hand=hand)
            players = tuple(mine if player is me else player for player in table.players)
            table = replace(table, players=players, viewpoint=me.name)
    elif hand:
        raise at("hand").error(
            "an onlooker has no hand: name the player with `me` in text, `viewpoint` in JSON"
        )
    face_up = _cards(edition, fields.face_up, at, "face_up")
    if face_up:
        with at("face_up").attached():
            table = replace(table, face_up=face_up)
    if fields.face_down is None:
        face_down = left_face_down(edition, table.players, face_up)
    else:
        face_down = _hands(fields.face_down, at, "face_down")
    if not face_down:
        return table
    with at("face_down" if fields.face_down else "players").attached():
        return replace(table, face_down=face_down)


def _cards(edition: Edition, words: Sequence[str], at: At, path: str) -> tuple[ClueCard, ...]:
    cards: list[ClueCard] = []
    for number, word in enumerate(words):
        with at(f"{path}[{number}]").attached():
            cards.append(edition.card(word))
    return tuple(cards)


def _hands(hands: Sequence[Player | FaceDown], at: At, path: str) -> tuple[CluePlayer, ...]:
    read: list[CluePlayer] = []
    for number, hand in enumerate(hands):
        _verify_size(hand.hand_size, at(f"{path}[{number}].hand_size"))
        with at(f"{path}[{number}].name").attached():
            read.append(CluePlayer(hand.name, hand.hand_size))
    return tuple(read)


def event_of(fields: EventFields, table: Table, at: At) -> game.Event:
    """Return the event of a table, checked against the rules, from its fields.

    Names become those of the table, cards those of the edition. Errors point at an unknown name,
    or at the whole event for a broken rule.
    """
    values = msgspec.structs.asdict(fields)
    if "shows" in values:
        values["shows"] = [game.Show(show.by, show.card) for show in values["shows"]]
    event = BY_KIND[fields.__struct_config__.tag](**values)
    with suppress(ClueError):
        return game.entry(table, event)  # names of cards become cards
    find: dict[str, Callable[[str], object]] = {
        **dict.fromkeys(("by", "to", "passed"), table.player),
        **dict.fromkeys(("player", "players"), table.holder),
        **dict.fromkeys(("kind", "answer"), str),
    }
    for path, word in values_in(msgspec.to_builtins(fields), ""):
        name = path.rpartition(".")[2].partition("[")[0]
        if isinstance(word, str):
            hint = NUMBERS if path == ".card" and " of " in word else ""
            with at(path.removeprefix(".")).attached(hint):
                find.get(name, table.edition.card)(word)
    return checked(event, table, at(""), at("cards"))


def fields_of(record: Record) -> GameRecord:
    """Return the fields of a record without its events."""
    table = record.table
    return GameRecord(
        title=record.title,
        edition=_edition_fields(table.edition),
        players=tuple(Player(hand.name, hand.hand_size) for hand in table.players),
        viewpoint=table.viewpoint,
        hand=tuple(map(str, table.me.hand if table.me else ())),
        face_up=tuple(map(str, table.face_up)),
        face_down=tuple(FaceDown(name=h.name, hand_size=h.hand_size) for h in table.face_down),
        **{key: getattr(table, key) for key in RULES},
    )


def _edition_fields(deck: Edition) -> str | Deck:
    if deck in SHIPPED:
        return str(SHIPPED[SHIPPED.index(deck)].id)
    return Deck(deck.suspects, deck.weapons, deck.rooms, deck.title, {**deck.aliases})


def fields_of_event(event: game.Event) -> dict[str, Json]:
    """Return the fields of an event in JSON; cards become names, and defaults are left out."""
    struct = _STRUCTS[type(event)]
    values = {name: getattr(event, name) for name in struct.__struct_fields__}
    fields = struct(**msgspec.to_builtins(values, enc_hook=_names_of))
    return cast("dict[str, Json]", msgspec.to_builtins(fields))


def _names_of(cards: ClueCard | ClueGuess) -> str | Sequence[str]:
    return cards.names if isinstance(cards, ClueGuess) else cards.name


def verify(record: Record) -> Record:
    """Return a record with the table's names, checked so that it can be read back once written."""
    verify_texts(msgspec.to_builtins(fields_of(record)), "<record>")
    for field, hands in (("players", record.table.players), ("face_down", record.table.face_down)):
        for number, hand in enumerate(hands):
            place = Location("<record>", path=f"$.{field}[{number}].hand_size")
            _verify_size(hand.hand_size, place)
    numbered = enumerate(record.events)
    events = [verify_event(event, record.table, f"$.events[{n}]") for n, event in numbered]
    return replace(record, events=corrected(record.table, events, "<record>"))


def corrected(table: Table, events: Sequence[game.Event], source: str) -> tuple[game.Event, ...]:
    """Return a log without the passes that are taken back."""
    log: list[game.Event] = []
    for number, event in enumerate(events):
        log.append(event)
        if isinstance(event, game.Correction):
            with Location(source, path=f"$.events[{number}]").attached():
                log = [*game.entries(table, log, whole=True)]
    return tuple(log)


def verify_event(event: game.Event, table: Table, path: str = "$") -> game.Event:
    """Return an event with the table's names, checked so that it can be read back once written."""
    with Location("<record>", path=path).attached():
        return game.entry(table, event)


def _verify_size(size: int | None, location: Location) -> None:
    if size is not None and not 0 <= size <= _LARGEST_HAND:
        raise location.error(f"a hand size must be from 0 to {_LARGEST_HAND}, got {size}")
