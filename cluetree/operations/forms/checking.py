"""What is wrong with a log, and what would mend it: `cluetree-check/1`, and its parts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from cluetree.explain import Repair, Suspicion, Suspicions
from cluetree.notebook import Notebook
from cluetree.operations.change import written as write_events
from cluetree.operations.forms.parts import Bits, Chance, Deals, Form, Numbers
from cluetree.operations.registry import EventJson
from cluetree.table import Table


class ConflictsForm(Form, frozen=True, kw_only=True):
    """The smallest sets of events that clash."""

    conflicts: Annotated[
        Sequence[Numbers], Meta(description="One empty set if the set-up clashes by itself.")
    ]
    complete: Annotated[bool, Meta(description="Whether these are all.")]


class CandidateForm(Form, frozen=True, kw_only=True):
    """One of the changes that a proposal stands for."""

    change: Annotated[str, Meta(description="In words.")]
    replacement: EventJson
    deals: Deals
    chance: Chance


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
    line: Annotated[
        str | UnsetType,
        Meta(description="Its line in a .clue file, if it has one; the protocol says it."),
    ] = UNSET
    sizes: Annotated[
        Mapping[str, int] | UnsetType,
        Meta(description="Where hand sizes change, those that do; the protocol says it."),
    ] = UNSET
    deals: Deals
    chance: Annotated[Chance | UnsetType, Meta(description="The protocol says it.")] = UNSET
    candidates: Annotated[
        Sequence[CandidateForm] | UnsetType,
        Meta(description="What a proposal for several stands for; the protocol says it."),
    ] = UNSET

    @classmethod
    def of(cls, repair: Repair, table: Table, number: int | None = None) -> "RepairForm":
        """Say what a repair would change; with a number all that the protocol says of it."""
        event: Raw = Raw(b"null")
        line: str | UnsetType = UNSET
        if repair.replacement is not None:
            ((event, line),) = write_events((repair.replacement,), table)
        found = cls(event=repair.event, change=repair.change, replacement=event, deals=repair.deals)
        if number is None:
            return found
        return msgspec.structs.replace(
            found,
            number=number,
            line=line,
            sizes=_sizes(repair, table) or UNSET,
            chance=repair.chance,
            candidates=[*_candidates(repair, table)] or UNSET,
        )


def _sizes(repair: Repair, table: Table) -> dict[str, int]:
    players = () if repair.table is None else zip(repair.table.players, table.players, strict=True)
    return {
        meant.name: meant.hand_size
        for meant, told in players
        if meant.hand_size is not None and meant.hand_size != told.hand_size
    }


def _candidates(repair: Repair, table: Table) -> Iterator[CandidateForm]:
    for each in repair.candidates:
        if each.replacement is not None:
            yield CandidateForm(
                change=each.change,
                replacement=write_events((each.replacement,), table)[0][0],
                deals=each.deals,
                chance=each.chance,
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
    replacement: Annotated[EventJson, Meta(description="As it was likeliest meant.")]

    @classmethod
    def of(cls, found: Suspicion, table: Table) -> "SuspicionForm":
        """Say what looks wrong, by how many bits to two places."""
        ((event, _),) = write_events((found.replacement,), table)
        score = round(found.score, 2)
        return cls(event=found.event, score=score, why=found.why, replacement=event)


class SuspiciousForm(Form, frozen=True, kw_only=True):
    """Entries worth a second look, worst first."""

    suspicious: Sequence[SuspicionForm]
    complete: Annotated[bool, Meta(description="Whether every entry was looked at.")]

    @classmethod
    def of(cls, found: Suspicions, table: Table) -> "SuspiciousForm":
        """List what looks wrong."""
        suspicious = [SuspicionForm.of(each, table) for each in found.found]
        return cls(suspicious=suspicious, complete=found.complete)


class CheckForm(Form, frozen=True, kw_only=True):
    """What clashes, what would mend it, and what looks wrong in a log that can be true."""

    format: Literal["cluetree-check/1"]
    consistent: bool
    conflicts: Sequence[Numbers]
    repairs: Sequence[RepairForm]
    suspicious: Sequence[SuspicionForm]
    complete: Annotated[
        bool | UnsetType, Meta(description="False where not all of each were found in time.")
    ] = UNSET

    @classmethod
    def of(cls, book: Notebook) -> "CheckForm":
        """Check a notebook."""
        conflicts, repairs, suspicious = book.conflicts(), book.repairs(), book.suspicious()
        complete = conflicts.complete and repairs.complete and suspicious.complete
        return cls(
            format="cluetree-check/1",
            consistent=book.consistent,
            conflicts=conflicts.sets,
            repairs=[RepairForm.of(repair, book.table) for repair in repairs.found],
            suspicious=SuspiciousForm.of(suspicious, book.table).suspicious,
            complete=UNSET if complete else False,
        )
