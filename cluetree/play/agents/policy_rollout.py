"""The policy rollout of the paper on Clue as a Markov decision process."""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import UnknownNameError
from cluetree.play.agent import FromBegin
from cluetree.play.agents._base import DeducingAgent
from cluetree.play.policies import ShowPolicy
from cluetree.table import Table

if TYPE_CHECKING:
    from cluetree.play.agents._trials import Trials

Base: TypeAlias = Literal["random", "heuristic"]
"""The policy after the first suggestion of a what-if: that of RandomStateful or Heuristic."""
TransitionName: TypeAlias = Literal["formula", "deals"]
"""The source of answers: the paper's formula, or deals that fit."""
Order: TypeAlias = Literal["uniform", "first"]
"""The deals: each equally likely, or the first ones of a constraint solver."""


class PolicyRollout(DeducingAgent):
    """Tries every suggestion `w` times in what-ifs, and makes the one that does best.

    In a what-if only this seat suggests: first the suggestion to be tried, then by the base
    policy. Its value is `beta` to the power of the number of suggestions until the envelope is
    known, and 0 if these are more than `horizon`. The first of several best suggestions is made.

    Needs numpy.

    Args:
        base: The policy after the first suggestion.
        w: What-ifs for each suggestion.
        horizon: The maximum number of suggestions in a what-if.
        beta: The discount for one more suggestion, from above 0 to 1.
        transition: The source of answers. "deals" draws `w` deals and answers each suggestion's
            what-ifs from the same ones.
        order: Which deals, if the answers come from deals.
        show: How it chooses which card to show; suspect, weapon, room, if not given.

    Raises:
        UnknownNameError: If an option has an unknown name.
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
        import_module("cluetree.play.batch")  # raises a clear error without numpy
        super().__init__(show=show)
        UnknownNameError.verify(base, get_args(Base))
        UnknownNameError.verify(transition, get_args(TransitionName))
        UnknownNameError.verify(order, get_args(Order))
        if w < 1 or horizon < 1 or not 0 < beta <= 1:
            raise ValueError("w and horizon must be positive, beta above 0 and at most 1")
        self.base: Base = base
        self.w = w
        self.horizon = horizon
        self.beta = beta
        self.transition: TransitionName = transition
        self.order: Order = order

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games.

        Raises:
            InvalidTableError: If a hand size is not known, or there are more than 64 cards.
        """
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
        """Return the best of all suggestions that can be made; nothing without a room."""
        return self._trials.best(self.known, self.known.frame.set_of(rooms))
