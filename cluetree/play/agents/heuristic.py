"""The heuristic player of the paper on Clue as a Markov decision process."""

from typing import Literal, TypeAlias, get_args

from cluetree.advice.showing import ShowPolicy
from cluetree.deduction import bits
from cluetree.errors import UnknownNameError
from cluetree.play.agents._deducing import CardwiseAgent, one_of
from cluetree.play.knowledge import Deduction

Tie: TypeAlias = Literal["first", "random"]
"""Which of equally good cards is named: the first of the edition (so in the paper), or any."""


class Heuristic(CardwiseAgent):
    """Asks, in each category, for the card that the fewest players can have.

    Cards that somebody is known to hold are not named, nor its own; where only such rooms can
    be named, as on a board, the same is asked of them. A card that nobody can have is in the
    envelope, and named.

    Args:
        tie: Which of several such cards is named.
        deduction: How much it draws from what it is told.
        show: How it chooses which card to show; suspect, weapon, room, if not given.

    Raises:
        UnknownNameError: If an option is none of those that there are.
    """

    def __init__(
        self,
        *,
        tie: Tie = "first",
        deduction: Deduction = "propagation",
        show: ShowPolicy | None = None,
    ):
        super().__init__(deduction=deduction, show=show)
        UnknownNameError.verify(tie, get_args(Tie))
        self.tie: Tie = tie

    def _pick(self, cards: int) -> int:
        best = self._fewest(cards & ~self.known.located or cards)
        return best & -best if self.tie == "first" else one_of(best, self.rng)

    def _fewest(self, cards: int) -> int:
        """Return those of the cards that the fewest players can have."""
        players = self.known.may[:-1]
        best, fewest = 0, len(players) + 1
        for at in bits(cards):
            number = sum(may >> at & 1 for may in players)
            if number < fewest:
                best, fewest = 0, number
            if number == fewest:
                best |= 1 << at
        return best
