"""What the built-in agents share: they show by a policy and find their way on the board."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum
from inspect import signature
from random import Random

from cluetree.advice.showing import FixedOrder, ShowPolicy
from cluetree.board import Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.play.agent import BaseAgent
from cluetree.play.agents._walk import Walk
from cluetree.play.pawns import Pawns
from cluetree.table import Table


class BuiltinAgent(BaseAgent, ABC):
    """An agent that shows by a policy and, on a board, looks where it goes.

    Args:
        show: How it chooses which card to show; suspect, weapon, room, if not given.
    """

    _walk: Walk | None = None

    def __init__(self, *, show: ShowPolicy | None = None):
        self.show_policy: ShowPolicy = FixedOrder() if show is None else show

    def __repr__(self) -> str:
        """Say how it is set up, as it would be made again."""
        told = (f"{name}={self._option(name)!r}" for name in signature(type(self)).parameters)
        return f"{type(self).__name__}({', '.join(told)})"

    def _option(self, name: str) -> object:
        """Return what an option of the constructor was set to."""
        value: object = getattr(self, "show_policy" if name == "show" else name)
        return value.value if isinstance(value, Enum) else value

    def begin(self, table: Table, rng: Random) -> None:
        """Look at the set-up and forget all other games."""
        super().begin(table, rng)
        self._walk = None

    def watch(self, pawns: Pawns) -> None:
        """Note where the own pawn stands."""
        if self._walk is None:
            self._walk = Walk(self.me.name, pawns)
        else:
            self._walk.go_on(pawns)

    def move(self, options: Sequence[Place]) -> Place:
        """Go where this agent wants to go; anywhere, if it has not seen the pawns."""
        return super().move(options) if self._walk is None else self._choose(self._walk, options)

    @abstractmethod
    def _choose(self, walk: Walk, options: Sequence[Place]) -> Place:
        """Choose where to go."""

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Show a card by the policy."""
        return self.show_policy.choose(asker, guess, cards, self.rng)
