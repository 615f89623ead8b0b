"""A player who makes the suggestion with the most expected information."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias, get_args

from cluetree.advice.showing import ShowPolicy
from cluetree.advice.suggestions import Advised, advise
from cluetree.board import Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import UnknownNameError
from cluetree.play.agents._base import DeducingAgent, Walk
from cluetree.play.knowledge import Deduction

Aim: TypeAlias = Literal["solve", "gain"]
"""The first criterion: the chance to know the envelope after the reply, or the expected bits."""

_ALIKE: Final = 9
"""Decimals up to which chances and gains, which are sums of floats, are compared."""


class InformationGreedy(DeducingAgent):
    """Weighs all suggestions by their exact chances, every deal that fits being equally likely.

    The best is the one most likely to reveal the envelope at once and, of equal ones, with the
    largest expected gain in bits; or the other way round. It assumes that other players show any
    card with the same chance. On a board it enters the room of the best suggestion; where it can
    enter none, it goes to the nearest room worth a suggestion.

    Args:
        aim: The first criterion.
        deduction: How much it deduces from the events; its chances are exact in any case.
        show: How it chooses which card to show; suspect, weapon, room, if not given.

    Raises:
        UnknownNameError: If an option has an unknown name.
    """

    def __init__(
        self,
        *,
        aim: Aim = "solve",
        deduction: Deduction = "exact",
        show: ShowPolicy | None = None,
    ):
        super().__init__(deduction=deduction, show=show)
        UnknownNameError.verify(aim, get_args(Aim))
        self.aim: Aim = aim

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Make the best suggestion; none if there is no room."""
        return self._best(rooms) if rooms else None

    def _choose(self, walk: Walk, options: Sequence[Place]) -> Place:
        rooms = [place for place in options if isinstance(place, ClueCard)]
        return self._best(rooms).room if rooms else super()._choose(walk, options)

    def _best(self, rooms: Iterable[ClueCard]) -> ClueGuess:
        advice = advise(self.table, self.known.evidence(), rooms=rooms)
        return max(advice.suggestions, key=self._merit).guess

    def _merit(self, advised: Advised) -> tuple[float, float]:
        solves, gain = round(advised.solves, _ALIKE), round(advised.gain, _ALIKE)
        return (solves, gain) if self.aim == "solve" else (gain, solves)
