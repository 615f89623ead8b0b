"""Proofs: why a fact is true in every deal that fits, or two deals that leave it open."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import Final

from cluetree.beliefs import Deal, by_place
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


def by_counting(fact: Fact, events: Iterable[int]) -> tuple[ProofStep, ...]:
    """Return the proof that names the events only."""
    return (ProofStep(1, ProofRule.COUNTED, fact, tuple(events)),)


@dataclass(frozen=True)
class Proof:
    """Why a fact is true in every deal that fits.

    It rests on as few events as can be, unless `least` is false: without any one of them the
    fact would be open.
    """

    table: Table
    log: tuple[Event, ...]
    """The whole log; only `events` matter."""
    fact: Fact
    steps: tuple[ProofStep, ...]
    least: bool = True
    """Whether no event can be left out; a limit may have been met before that was reached."""

    @property
    def counted(self) -> bool:
        """Whether counting is all there is to it, for the search for steps met its limit."""
        return any(step.rule is ProofRule.COUNTED for step in self.steps)

    @property
    def summary(self) -> tuple[ProofStep, ...]:
        """The steps, of a long proof only those outside of assumptions, or one by counting.

        More than 60 steps are not read by people. Where some are left out, a refuted assumption
        stands without what it was refuted by.
        """
        if len(self.steps) <= _READABLE:
            return self.steps
        outer = tuple(
            replace(step, uses=()) if step.rule is ProofRule.REFUTED else step
            for step in self.steps
            if step.home is None
        )
        return outer if len(outer) <= _READABLE else by_counting(self.fact, self.events)

    @property
    def events(self) -> tuple[int, ...]:
        """The numbers of all events the proof rests on, in order."""
        return tuple(sorted({number for step in self.steps for number in step.events}))

    def check(self, *, limit: Bound = None) -> bool:
        """Check every step with a checker that knows nothing of how the proof was found.

        The checker knows no counting: what was found by that is counted again, within the limit.

        Raises:
            LimitReached: If that met the limit.
            InvalidProofError: If a step does not follow, or the last one is not the fact; it
                says which and why.
        """
        if not self.counted:
            check(self.table, self.log, self.fact, self.steps)
            return True
        evidence = Evidence.gather(self.table, [self.log[number - 1] for number in self.events])
        if is_possible(evidence.assuming(self.fact.opposite), limit=limit):
            raise InvalidProofError(f"some deal fits the events, but not that {self.fact}")
        return True

    def __repr__(self) -> str:
        numbers = ", ".join(map(str, self.events)) or "none"
        text = f"<Proof that {self.fact}: steps {len(self.steps)}, from events {numbers}>"
        return shorten(text, 200, placeholder=" ...>")

    def __str__(self) -> str:
        return "\n".join(map(str, self.steps))


@dataclass(frozen=True)
class Open:
    """Why a fact does not follow: a deal that fits in which it is so, and one in which not."""

    table: Table
    fact: Fact
    so: Deal
    not_so: Deal

    def __str__(self) -> str:
        lines = (
            f"whether {self.fact} is open:",
            *_lines("so", self.table, self.so),
            *_lines("not", self.table, self.not_so),
        )
        return "\n".join(lines)


def _lines(word: str, table: Table, deal: Deal) -> Iterator[str]:
    """Say a deal, place by place, the first line after a word for it."""
    for place, cards in by_place(table, deal).items():
        yield f"  {word:<3}  {place}: {', '.join(card.name for card in cards)}"
        word = ""
