"""Agents of the literature: two random ones, the paper's heuristic, and Wensel's."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from cluetree.advice.suggestions import Advised, advise
from cluetree.board import Board, Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import UnknownNameError
from cluetree.events import Event, Suggestion
from cluetree.exact import count
from cluetree.play.agent import Gamble
from cluetree.play.agents._base import DeducingAgent, PolicyPlayer, nearest
from cluetree.play.agents.wensel import WenselNotes
from cluetree.play.engine.policies import (
    Policy,
    ShowRule,
    Tie,
    fewest_holders,
    first_of_fewest_holders,
    not_located,
    not_own,
    wensel,
)
from cluetree.play.knowledge import Deduction
from cluetree.play.pawns import Pawns
from cluetree.table import Table


class RandomStateless(PolicyPlayer):
    """Asks for random cards other than its own and face-up ones, and remembers no answer.

    It accuses its last suggestion if no player could answer that. Where only an own room can be
    named, as on a board, it names that room, and an unanswered suggestion means nothing.

    Args:
        show: Which card it shows.
    """

    _unrefuted: ClueGuess | None = None

    def __init__(self, *, show: ShowRule = "first"):
        super().__init__(Policy(not_own), show=show)

    def begin(self, table: Table, rng: Random) -> None:
        """Take the hand, which is all that it ever knows."""
        super().begin(table, rng)
        self._unrefuted = None

    def observe(self, event: Event) -> None:
        """Note an own suggestion that no player could answer, and nothing else."""
        if isinstance(event, Suggestion) and event.by == self.me.name:
            seen = self.known.frame.set_of(event.guess) & self.known.located
            self._unrefuted = None if event.shows or seen else event.guess

    def accuse(self) -> ClueGuess | None:
        """Name what no player could answer."""
        return self._unrefuted


class RandomStateful(PolicyPlayer):
    """Asks for random cards that no player is known to hold.

    Where only located rooms can be named, as on a board, it names any of these.

    Args:
        deduction: How much it deduces from the events.
        show: Which card it shows.

    Raises:
        UnknownNameError: If an option has an unknown name.
    """

    def __init__(self, *, deduction: Deduction = "propagation", show: ShowRule = "first"):
        super().__init__(Policy(not_located), deduction=deduction, show=show)


class Heuristic(PolicyPlayer):
    """Asks, in each category, for the card that the fewest players can have.

    Located cards are not named; where only such rooms can be named, as on a board, the same rule
    chooses among them. A card that no player can have is in the envelope, and named.

    Args:
        tie: Which of several equally good cards is named.
        deduction: How much it deduces from the events.
        show: Which card it shows.

    Raises:
        UnknownNameError: If an option has an unknown name.
    """

    def __init__(
        self,
        *,
        tie: Tie = "first",
        deduction: Deduction = "propagation",
        show: ShowRule = "first",
    ):
        UnknownNameError.verify(tie, get_args(Tie))
        best = first_of_fewest_holders if tie == "first" else fewest_holders
        super().__init__(Policy(best), deduction=deduction, show=show)
        self.tie: Tie = tie


class Wensel(PolicyPlayer):
    """Plays by `cluetree.play.agents.wensel`, deduction included.

    Args:
        show: Which card it shows.
    """

    known: WenselNotes
    """His notes."""

    def __init__(self, *, show: ShowRule = "first"):
        super().__init__(Policy(wensel), show=show)

    def begin(self, table: Table, rng: Random) -> None:
        """Write down the hand."""
        super().begin(table, rng)
        self.known = WenselNotes(table)  # pyright: ignore[reportIncompatibleVariableOverride]
        self._last: ClueCard | None = None

    def watch(self, pawns: Pawns) -> None:
        """Note where the pawns stand, and the room that the own one has left."""
        before = None if self._pawns is None else self._pawns.of(self.me.name)
        if isinstance(before, ClueCard) and before != pawns.of(self.me.name):
            self._last = before
        super().watch(pawns)

    def _choose(self, board: Board, here: Place, options: Sequence[Place]) -> Place:
        if here in options and here in self.known.rooms:
            return here
        return nearest(board, here, options, [self.known.goal(board, here, self._last)])[0]

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Suggest by the policy; nothing where no room is worth it."""
        return super().suggest([room for room in self.known.rooms if room in rooms])


Aim: TypeAlias = Literal["solve", "gain"]
"""The first criterion: the chance to know the envelope after the reply, or the expected bits."""

_ALIKE: Final = 9
"""Decimals up to which chances and gains, which are sums of floats, are compared."""


class Seeker(DeducingAgent):
    """Weighs all suggestions by their exact chances, every deal that fits being equally likely.

    It draws among the suggestions with the largest expected gain, or among those most likely to
    reveal the envelope at once; own cards are allowed. It assumes that other players show any card
    with the same chance. On a board it enters the room of the best suggestion; where it can enter
    none, it goes to the nearest room worth a suggestion.

    Args:
        aim: The first criterion; with "solve" the gain decides among equal suggestions.
        leak: The bits of its gain that it gives up for one bit that an onlooker would learn.
        accuses: The chance of an envelope, from 0 to 1, from which on it accuses without proof.
        deduction: How much it deduces from the events; its chances are exact in any case.
        show: Which card it shows.

    Raises:
        UnknownNameError: If an option has an unknown name.
    """

    gambled: Gamble | None = None
    """The accusation that it has made in this game without proof, if any."""

    def __init__(
        self,
        *,
        aim: Aim = "gain",
        leak: float = 0.0,
        accuses: float = 0.5,
        deduction: Deduction = "exact",
        show: ShowRule = "first",
    ):
        super().__init__(deduction=deduction, show=show)
        UnknownNameError.verify(aim, get_args(Aim))
        self.aim: Aim = aim
        self.leak: float = leak
        self.accuses: float = accuses

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games."""
        super().begin(table, rng)
        self.gambled = None

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Make the best suggestion; none if there is no room."""
        return self._best(rooms) if rooms else None

    def _choose(self, board: Board, here: Place, options: Sequence[Place]) -> Place:
        rooms = [place for place in options if isinstance(place, ClueCard)]
        return self._best(rooms).room if rooms else super()._choose(board, here, options)

    def _best(self, rooms: Iterable[ClueCard]) -> ClueGuess:
        advice = advise(self.table, self.known.evidence(), rooms=rooms)
        return max(advice.suggestions, key=self._merit).guess

    def _merit(self, advised: Advised) -> tuple[float, ...]:
        """Return what to compare suggestions by; the largest is made."""
        gain = round(advised.gain - self.leak * advised.leak, _ALIKE)
        criteria = (gain,) if self.aim == "gain" else (round(advised.solves, _ALIKE), gain)
        return *criteria, self.rng.random()

    def accuse(self) -> ClueGuess | None:
        """Name the envelope once it is known, or likely enough."""
        proven = super().accuse()
        if proven is not None or self.accuses >= 1:
            return proven
        beliefs = count(self.known.evidence())
        likeliest = max(beliefs.triples, key=lambda triple: triple.deals)
        chance = likeliest.deals / beliefs.deals
        if chance < self.accuses:
            return None
        self.gambled = Gamble(likeliest.guess, chance)
        return likeliest.guess
