"""A player who tries things out in the deals that the others' suggestions speak for."""

from random import Random
from typing import TYPE_CHECKING

from cluetree.advice.showing import ShowPolicy
from cluetree.play.agents.deal_rollout import DealRollout
from cluetree.play.rules import Claims
from cluetree.table import Table

if TYPE_CHECKING:
    from cluetree.play.agents._rollout import Rollout


class ReadingRollout(DealRollout):
    """Tries things out as DealRollout does, in deals weighed by what the others asked for.

    A deal counts the more, the better it explains the suggestions of the others and the cards
    they showed, by a mixture of ways to choose them: the heuristic, what is likeliest hidden,
    Wensel's agent, random cards, bluffs, anything at all. How well each explains a player is
    learnt during the game, for each player apart; the others also play on that way.

    What it knows and when it accuses rests on exact deduction, never on its reading. Needs
    numpy.

    Args:
        deals: How many deals are drawn for a decision.
        playouts: How many games are played for a decision.
        finalists: To how many suggestions the second half of these is given.
        candidates: How many deals are weighed, for these to be drawn from.
        claims: Who may accuse at the end of a turn, in the games played.
        show: How it chooses which card to show; by trying, if not given.

    Raises:
        ValueError: If a number is below 1.
    """

    def __init__(
        self,
        *,
        deals: int = 600,
        playouts: int = 24_000,
        finalists: int = 12,
        candidates: int = 2000,
        claims: Claims = Claims.SUGGESTER,
        show: ShowPolicy | None = None,
    ):
        super().__init__(
            deals=deals, playouts=playouts, finalists=finalists, claims=claims, show=show
        )
        if candidates < 1:
            raise ValueError("candidates are 1 or more")
        self.candidates = candidates

    def _start(self, table: Table, rng: Random) -> "Rollout":
        from cluetree.play.agents._rollout import ReadingRollouts  # noqa: PLC0415 -- needs numpy

        return ReadingRollouts(self, table, rng)
