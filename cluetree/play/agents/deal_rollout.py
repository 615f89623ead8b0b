"""A player who tries out what to do in games played to their ends, in deals drawn to fit.

Elsewhere called determinization, or perfect-information sampling; here the others play on by what
each of them would know in the deal, not by the deal.
"""

from collections.abc import Sequence
from importlib import import_module
from math import inf
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from cluetree.advice.showing import ShowPolicy
from cluetree.board import Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import UnknownNameError
from cluetree.events import Event
from cluetree.play.agent import FromBegin
from cluetree.play.agents._deducing import DeducingAgent
from cluetree.play.agents._walk import Walk
from cluetree.play.gamble import Gamble
from cluetree.play.rules import AccusationRule
from cluetree.table import Table

if TYPE_CHECKING:
    from cluetree.play.agents._rollout import Rollout

Accusing: TypeAlias = Literal["proven", "likely"]
"""When to accuse: once the envelope is proven, or as soon as that is better than to play on."""


class DealRollout(DeducingAgent):
    """Tries suggestions in many games played to their ends, and makes the one that wins most.

    The cards of these games are deals that fit what it knows, each equally likely. In each deal
    every seat starts with what it would know by now: its own cards, and what it has seen of the
    game so far; what was shown unseen is drawn. From there on everybody plays the heuristic,
    ties broken by chance. Which card to show is tried out in the same way. On a board it enters
    the room of the best suggestion that it can make; where it can enter none, it makes for the
    nearest room worth a suggestion.

    What it knows rests on exact deduction, never on a trial; so does an accusation, unless it is
    to accuse what is likely. Then it accuses the likeliest envelope when that wins more often
    than to play on does in the games tried. Needs numpy.

    Args:
        deals: How many deals are drawn for a decision.
        playouts: How many games are played for a decision.
        finalists: To how many suggestions the second half of these is given.
        seconds: How long it thinks about a decision, about, in place of `playouts`; 0 for as
            long as these take. With a time, chance is not all that games depend on.
        accusing: When it accuses.
        claims: Who may accuse at the end of a turn, in the games played.
        show: How it chooses which card to show; by trying, if not given.

    Raises:
        UnknownNameError: If an option is none of those that there are.
        ValueError: If a number is out of range.
    """

    gambled: Gamble | None = None
    """The accusation that it has made in this game without proof, if any."""

    _planned: ClueGuess | None = None

    rollout = FromBegin["Rollout"]()
    """What tries things out in this game."""

    def __init__(
        self,
        *,
        deals: int = 400,
        playouts: int = 12_000,
        finalists: int = 12,
        seconds: float = 0.0,
        accusing: Accusing = "proven",
        claims: AccusationRule = AccusationRule.SUGGESTER,
        show: ShowPolicy | None = None,
    ):
        super().__init__(deduction="exact", show=show)
        if min(deals, playouts, finalists) < 1:
            raise ValueError("deals, playouts and finalists are 1 or more")
        if not 0 <= seconds < inf:
            raise ValueError("seconds are 0 or more")
        UnknownNameError.verify(accusing, get_args(Accusing))
        self.deals = deals
        self.playouts = playouts
        self.finalists = finalists
        self.seconds = seconds
        self.accusing: Accusing = accusing
        self.claims = AccusationRule(claims)
        self.shows_by_trying = show is None

    def _option(self, name: str) -> object:
        return None if name == "show" and self.shows_by_trying else super()._option(name)

    def begin(self, table: Table, rng: Random) -> None:
        """Look at the set-up and forget all other games.

        Raises:
            InvalidTableError: If a hand size is not known, or there are more than 64 cards.
            MissingExtraError: If numpy is not installed.
        """
        import_module("cluetree.play.batch")  # says plainly if numpy is missing
        super().begin(table, rng)
        self.gambled = self._planned = None
        self.rollout = self._start(table, rng)

    def _start(self, table: Table, rng: Random) -> "Rollout":
        from cluetree.play.agents._rollout import Rollout  # noqa: PLC0415 -- needs numpy

        return Rollout(self, table, rng)

    def observe(self, event: Event) -> None:
        """Draw what follows from the event."""
        super().observe(event)
        self.rollout.hear(event)

    def _choose(self, walk: Walk, options: Sequence[Place]) -> Place:
        rooms = [place for place in options if isinstance(place, ClueCard)]
        self._planned = self.rollout.suggestion(self.known, self.known.frame.set_of(rooms))
        return super()._choose(walk, options) if self._planned is None else self._planned.room

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Make the suggestion that wins most; nothing without a room."""
        planned, self._planned = self._planned, None
        if planned is not None and planned.room in rooms:
            return planned
        return self.rollout.suggestion(self.known, self.known.frame.set_of(rooms))

    def accuse(self) -> ClueGuess | None:
        """Name the envelope once it is known or, if it is to gamble, once that is better."""
        proven = super().accuse()
        if proven is not None or self.accusing == "proven":
            return proven
        self.gambled = self.rollout.gamble(self.known)
        return None if self.gambled is None else self.gambled.guess

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Show the card after which it wins most, or one by the policy given."""
        if len(cards) > 1 and self.shows_by_trying and not self.known.answer:
            return self.rollout.card(self.known, asker, guess, cards)
        return super().show(asker, guess, cards)
