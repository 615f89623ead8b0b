"""What the documents are made of: their base, and the parts that several of them have."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Self, TypeAlias

import msgspec
from msgspec import Meta

from cluetree.beliefs import Deal
from cluetree.cards import ClueCard
from cluetree.claims import Fact

Chance: TypeAlias = Annotated[float, Meta(description="From 0 to 1.")]
Bits: TypeAlias = Annotated[float, Meta(description="In bits.")]
Cards: TypeAlias = Annotated[Sequence[str], Meta(description="Suspect, weapon, room.")]
Deals: TypeAlias = Annotated[
    int, Meta(description="Exact, however large: beyond 2**53 a float would round it.")
]
Numbers: TypeAlias = Annotated[Sequence[int], Meta(description="Numbers of events.")]
DealForm: TypeAlias = Annotated[
    Mapping[str, str], Meta(description="For each card that is not face-up, where it lies.")
]


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A document, or a part of one."""

    @classmethod
    def alike(cls, found: object) -> Self:
        """Fill the form from what is called the same there, in its parts too."""
        return msgspec.convert(found, cls, from_attributes=True)


class FactForm(Form, frozen=True, kw_only=True):
    """That a player or the envelope holds a card, or does not."""

    player: str
    card: str
    holds: bool

    @classmethod
    def of(cls, fact: Fact) -> "FactForm":
        """Put a fact into words."""
        return cls(player=fact.player, card=fact.card.name, holds=fact.holds)


class EstimateForm(Form, frozen=True, kw_only=True):
    """A number found by sampling."""

    value: float
    error: Annotated[
        float | None,
        Meta(description="Its standard error: 0 where it is exact, null where it is not known."),
    ]


def named(cards: Iterable[ClueCard]) -> tuple[str, ...]:
    """Name cards as their edition does."""
    return tuple([card.name for card in cards])


def deal_form(deal: Deal) -> dict[str, str]:
    """Say where each card lies."""
    return {card.name: place for card, place in deal.items()}


def to_json(form: Form) -> str:
    """Write a document for people and programs alike; counts may have any number of digits."""
    return msgspec.json.format(msgspec.json.encode(form), indent=1).decode()
