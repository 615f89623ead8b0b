"""An accusation that is not proven, and what an agent says of it."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from cluetree.cards import ClueGuess


@dataclass(frozen=True, slots=True)
class Gamble:
    """An accusation that its player cannot prove."""

    guess: ClueGuess
    chance: float
    """How likely the player takes it to be right, from 0 to 1."""


@runtime_checkable
class Gambler(Protocol):
    """What an agent has besides if it may gamble, and says how likely it takes it to pay off."""

    @property
    def gambled(self) -> Gamble | None:
        """The accusation that it has made in this game without proof, if any."""
        ...
