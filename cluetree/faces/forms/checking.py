"""What is wrong with a log, and what would mend it: `cluetree-check/1`, and its parts."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, UnsetType

from cluetree.explain import Repair, Suspicion
from cluetree.faces.forms.log import write_events
from cluetree.faces.forms.parts import Bits, Chance, Deals, Form, Numbers
from cluetree.notebook import Notebook
from cluetree.table import Table


class ConflictsForm(Form, frozen=True, kw_only=True):
    """The smallest sets of events that clash."""

    conflicts: Annotated[
        Sequence[Numbers], Meta(description="One empty set if the set-up clashes by itself.")
    ]
    complete: Annotated[bool, Meta(description="Whether these are all.")]


class RepairForm(Form, frozen=True, kw_only=True):
    """One change that would make an impossible log possible."""

    number: Annotated[
        int | UnsetType, Meta(description="What `repair` calls it; the protocol says it.")
    ] = UNSET
    event: Annotated[int, Meta(description="The number of the event; 0 for the set-up.")]
    change: Annotated[str, Meta(description="In words.")]
    replacement: Annotated[
        Raw, Meta(extra_json_schema={"anyOf": [{"$ref": "#/$defs/Event"}, {"type": "null"}]})
    ]
    deals: Deals
    chance: Annotated[Chance | UnsetType, Meta(description="The protocol says it.")] = UNSET

    @classmethod
    def of(cls, repair: Repair, table: Table, number: int | None = None) -> "RepairForm":
        """Say what a repair would change; with a number, also how likely it is."""
        event = repair.replacement
        return cls(
            number=UNSET if number is None else number,
            event=repair.event,
            change=repair.change,
            replacement=Raw(b"null") if event is None else write_events((event,), table)[0][0],
            deals=repair.deals,
            chance=UNSET if number is None else repair.chance,
        )


class RepairsForm(Form, frozen=True, kw_only=True):
    """The single changes that would mend a log, likeliest first."""

    repairs: Sequence[RepairForm]
    complete: Annotated[bool, Meta(description="Whether everything was tried.")]


class SuspicionForm(Form, frozen=True, kw_only=True):
    """An entry that a slip would explain better."""

    event: int
    score: Bits
    why: str

    @classmethod
    def of(cls, found: Suspicion) -> "SuspicionForm":
        """Say what looks wrong, by how many bits to two places."""
        return cls(event=found.event, score=round(found.score, 2), why=found.why)


class SuspiciousForm(Form, frozen=True, kw_only=True):
    """Entries worth a second look, worst first."""

    suspicious: Sequence[SuspicionForm]


class CheckForm(Form, frozen=True, kw_only=True):
    """What clashes, what would mend it, and what looks wrong in a log that can be true."""

    format: Literal["cluetree-check/1"]
    consistent: bool
    conflicts: Sequence[Numbers]
    repairs: Sequence[RepairForm]
    suspicious: Sequence[SuspicionForm]

    @classmethod
    def of(cls, book: Notebook) -> "CheckForm":
        """Check a notebook."""
        return cls(
            format="cluetree-check/1",
            consistent=book.consistent,
            conflicts=book.conflicts().sets,
            repairs=[RepairForm.of(repair, book.table) for repair in book.repairs().found],
            suspicious=[*map(SuspicionForm.of, book.suspicious())],
        )
