"""What an agent did wrong in its games, and how long it took: counted, and told in words."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class FaultKind(StrEnum):
    """What kind of thing an agent did wrong, and what that costs."""

    LATE = "late"
    """It took too long: it has no part in the rest of the game."""
    CRASH = "crash"
    """It raised, or its program ended: it has no part in the rest of the game."""
    ILLEGAL = "illegal"
    """Its answer cannot be played: that costs the choice."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that an agent did wrong, and how often."""

    kind: FaultKind
    words: str
    count: int = 1

    def __str__(self) -> str:
        return f"{self.kind}{'' if self.count == 1 else f' x {self.count}'}: {self.words}"


@dataclass(frozen=True, slots=True)
class Conduct:
    """How an agent behaved in a game, or in several."""

    choices: int = 0
    """How often it was asked."""
    seconds: float = 0.0
    """How long it took for all of that."""
    faults: tuple[Fault, ...] = ()
    """What it did wrong, most often first."""

    def count(self, kind: FaultKind) -> int:
        """Return how often it did something wrong of a kind."""
        return sum(fault.count for fault in self.faults if fault.kind is kind)

    @classmethod
    def of(cls, conducts: Iterable["Conduct"]) -> "Conduct":
        """Take several games together."""
        games = tuple(conducts)
        told = Counter[tuple[FaultKind, str]]()
        for game in games:
            for fault in game.faults:
                told[fault.kind, fault.words] += fault.count
        return cls(
            sum(game.choices for game in games),
            sum(game.seconds for game in games),
            tuple(Fault(*what, count) for what, count in told.most_common()),
        )
