"""How an agent behaved: choices, seconds and faults, counted over one game or several."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cluetree.errors import ClueError

_MAX_WORDS: Final = 400
"""Characters kept of what an agent raised."""


class FaultKind(StrEnum):
    """The kinds of faults and what each costs the agent."""

    LATE = "late"
    """It took too long, and is out for the rest of the game."""
    CRASH = "crash"
    """It raised an exception or its program ended; it is out for the rest of the game."""
    ILLEGAL = "illegal"
    """Its choice is not legal, and is replaced by a default."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of an agent, and how often it occurred."""

    kind: FaultKind
    words: str
    count: int = 1

    def __str__(self) -> str:
        return f"{self.kind}{'' if self.count == 1 else f' x {self.count}'}: {self.words}"


@dataclass(frozen=True, slots=True)
class Conduct:
    """How an agent behaved in one game or several."""

    choices: int = 0
    seconds: float = 0.0
    """The time that all choices took."""
    faults: tuple[Fault, ...] = ()
    """The most frequent first."""

    def count(self, kind: FaultKind) -> int:
        """Return the number of faults of a kind."""
        return sum(fault.count for fault in self.faults if fault.kind is kind)

    @classmethod
    def of(cls, conducts: Iterable["Conduct"]) -> "Conduct":
        """Add up several games."""
        games = tuple(conducts)
        counts = Counter[tuple[FaultKind, str]]()
        for game in games:
            for fault in game.faults:
                counts[fault.kind, fault.words] += fault.count
        faults = tuple(Fault(*key, count) for key, count in counts.most_common())
        return cls(sum(game.choices for game in games), sum(game.seconds for game in games), faults)


def fault_of(error: BaseException) -> str:
    """Return what an agent's code raised, in words."""
    words = str(error) if isinstance(error, ClueError | TimeoutError) else repr(error)
    return words[:_MAX_WORDS]
