"""What the methods that advise are given, and what they answer."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from cluetree.faces.rpc.params import Count, OnGame
from cluetree.faces.rpc.results import OfGame, Result

_Chance: TypeAlias = Annotated[float, Meta(description="From 0 to 1.")]
_Cards: TypeAlias = Annotated[Sequence[str], Meta(description="Suspect, weapon, room.")]


class Advise(OnGame, frozen=True, kw_only=True):
    """Which suggestions are wanted."""

    rooms: Annotated[
        tuple[str, ...] | None, Meta(description="The rooms that may be named; left out, all.")
    ] = None
    top: Annotated[
        Count | None, Meta(description="Only so many, the best ones; left out, all.")
    ] = None


class _Sampled(OnGame, frozen=True, kw_only=True):
    """How long to look."""

    samples: Annotated[int, Meta(ge=2, le=100_000, description="How many deals to draw.")] = 200
    seconds: Annotated[
        Annotated[float, Meta(ge=0)] | None,
        Meta(description="After so long no more are drawn; then the errors are wider."),
    ] = None


class CardToShow(_Sampled, frozen=True, kw_only=True):
    """A suggestion that the viewpoint has to answer."""

    asker: str
    cards: Annotated[tuple[str, ...], Meta(description="What was suggested, in any order.")]


class Rivals(_Sampled, frozen=True, kw_only=True):
    """How long to look at the opponents."""


class AccuseNow(_Sampled, frozen=True, kw_only=True):
    """How long to look at what may happen until the next turn."""


class Shown(Result, frozen=True, kw_only=True):
    """A card that somebody shows."""

    by: str
    card: str


class Reply(Result, frozen=True, kw_only=True):
    """One way in which a suggestion may be answered, as the asker sees it."""

    by: Annotated[str | UnsetType | None, Meta(description="Who shows; null: nobody can.")] = UNSET
    card: str | UnsetType | None = UNSET
    shows: Annotated[
        Sequence[Shown] | UnsetType,
        Meta(description="By the rule `all`, where several show: who and what, instead."),
    ] = UNSET
    probability: _Chance


class Advised(Result, frozen=True, kw_only=True):
    """One suggestion and what can be expected of it."""

    cards: _Cards
    gain: Annotated[float, Meta(description="What it tells of the envelope, in bits.")]
    solves: Annotated[float, Meta(description="The chance that the envelope is known then.")]
    leak: Annotated[float, Meta(description="How much of the gain everybody gets, in bits.")]
    reason: Annotated[str, Meta(description="In one line.")]
    replies: Sequence[Reply]


class Advice(OfGame, frozen=True, kw_only=True):
    """Suggestions, best first, as the command's `advise --json` has them."""

    format: Literal["cluetree-advice/1"]
    entropy: Annotated[float, Meta(description="How much of the envelope is open, in bits.")]
    suggestions: Sequence[Advised]


class Estimate(Result, frozen=True, kw_only=True):
    """A number found by sampling."""

    value: float
    error: Annotated[
        float | None,
        Meta(description="Its standard error: 0 where it is exact, null where it is not known."),
    ]


class Choice(Result, frozen=True, kw_only=True):
    """One card that could be shown."""

    card: str
    bits: Annotated[Estimate, Meta(description="How much the asker learns from it, in bits.")]
    knows: Annotated[Estimate, Meta(description="The chance that they know the answer then.")]
    more: Annotated[Estimate, Meta(description="By how many bits this exceeds the best.")]
    seen: Annotated[bool, Meta(description="Whether they have surely seen it before.")]
    known: Annotated[bool, Meta(description="Whether they knew who holds it.")]
    reason: Annotated[str, Meta(description="In one line.")]


class Showing(OfGame, frozen=True, kw_only=True):
    """The cards that can be shown, the one that gives least away first."""

    format: Literal["cluetree-show/1"]
    asker: str
    cards: _Cards
    choices: Sequence[Choice]
    table: Annotated[
        float, Meta(description="What everybody learns from a show, whichever it is, in bits.")
    ]
    knew: Annotated[Estimate, Meta(description="The chance that the asker knew the answer.")]


class Rival(Result, frozen=True, kw_only=True):
    """What one opponent probably knows."""

    name: str
    bits: Annotated[Estimate, Meta(description="How much of the envelope is open to them.")]
    knows: Annotated[Estimate, Meta(description="The chance that they know the answer.")]
    out: Annotated[bool, Meta(description="Whether they accused in vain, so cannot win.")]


class Opponents(OfGame, frozen=True, kw_only=True):
    """Every opponent, from the viewpoint's left."""

    rivals: Sequence[Rival]


class Accusing(OfGame, frozen=True, kw_only=True):
    """Whether to accuse now, and the chances that decide it."""

    accuse: bool
    cards: Annotated[Sequence[str], Meta(description="The likeliest envelope.")]
    right: Annotated[float, Meta(description="The chance that it is the true one.")]
    again: Annotated[Estimate, Meta(description="The chance of another turn.")]
    wins: Annotated[
        Mapping[str, Estimate], Meta(description="The chance that an opponent wins before that.")
    ]
