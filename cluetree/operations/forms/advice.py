"""What to suggest, to show and to accuse: `cluetree-advice/1`, `-show/1` and `-rivals/1`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from cluetree.advice import Accusing, Advice, Advised, Choice, Reply, Rival, Showing, Verdict
from cluetree.cards import Category
from cluetree.operations.forms.parts import Cards, Chance, EstimateForm, Form, named
from cluetree.text.advice import learnt, left, worth


class ShowForm(Form, frozen=True, kw_only=True):
    """A card that somebody shows."""

    by: str
    card: str


class ReplyForm(Form, frozen=True, kw_only=True):
    """One way in which a suggestion may be answered, as the asker sees it."""

    by: Annotated[str | UnsetType | None, Meta(description="Who shows; null: nobody can.")] = UNSET
    card: str | UnsetType | None = UNSET
    shows: Annotated[
        Sequence[ShowForm] | UnsetType,
        Meta(description="By the rule `all`, where several show: who and what, instead."),
    ] = UNSET
    probability: Chance

    @classmethod
    def of(cls, reply: Reply) -> "ReplyForm":
        """Say who shows what, or that nobody can."""
        shows = [ShowForm(by=str(show.by), card=str(show.card)) for show in reply.shows]
        if len(shows) > 1:
            return cls(shows=shows, probability=reply.probability)
        by, card = (shows[0].by, shows[0].card) if shows else (None, None)
        return cls(by=by, card=card, probability=reply.probability)


class SuggestionForm(Form, frozen=True, kw_only=True):
    """One suggestion and what can be expected of it."""

    cards: Cards
    gain: Annotated[float, Meta(description="What it tells of the envelope, in bits.")]
    solves: Annotated[float, Meta(description="The chance that the envelope is known then.")]
    leak: Annotated[float, Meta(description="How much of the gain everybody gets, in bits.")]
    left: Annotated[str, Meta(description="About how much of what is possible stays so.")]
    learn: Annotated[str, Meta(description="How much of the gain the others get, in a word.")]
    settles: Annotated[
        Mapping[Category, float],
        Meta(description="For each category that is open, the chance that it is known then."),
    ]
    worth: Annotated[str, Meta(description="What it tells, in plain words.")]
    reason: Annotated[str, Meta(description="In one line.")]
    replies: Sequence[ReplyForm]

    @classmethod
    def of(cls, advised: Advised) -> "SuggestionForm":
        """Say what a suggestion is worth."""
        return cls(
            cards=named(advised.guess),
            gain=advised.gain,
            solves=advised.solves,
            leak=advised.leak,
            left=left(advised.gain),
            learn=learnt(advised),
            settles=advised.settles,
            worth=worth(advised),
            reason=advised.reason,
            replies=[*map(ReplyForm.of, advised.replies)],
        )


class AdviceForm(Form, frozen=True, kw_only=True):
    """Suggestions, best first."""

    format: Literal["cluetree-advice/1"]
    entropy: Annotated[float, Meta(description="How much of the envelope is open, in bits.")]
    suggestions: Sequence[SuggestionForm]
    complete: Annotated[bool, Meta(description="Whether all were judged; else some are missing.")]
    exact: Annotated[
        bool, Meta(description="Whether the figures are exact; at a limit they are estimates.")
    ]

    @classmethod
    def of(cls, advice: Advice, top: int | None = None) -> "AdviceForm":
        """List suggestions; all of them, unless told how many."""
        suggestions = [*map(SuggestionForm.of, advice.suggestions[:top])]
        return cls(
            format="cluetree-advice/1",
            entropy=advice.entropy,
            suggestions=suggestions,
            complete=advice.complete,
            exact=advice.exact,
        )


class ChoiceForm(Form, frozen=True, kw_only=True):
    """One card that could be shown."""

    card: str
    bits: Annotated[EstimateForm, Meta(description="How much the asker learns from it, in bits.")]
    more: Annotated[EstimateForm, Meta(description="By how many bits this exceeds the best.")]
    knows: Annotated[EstimateForm, Meta(description="The chance that they know the answer then.")]
    seen: Annotated[bool, Meta(description="Whether they have surely seen it before.")]
    known: Annotated[bool, Meta(description="Whether they knew who holds it.")]
    verdict: Annotated[Verdict, Meta(description="What speaks for it, or against it.")]
    reason: Annotated[str, Meta(description="The same in one line.")]

    @classmethod
    def of(cls, choice: Choice, found: Showing) -> "ChoiceForm":
        """Say what one card gives away."""
        return cls(
            card=choice.card.name,
            bits=EstimateForm.alike(choice.bits),
            more=EstimateForm.alike(choice.more),
            knows=EstimateForm.alike(choice.knows),
            seen=choice.seen,
            known=choice.known,
            verdict=found.verdict(choice),
            reason=found.reason(choice),
        )


class ShowingForm(Form, frozen=True, kw_only=True):
    """The cards that can be shown, the one that gives least away first."""

    format: Literal["cluetree-show/1"]
    asker: str
    cards: Cards
    knew: Annotated[EstimateForm, Meta(description="The chance that the asker knew the answer.")]
    table: Annotated[
        float, Meta(description="What everybody learns from a show, whichever it is, in bits.")
    ]
    choices: Sequence[ChoiceForm]

    @classmethod
    def of(cls, found: Showing) -> "ShowingForm":
        """Say what each card would give away."""
        return cls(
            format="cluetree-show/1",
            asker=found.asker,
            cards=named(found.guess),
            knew=EstimateForm.alike(found.knew),
            table=found.table,
            choices=[ChoiceForm.of(choice, found) for choice in found.choices],
        )


class RivalForm(Form, frozen=True, kw_only=True):
    """What one opponent probably knows."""

    name: str
    bits: Annotated[EstimateForm, Meta(description="How much of the envelope is open to them.")]
    knows: Annotated[EstimateForm, Meta(description="The chance that they know the answer.")]
    out: Annotated[bool, Meta(description="Whether they accused in vain, so cannot win.")]
    counted: Annotated[
        bool,
        Meta(description="Whether what they know was counted; at a limit it is estimated."),
    ]


class RivalsForm(Form, frozen=True, kw_only=True):
    """Every opponent, from the viewpoint's left."""

    format: Literal["cluetree-rivals/1"]
    rivals: Sequence[RivalForm]

    @classmethod
    def of(cls, found: Sequence[Rival]) -> "RivalsForm":
        """Say what the opponents know."""
        return cls(format="cluetree-rivals/1", rivals=[*map(RivalForm.alike, found)])


class AccusingForm(Form, frozen=True, kw_only=True):
    """Whether to accuse now, and the chances that decide it."""

    accuse: bool
    cards: Annotated[Sequence[str], Meta(description="The likeliest envelope.")]
    right: Annotated[float, Meta(description="The chance that it is the true one.")]
    again: Annotated[EstimateForm, Meta(description="The chance of another turn.")]
    wins: Annotated[
        Mapping[str, EstimateForm],
        Meta(description="The chance that an opponent wins before that."),
    ]

    @classmethod
    def of(cls, found: Accusing) -> "AccusingForm":
        """Say whether to accuse."""
        return cls(
            accuse=found.accuse,
            cards=named(found.guess),
            right=float(found.right),
            again=EstimateForm.alike(found.again),
            wins={name: EstimateForm.alike(chance) for name, chance in found.wins.items()},
        )
