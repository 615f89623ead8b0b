"""A proof, or two deals that leave a fact open: `cluetree-proof/1`."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from cluetree.explain import Open, Proof, ProofStep
from cluetree.operations.forms.parts import DealForm, FactForm, Form, Numbers, deal_form


class StepForm(Form, frozen=True, kw_only=True):
    """One step of a proof."""

    id: int
    rule: str
    events: Numbers
    uses: Annotated[Sequence[int], Meta(description="Ids of earlier steps.")]
    concludes: FactForm
    under: Annotated[
        int | UnsetType, Meta(description="The id of the assumption it is made under.")
    ] = UNSET

    @classmethod
    def of(cls, step: ProofStep) -> "StepForm":
        """Say what a step rests on and what it concludes."""
        return cls(
            id=step.id,
            rule=step.rule.name.lower(),
            events=step.events,
            uses=step.uses,
            concludes=FactForm.of(step.concludes),
            under=UNSET if step.under is None else step.under,
        )


class ProofForm(Form, frozen=True, kw_only=True):
    """A proof, or two deals that leave the fact open."""

    format: Literal["cluetree-proof/1"]
    fact: FactForm
    open: Literal[True] | UnsetType = UNSET
    steps: Sequence[StepForm]
    events: Numbers
    so: DealForm | UnsetType = UNSET
    not_so: DealForm | UnsetType = UNSET
    least: Annotated[bool | UnsetType, Meta(description="False if fewer events might do.")] = UNSET
    summary: Annotated[
        Sequence[StepForm] | UnsetType, Meta(description="In short, of a proof too long to read.")
    ] = UNSET

    @classmethod
    def of(cls, found: Proof | Open) -> "ProofForm":
        """Say why a fact is so, or how it is open."""
        fact = FactForm.of(found.fact)
        if isinstance(found, Proof):
            steps = [*map(StepForm.of, found.steps)]
            short = found.summary != found.steps
            return cls(
                format="cluetree-proof/1",
                fact=fact,
                steps=steps,
                events=found.events,
                least=UNSET if found.least else False,
                summary=[*map(StepForm.of, found.summary)] if short else UNSET,
            )
        return cls(
            format="cluetree-proof/1",
            fact=fact,
            open=True,
            steps=(),
            events=(),
            so=deal_form(found.so),
            not_so=deal_form(found.not_so),
        )
