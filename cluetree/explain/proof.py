"""Proofs that a fact is true in every deal that fits, and examples that it is open."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import Final

from cluetree.beliefs import Deal
from cluetree.claims import Fact
from cluetree.errors import InvalidProofError
from cluetree.events import Event
from cluetree.evidence import Evidence
from cluetree.exact import is_possible
from cluetree.explain.checker import check
from cluetree.explain.steps import ProofRule, ProofStep
from cluetree.limit import Bound
from cluetree.table import Table

_READABLE: Final = 60


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that a fact is true in every deal that fits.

    Without any one of its events the fact is open, unless `least` is false.
    """

    fact: Fact
    steps: tuple[ProofStep, ...]
    events: tuple[int, ...]
    """The numbers of all events used, in order."""
    least: bool = True
    """Whether the events are minimal; false if a limit was reached first."""
    summary: tuple[ProofStep, ...] | None = None
    """For a proof of more than 60 steps: the steps outside of assumptions, or one step by counting
    if these are too many."""

    @classmethod
    def of(cls, fact: Fact, steps: Iterable[ProofStep], *, least: bool = True) -> "Proof":
        """Return the proof with these steps."""
        steps = tuple(steps)
        events = tuple(sorted({number for step in steps for number in step.events}))
        summary = None if len(steps) <= _READABLE else _summary(fact, steps, events)
        return cls(fact, steps, events, least, summary)

    @classmethod
    def by_counting(cls, fact: Fact, events: Iterable[int], *, least: bool = True) -> "Proof":
        """Return a proof of one step that only names the events."""
        return cls.of(fact, [_counted(fact, events)], least=least)

    @property
    def counted(self) -> bool:
        """Whether the proof is by counting, because the search reached its limit."""
        return any(step.rule is ProofRule.COUNTED for step in self.steps)

    def check(self, table: Table, log: Sequence[Event], *, limit: Bound = None) -> None:
        """Check every step with a checker that shares no code with the search.

        A proof by counting is counted again, within the limit.

        Raises:
            LimitReached: If counting reached the limit.
            InvalidProofError: If a step does not follow, or the last one is not the fact.
        """
        if not self.counted:
            check(table, log, self.fact, self.steps)
            return
        evidence = Evidence.gather(table, [log[number - 1] for number in self.events])
        if is_possible(evidence.assuming(self.fact.opposite), limit=limit):
            raise InvalidProofError(f"some deal fits the events, but not that {self.fact}")

    def __repr__(self) -> str:
        numbers = ", ".join(map(str, self.events)) or "none"
        text = f"<Proof that {self.fact}: steps {len(self.steps)}, from events {numbers}>"
        return shorten(text, 200, placeholder=" ...>")

    def __str__(self) -> str:
        return "\n".join(map(str, self.steps))


def _counted(fact: Fact, events: Iterable[int]) -> ProofStep:
    return ProofStep(1, ProofRule.COUNTED, fact, tuple(events))


def _summary(
    fact: Fact, steps: Iterable[ProofStep], events: tuple[int, ...]
) -> tuple[ProofStep, ...]:
    outer = tuple(
        replace(step, uses=()) if step.rule is ProofRule.REFUTED else step
        for step in steps
        if step.scope is None
    )
    return outer if len(outer) <= _READABLE else (_counted(fact, events),)


@dataclass(frozen=True, slots=True)
class Open:
    """A fact that does not follow, with two deals that fit: one with it and one without."""

    fact: Fact
    so: Deal
    """A deal in which the fact is true."""
    not_so: Deal
    """A deal in which it is false."""
