"""What a referee asks a program that plays a seat, and what the program answers."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Raw

Place: TypeAlias = Annotated[
    str | tuple[int, int],
    Meta(description="A room, or a square by row and column from the top left corner, from 0."),
]


class Cards(msgspec.Struct, frozen=True, kw_only=True):
    """The names on all cards."""

    suspects: Sequence[str]
    weapons: Sequence[str]
    rooms: Sequence[str]


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """A new game; nothing of the last one counts any more."""

    protocol: int
    record: Annotated[
        Raw,
        Meta(
            description="The set-up as this seat sees it: a record without events.",
            extra_json_schema={"$ref": "#/$defs/GameRecord"},
        ),
    ]
    deck: Annotated[Cards, Meta(description="For whoever does not know the edition by its id.")]
    seed: Annotated[
        int, Meta(description="For all chance in its choices, so that a game can be repeated.")
    ]


class Observe(msgspec.Struct, frozen=True, kw_only=True):
    """What happened, as this seat may know it, its own acts too."""

    event: Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Event"})]


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """Where the seat's pawn can go."""

    options: Sequence[Place]


class Suggest(msgspec.Struct, frozen=True, kw_only=True):
    """The seat may suggest."""

    rooms: Annotated[Sequence[str], Meta(description="Those that may be named.")]


class ShowCard(msgspec.Struct, frozen=True, kw_only=True):
    """The seat has to show one of its cards."""

    asker: str
    cards: Annotated[Sequence[str], Meta(description="What was suggested.")]
    options: Annotated[Sequence[str], Meta(description="Those of them that this seat holds.")]


class Accuse(msgspec.Struct, frozen=True, kw_only=True):
    """The seat may accuse."""


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """The program is ready; whatever it answers will do."""


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """Where it goes."""

    place: Place


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """What it suggests or accuses, in any order; null is not to."""

    cards: Sequence[str] | None


class ShownCard(msgspec.Struct, frozen=True, kw_only=True):
    """Which card it shows."""

    card: str


for _form in (Moved, Named, ShownCard):
    msgspec.json.Decoder(_form)
