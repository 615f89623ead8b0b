"""The strongest player that there is here."""

from cluetree.advice.showing import ShowPolicy
from cluetree.play.agents.deal_rollout import Accusing
from cluetree.play.agents.reading_rollout import ReadingRollout
from cluetree.play.rules import AccusationRule


class Strongest(ReadingRollout):
    """ReadingRollout, set as it wins most in the time that a decision may take; it gambles.

    Its options are those of ReadingRollout, with other defaults.
    """

    def __init__(
        self,
        *,
        deals: int = 1600,
        playouts: int = 100_000,
        finalists: int = 16,
        candidates: int = 2000,
        seconds: float = 0.0,
        accusing: Accusing = "likely",
        claims: AccusationRule = AccusationRule.SUGGESTER,
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
