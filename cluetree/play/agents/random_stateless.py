"""The random player without a memory, of the paper on Clue as a Markov decision process."""

from random import Random

from cluetree.advice.showing import ShowPolicy
from cluetree.cards import ClueGuess
from cluetree.events import Event, Suggestion
from cluetree.play.agents._deducing import CardwiseAgent
from cluetree.table import Table


class RandomStateless(CardwiseAgent):
    """Asks for random cards that are neither its own nor face-up, and remembers no answer.

    It accuses what it has just asked for, if nobody could show a card. Where only an own room
    can be named, as on a board, it names that, and an answer that nobody gives means nothing.

    Args:
        show: How it chooses which card to show; suspect, weapon, room, if not given.
    """

    _unrefuted: ClueGuess | None = None

    def __init__(self, *, show: ShowPolicy | None = None):
        super().__init__(deduction="certain", show=show)

    def begin(self, table: Table, rng: Random) -> None:
        """Look at the hand, which is all that it ever knows."""
        super().begin(table, rng)
        self._unrefuted = None

    def observe(self, event: Event) -> None:
        """Watch for own suggestions that nobody could answer, and for nothing else."""
        if isinstance(event, Suggestion) and event.by == self.me.name:
            seen = self.known.frame.set_of(event.guess) & self.known.located
            self._unrefuted = None if event.shows or seen else event.guess

    def accuse(self) -> ClueGuess | None:
        """Name what nobody could answer."""
        return self._unrefuted
