"""The requests to a program that plays a seat, and its answers."""

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Raw

PROTOCOL: Final = 2
"""The version of both line protocols; it changes with every incompatible change."""

PlaceName: TypeAlias = Annotated[
    str | tuple[int, int],
    Meta(description="A room, or a square by row and column from the top left corner, from 0."),
]


class Cards(msgspec.Struct, frozen=True, kw_only=True):
    """The names on all cards."""

    suspects: Sequence[str]
    weapons: Sequence[str]
    rooms: Sequence[str]


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """A new game; the program forgets the last one."""

    protocol: int
    record: Annotated[
        Raw,
        Meta(
            description="The set-up as this seat sees it: a record without events.",
            extra_json_schema={"$ref": "#/$defs/GameRecord"},
        ),
    ]
    deck: Annotated[Cards, Meta(description="For programs that do not know the edition by its id.")]
    seed: Annotated[int, Meta(description="For all random choices, so that games are repeatable.")]
    seconds: Annotated[float, Meta(description="The time for each later answer.")]


class Observe(msgspec.Struct, frozen=True, kw_only=True):
    """An event as this seat sees it; its own acts are included."""

    event: Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Event"})]


class MoveRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The places that the seat's pawn can go to."""

    options: Sequence[PlaceName]


class SuggestRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The seat may suggest."""

    rooms: Annotated[Sequence[str], Meta(description="The rooms that may be named.")]


class ShowRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The seat must show one of its cards."""

    asker: str
    cards: Annotated[Sequence[str], Meta(description="The suggestion.")]
    options: Annotated[Sequence[str], Meta(description="The cards of it in the hand.")]


class AccuseRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The seat may accuse."""


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """The program is ready; the result is ignored."""


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """The place that it goes to."""

    place: PlaceName


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of a suggestion or accusation in any order; null for none."""

    cards: Sequence[str] | None


class ShownCard(msgspec.Struct, frozen=True, kw_only=True):
    """The card that it shows."""

    card: str


for _form in (Moved, Named, ShownCard):
    msgspec.json.Decoder(_form)
