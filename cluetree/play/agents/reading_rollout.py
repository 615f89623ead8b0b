"""A player who tries things out in the deals that the others' suggestions speak for."""

from random import Random
from typing import TYPE_CHECKING

from cluetree.advice.showing import ShowPolicy
from cluetree.play.agents.deal_rollout import Accusing, DealRollout
from cluetree.play.rules import AccusationRule
from cluetree.table import Table

if TYPE_CHECKING:
    from cluetree.play.agents._rollout import Rollout


class ReadingRollout(DealRollout):
    """Tries things out as DealRollout does, in deals weighed by what the others asked for.

    A deal counts the more, the better it explains the suggestions of the others and the cards
    they showed, by a mixture of ways to choose them: the heuristic, what is likeliest hidden,
    Wensel's agent, random cards, bluffs, anything at all. How well each explains a player is
    learnt during the game, for each player apart; the others also play on that way. What was
    read of a player counts the less, the worse it has foretold the answers of that player.

    What it knows rests on exact deduction, never on its reading; so does an accusation, unless
    it is to accuse what is likely. Then it gambles as DealRollout does, by a margin that is the
    larger, the more its chances have been exaggerated in this game. Needs numpy.

    Args:
        deals: How many deals are drawn for a decision.
        playouts: How many games are played for a decision.
        finalists: To how many suggestions the second half of these is given.
        candidates: How many deals are weighed, for these to be drawn from.
        seconds: How long it thinks about a decision, about, in place of `playouts`; 0 for as
            long as these take. With a time, chance is not all that games depend on.
        accusing: When it accuses.
        claims: Who may accuse at the end of a turn, in the games played.
        show: How it chooses which card to show; by trying, if not given.

    Raises:
        UnknownNameError: If an option is none of those that there are.
        ValueError: If a number is out of range.
    """

    def __init__(
        self,
        *,
        deals: int = 600,
        playouts: int = 24_000,
        finalists: int = 12,
        candidates: int = 2000,
        seconds: float = 0.0,
        accusing: Accusing = "proven",
        claims: AccusationRule = AccusationRule.SUGGESTER,
        show: ShowPolicy | None = None,
    ):
        super().__init__(
            deals=deals,
            playouts=playouts,
            finalists=finalists,
            seconds=seconds,
            accusing=accusing,
            claims=claims,
            show=show,
        )
        if candidates < 1:
            raise ValueError("candidates are 1 or more")
        self.candidates = candidates

    def _start(self, table: Table, rng: Random) -> "Rollout":
        from cluetree.play.agents._rollout import ReadingRollouts  # noqa: PLC0415 -- needs numpy

        return ReadingRollouts(self, table, rng)
