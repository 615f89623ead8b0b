"""Unproven accusations, and agents that report them."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from cluetree.cards import ClueGuess


@dataclass(frozen=True, slots=True)
class Gamble:
    """An accusation that its player cannot prove."""

    guess: ClueGuess
    chance: float
    """The chance, from 0 to 1, that the player gives it."""


@runtime_checkable
class Gambler(Protocol):
    """An agent that reports its gambles."""

    @property
    def gambled(self) -> Gamble | None:
        """The unproven accusation that it has made in this game, if any."""
        ...
