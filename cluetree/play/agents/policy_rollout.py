"""The policy rollout of the paper on Clue as a Markov decision process."""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from cluetree.advice.showing import ShowPolicy
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import UnknownNameError
from cluetree.play.agent import FromBegin
from cluetree.play.agents._base import DeducingAgent
from cluetree.table import Table

if TYPE_CHECKING:
    from cluetree.play.agents._trials import Trials

Base: TypeAlias = Literal["random", "heuristic"]
"""What is played after the first suggestion of a what-if: as RandomStateful, or Heuristic."""
TransitionName: TypeAlias = Literal["formula", "deals"]
"""Where the answers come from: the paper's formula, or deals that fit what is known."""
Order: TypeAlias = Literal["uniform", "first"]
"""Which deals: each equally likely, or the first ones that a constraint solver comes upon."""


class PolicyRollout(DeducingAgent):
    """Tries every suggestion `w` times in what-ifs, and makes the one that does best.

    A what-if is a game of one: this seat suggests again and again, first the suggestion to be
    tried and then what the base policy chooses, and the others only answer. It is worth `beta`
    to the power of the number of suggestions it took to know the envelope, and nothing if that
    took more than `horizon`. The first of several best suggestions is made.

    Needs numpy.

    Args:
        base: What is suggested after the first suggestion.
        w: What-ifs for each suggestion.
        horizon: How many suggestions a what-if has at most.
        beta: What one more suggestion costs, from above 0 to 1.
        transition: Where the answers come from. "deals" draws `w` deals and answers each
            suggestion's what-ifs from the same ones.
        order: Which deals, if the answers come from deals.
        show: How it chooses which card to show; suspect, weapon, room, if not given.

    Raises:
        UnknownNameError: If an option is none of those that there are.
        ValueError: If a number is out of range.
    """

    _trials: "FromBegin[Trials]" = FromBegin()

    def __init__(
        self,
        base: Base = "heuristic",
        *,
        w: int = 10,
        horizon: int = 10,
        beta: float = 0.9,
        transition: TransitionName = "deals",
        order: Order = "uniform",
        show: ShowPolicy | None = None,
    ):
        super().__init__(show=show)
        UnknownNameError.verify(base, get_args(Base))
        UnknownNameError.verify(transition, get_args(TransitionName))
        UnknownNameError.verify(order, get_args(Order))
        if w < 1 or horizon < 1 or not 0 < beta <= 1:
            raise ValueError("w and horizon are 1 or more, beta is above 0 and at most 1")
        self.base: Base = base
        self.w = w
        self.horizon = horizon
        self.beta = beta
        self.transition: TransitionName = transition
        self.order: Order = order

    def begin(self, table: Table, rng: Random) -> None:
        """Look at the set-up and forget all other games.

        Raises:
            InvalidTableError: If a hand size is not known, or there are more than 64 cards.
            MissingExtraError: If numpy is not installed.
        """
        import_module("cluetree.play.batch")  # says plainly if numpy is missing
        from cluetree.play.agents._trials import Trials  # noqa: PLC0415 -- needs numpy

        super().begin(table, rng)
        self._trials = Trials(
            table,
            rng,
            base=self.base,
            w=self.w,
            horizon=self.horizon,
            beta=self.beta,
            transition=self.transition,
            order=self.order,
        )

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Try every suggestion that can be made and return the best; nothing without a room."""
        return self._trials.best(self.known, self.known.frame.set_of(rooms))
