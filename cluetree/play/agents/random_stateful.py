"""The random player with a memory, of the paper on Clue as a Markov decision process."""

from cluetree.play.agents._deducing import CardwiseAgent


class RandomStateful(CardwiseAgent):
    """Asks for random cards that nobody is known to hold, and for which nobody else does.

    Where only located rooms can be named, as on a board, it names any of these.
    """
