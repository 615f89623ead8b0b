"""All that follows from a log: `cluetree-solution/1`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from cluetree.beliefs import Beliefs
from cluetree.cards import Category
from cluetree.notebook import Notebook
from cluetree.operations.forms.parts import Cards, Chance, Deals, Form, Numbers, named
from cluetree.table import ENVELOPE


class TripleForm(Form, frozen=True, kw_only=True):
    """One possible envelope."""

    cards: Cards
    deals: Deals
    probability: Chance


class OneOfForm(Form, frozen=True, kw_only=True):
    """Cards of which a player holds at least one."""

    player: str
    cards: Sequence[str]


class SolutionForm(Form, frozen=True, kw_only=True):
    """All that follows from the log."""

    format: Literal["cluetree-solution/1"]
    consistent: bool
    deals: Deals
    entropy: Annotated[
        float | UnsetType,
        Meta(description="How much of the envelope is open, in bits; the protocol says it."),
    ] = UNSET
    envelope: Annotated[
        Sequence[str | None], Meta(description="Suspect, weapon, room; null where not certain.")
    ]
    triples: Sequence[TripleForm]
    holds: Annotated[
        Sequence[tuple[str, str]], Meta(description="Every place and card there for certain.")
    ]
    lacks: Annotated[
        Sequence[tuple[str, str]], Meta(description="Every place and card not there for certain.")
    ]
    one_of: Annotated[Sequence[OneOfForm] | UnsetType, Meta(description="If asked for.")] = UNSET
    probabilities: Annotated[
        Mapping[str, Mapping[str, float]], Meta(description="By card, then by place.")
    ]
    conflicts: Annotated[
        Sequence[Numbers], Meta(description="Of a log that cannot be true: what clashes.")
    ]
    draws: Annotated[
        int | UnsetType,
        Meta(
            description="Where counting met its limit: how many draws the numbers, estimates then, "
            "are worth. What is certain is so, but more may be."
        ),
    ] = UNSET
    one_of_complete: Annotated[
        Literal[False] | UnsetType, Meta(description="If `one_of` was not searched to the end.")
    ] = UNSET

    @classmethod
    def of(
        cls,
        book: Notebook,
        *,
        one_of: bool = True,
        triples: int | None = None,
        entropy: bool = False,
    ) -> "SolutionForm":
        """Say what follows from a notebook.

        Args:
            book: The notebook.
            one_of: Whether to work out `one_of`, which can take longer than all else.
            triples: How many triples to list at most; all, if left out.
            entropy: Whether to say `entropy`.
        """
        beliefs = book.beliefs
        return cls(
            format="cluetree-solution/1",
            consistent=book.consistent,
            deals=beliefs.deals,
            entropy=beliefs.entropy if entropy else UNSET,
            envelope=_envelope(beliefs),
            triples=[
                TripleForm(
                    cards=named(triple.guess),
                    deals=triple.deals,
                    probability=triple.deals / beliefs.deals,
                )
                for triple in beliefs.triples[:triples]
            ],
            holds=[(place, card.name) for place, card in beliefs.holds],
            lacks=[(place, card.name) for place, card in beliefs.lacks],
            one_of=_one_of(beliefs) if one_of else UNSET,
            probabilities=_probabilities(beliefs) if beliefs.deals else {},
            conflicts=() if book.consistent else book.conflicts().sets,
            draws=UNSET if beliefs.draws is None else beliefs.draws,
            one_of_complete=False if one_of and not beliefs.one_of_complete else UNSET,
        )


def _envelope(beliefs: Beliefs) -> list[str | None]:
    certain = {card.category: card.name for card in beliefs.hand(ENVELOPE.name)}
    return [certain.get(category) for category in Category]


def _one_of(beliefs: Beliefs) -> list[OneOfForm]:
    cards = beliefs.edition.cards
    return [
        OneOfForm(player=one.player, cards=named(card for card in cards if card in one.cards))
        for one in beliefs.one_of
        if one.player is not None
    ]


def _probabilities(beliefs: Beliefs) -> dict[str, dict[str, float]]:
    return {
        card.name: {place: counts[at] / beliefs.deals for place, counts in beliefs.counts.items()}
        for at, card in enumerate(beliefs.edition.cards)
    }
