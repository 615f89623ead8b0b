"""The strongest agent: it tries out what to do in games played to their ends.

Elsewhere called determinization, or perfect-information sampling; here the others play on by what
each of them would know in the deal, not by the deal.
"""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

from cluetree.board import Board, Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Event
from cluetree.play.agent import Gamble
from cluetree.play.agents._base import DeducingAgent
from cluetree.play.pawns import Pawns
from cluetree.play.rules import AccusationRule
from cluetree.table import Table

if TYPE_CHECKING:
    from cluetree.play.agents._trials import Trials


class Strongest(DeducingAgent):
    """The strongest player here: it makes the suggestion that wins most games played to their ends.

    The cards of these games are deals that fit what it knows, each weighed by how well it explains
    the suggestions of the others and the cards they showed, by models of how they choose. How well
    each model explains a player is learnt during the game, for each player separately. In each
    deal every seat starts with what it would know by now: its own cards, and what it has seen of
    the game so far; unseen shows are drawn. From there on the others play by the models. The
    models of a player count less, the worse they have predicted that player's answers. Where
    playouts do not imitate a player well, only the best suggestions in the race for the envelope
    are tried.

    Which card to show is tried out in the same way. On a board it enters the room of the best
    suggestion that it can make; where it can enter none, it goes to the nearest room worth a
    suggestion.

    Its knowledge rests on exact deduction, never on a trial. It accuses the likeliest envelope when
    that wins more often than playing on: what the next suggestions are expected to tell, before
    another player wins. How fast the others win is learnt; past exaggeration of chances counts
    against a gamble.

    The first decision compiles; the compiled code is kept for the user.

    Args:
        candidates: How many deals are weighed for a decision.
        deals: How many of these are drawn, by weight.
        playouts: How many games are played for a decision.
        accusers: The players who may accuse at the end of a turn, in the games played.

    Raises:
        MissingExtraError: If numpy or numba is not installed.
        ValueError: If a number is out of range.
    """

    gambled: Gamble | None = None
    """The accusation that it has made in this game without proof, if any."""

    _planned: ClueGuess | None = None

    trials: "Trials"
    """The trials of this game."""

    def __init__(
        self,
        *,
        candidates: int = 1500,
        deals: int = 1200,
        playouts: int = 50_000,
        accusers: AccusationRule = AccusationRule.SUGGESTER,
    ):
        import_module("cluetree.play.engine.simulation")  # raises a clear error without the extra
        super().__init__(deduction="exact")
        if min(candidates, deals, playouts) < 1:
            raise ValueError("candidates, deals and playouts must be positive")
        self.candidates = candidates
        self.deals = deals
        self.playouts = playouts
        self.accusers: AccusationRule = AccusationRule(accusers)

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games.

        Raises:
            InvalidTableError: If a hand size is not known, or there are more than 64 cards.
        """
        from cluetree.play.agents import _trials  # noqa: PLC0415 -- an extra

        super().begin(table, rng)
        self.gambled = self._planned = None
        effort = _trials.Effort(self.candidates, self.deals, self.playouts)
        self.trials = _trials.Trials(effort, self.accusers, table, rng)

    def observe(self, event: Event) -> None:
        """Deduce what follows from the event."""
        super().observe(event)
        self.trials.observe(event)

    def watch(self, pawns: Pawns) -> None:
        """Note where the pawns stand."""
        super().watch(pawns)
        self.trials.watch(pawns)

    def _choose(self, board: Board, here: Place, options: Sequence[Place]) -> Place:
        rooms = [place for place in options if isinstance(place, ClueCard)]
        self._planned = self.trials.suggestion(self.known, self.known.frame.set_of(rooms))
        if self._planned is None:
            return super()._choose(board, here, options)
        return self._planned.room

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Make the suggestion that wins most; nothing without a room."""
        planned, self._planned = self._planned, None
        if planned is not None and planned.room in rooms:
            return planned
        return self.trials.suggestion(self.known, self.known.frame.set_of(rooms))

    def accuse(self) -> ClueGuess | None:
        """Name the envelope once it is known, or once that is better than playing on."""
        proven = super().accuse()
        if proven is not None:
            return proven
        self.gambled = self.trials.gamble(self.known)
        return None if self.gambled is None else self.gambled.guess

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Show the card after which it wins most."""
        if len(cards) > 1 and not self.known.answer:
            return self.trials.card(self.known, asker, guess, cards)
        return super().show(asker, guess, cards)
