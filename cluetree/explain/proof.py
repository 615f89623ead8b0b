"""Proofs: why a fact is true in every deal that fits, or two deals that leave it open."""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import shorten

from cluetree.beliefs import Deal, by_place
from cluetree.claims import Fact
from cluetree.events import Event
from cluetree.explain.checker import check
from cluetree.explain.steps import ProofStep
from cluetree.table import Table


@dataclass(frozen=True)
class Proof:
    """Why a fact is true in every deal that fits.

    It rests on as few events as can be: without any one of them the fact would be open.
    """

    table: Table
    log: tuple[Event, ...]
    """The whole log; only `events` matter."""
    fact: Fact
    steps: tuple[ProofStep, ...]

    @property
    def events(self) -> tuple[int, ...]:
        """The numbers of all events the proof rests on, in order."""
        return tuple(sorted({number for step in self.steps for number in step.events}))

    def check(self) -> bool:
        """Check every step with a checker that knows nothing of how the proof was found.

        Raises:
            InvalidProofError: If a step does not follow, or the last one is not the fact; it
                says which and why.
        """
        check(self.table, self.log, self.fact, self.steps)
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
