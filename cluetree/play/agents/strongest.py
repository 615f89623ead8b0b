"""The strongest player that there is here."""

from cluetree.advice.showing import ShowPolicy
from cluetree.play.agents.deal_rollout import Accusing
from cluetree.play.agents.reading_rollout import ReadingRollout
from cluetree.play.rules import Claims


class Strongest(ReadingRollout):
    """ReadingRollout, set as it wins most in the time that a decision may take; it gambles.

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
        deals: int = 800,
        playouts: int = 30_000,
        finalists: int = 12,
        candidates: int = 4000,
        seconds: float = 0.0,
        accusing: Accusing = "likely",
        claims: Claims = Claims.SUGGESTER,
        show: ShowPolicy | None = None,
    ):
        super().__init__(
            deals=deals,
            playouts=playouts,
            finalists=finalists,
            candidates=candidates,
            seconds=seconds,
            accusing=accusing,
            claims=claims,
            show=show,
        )
