"""Agents that try out what to do in games played to their ends, in deals drawn to fit.

Elsewhere called determinization, or perfect-information sampling; here the others play on by what
each of them would know in the deal, not by the deal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import inf
from random import Random
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

from cluetree.board import Board, Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import UnknownNameError
from cluetree.events import Event
from cluetree.play.agent import Gamble
from cluetree.play.agents._base import DeducingAgent
from cluetree.play.pawns import Pawns
from cluetree.play.policies import ShowPolicy
from cluetree.play.rules import AccusationRule
from cluetree.table import Table

if TYPE_CHECKING:
    from cluetree.play.agents._trials import Trials

WhenToAccuse: TypeAlias = Literal["proven", "likely"]
"""When to accuse: once the envelope is proven, or as soon as that is better than to play on."""


@dataclass(frozen=True)
class Defaults:
    """Values of options that are not given."""

    deals: int
    playouts: int
    finalists: int
    candidates: int
    accusing: WhenToAccuse = "proven"


class DealRollout(DeducingAgent):
    """Tries suggestions in many games played to their ends, and makes the one that wins most.

    The cards of these games are deals that fit what it knows, each equally likely. In each deal
    every seat starts with what it would know by now: its own cards, and what it has seen of the
    game so far; unseen shows are drawn. From there on all play the heuristic, ties broken by
    chance. Which card to show is tried out in the same way. On a board it enters the room of the
    best suggestion that it can make; where it can enter none, it goes to the nearest room worth
    a suggestion.

    Its knowledge rests on exact deduction, never on a trial; so does an accusation, unless
    `accusing` is "likely". Then it accuses the likeliest envelope when that wins more often than
    playing on: what the next suggestions are expected to tell, before another player wins. How
    fast the others win is learnt; past exaggeration of chances counts against a gamble.

    With `candidates`, deals are weighed by models of how the opponents choose suggestions: a deal
    counts the more, the better it explains the suggestions of the others and the cards they
    showed. How well each model explains a player is learnt during the game, for each player
    separately; the others also play on that way. The models of a player count less, the worse
    they have predicted that player's answers. Where they do not explain a player, suggestions
    follow the race for the envelope, without trials. Needs the extra `fast`.

    Args:
        deals: How many deals are drawn for a decision.
        playouts: How many games are played for a decision.
        finalists: How many suggestions get the second half of these.
        candidates: How many deals are weighed, for `deals` to be drawn from; 0 for none.
        seconds: About how long it thinks about a decision, in place of `playouts`; 0 for as
            long as these take. With a time, games no longer follow from their seed.
        accusing: When it accuses.
        claims: The players who may accuse at the end of a turn, in the games played.
        remember: Whether an opponent of the last game, known by name, is expected to play as in
            that game. Games then depend on the games that this agent played before. In a
            tournament that needs `Seatings.EVENINGS`.
        show: How it chooses which card to show; by trying, if not given.

    An option that is not given has the value in `DEFAULTS`. The first decision compiles; the
    compiled code is kept for the user.

    Raises:
        MissingExtraError: If numpy or numba is not installed.
        UnknownNameError: If an option has an unknown name.
        ValueError: If a number is out of range.
    """

    DEFAULTS: ClassVar = Defaults(deals=400, playouts=12_000, finalists=12, candidates=0)
    """The options in which the kinds of this agent differ."""

    gambled: Gamble | None = None
    """The accusation that it has made in this game without proof, if any."""

    _planned: ClueGuess | None = None

    trials: "Trials"
    """The trials of this game."""

    def __init__(
        self,
        *,
        deals: int | None = None,
        playouts: int | None = None,
        finalists: int | None = None,
        candidates: int | None = None,
        seconds: float = 0.0,
        accusing: WhenToAccuse | None = None,
        claims: AccusationRule = AccusationRule.SUGGESTER,
        remember: bool = False,
        show: ShowPolicy | None = None,
    ):
        import_module("cluetree.play.engine.simulation")  # raises a clear error without the extra
        super().__init__(deduction="exact", show=show)
        usual = self.DEFAULTS
        self.deals: int = usual.deals if deals is None else deals
        self.playouts: int = usual.playouts if playouts is None else playouts
        self.finalists: int = usual.finalists if finalists is None else finalists
        self.candidates: int = usual.candidates if candidates is None else candidates
        if min(self.deals, self.playouts, self.finalists) < 1 or self.candidates < 0:
            raise ValueError("deals, playouts and finalists must be positive, candidates 0 or more")
        if not 0 <= seconds < inf:
            raise ValueError(f"seconds must be 0 or more, got {seconds}")
        accusing = usual.accusing if accusing is None else accusing
        UnknownNameError.verify(accusing, get_args(WhenToAccuse))
        self.seconds = seconds
        self.accusing: WhenToAccuse = accusing
        self.claims: AccusationRule = AccusationRule(claims)
        self.remember = remember
        self.shows_by_trying: bool = show is None

    def _option(self, name: str) -> object:
        return None if name == "show" and self.shows_by_trying else super()._option(name)

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games.

        Raises:
            InvalidTableError: If a hand size is not known, or there are more than 64 cards.
        """
        from cluetree.play.agents import _trials  # noqa: PLC0415 -- an extra

        super().begin(table, rng)
        self.gambled = self._planned = None
        last = vars(self).get("trials") if self.remember else None
        self.trials = _trials.Trials(self, table, rng)
        if last is not None:
            self.trials.remember(last)

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
        """Name the envelope once it is known or, if it may gamble, once that is better."""
        proven = super().accuse()
        if proven is not None or self.accusing == "proven":
            return proven
        self.gambled = self.trials.gamble(self.known)
        return None if self.gambled is None else self.gambled.guess

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Show the card after which it wins most, or one by the policy given."""
        if len(cards) > 1 and self.shows_by_trying and not self.known.answer:
            return self.trials.card(self.known, asker, guess, cards)
        return super().show(asker, guess, cards)


class ReadingRollout(DealRollout):
    """DealRollout with models of the opponents."""

    DEFAULTS = Defaults(deals=600, playouts=24_000, finalists=12, candidates=2000)


class Strongest(DealRollout):
    """The strongest player here: DealRollout with models of the opponents, and it gambles."""

    DEFAULTS = Defaults(
        deals=1200, playouts=50_000, finalists=16, candidates=1500, accusing="likely"
    )
