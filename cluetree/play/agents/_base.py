"""The base of the built-in agents: knowledge, moves on a board, and showing cards."""

from collections.abc import Collection, Sequence
from enum import Enum
from inspect import signature
from random import Random

from cluetree.board import Board, Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import UnknownNameError
from cluetree.events import Event
from cluetree.play.agent import BaseAgent, FromBegin
from cluetree.play.knowledge import DEDUCTIONS, Deduction, Knowledge
from cluetree.play.pawns import Pawns
from cluetree.play.policies import FixedOrder, Policy, ShowPolicy
from cluetree.table import Table


class Route:
    """One seat's way over the board so far; the places of other pawns are ignored.

    Attributes:
        board: The board.
        place: Where the seat's pawn stands.
        last: The room that it was in before, if any.
    """

    def __init__(self, player: str, pawns: Pawns):
        self.board: Board = pawns.board
        self.place: Place = pawns.of(player)
        self.last: ClueCard | None = None
        self._player = player
        self._steps: dict[ClueCard, dict[Place, int]] = {}

    def go_on(self, pawns: Pawns) -> None:
        """Note where the pawn stands now."""
        place = pawns.of(self._player)
        if isinstance(self.place, ClueCard) and place != self.place:
            self.last = self.place
        self.place = place

    def nearest(self, options: Sequence[Place], rooms: Collection[ClueCard]) -> list[Place]:
        """Return those of the options that are the fewest steps from any of the rooms.

        The room that the pawn stands in counts only if it may stay; all options are equal if no
        room counts.
        """
        goals = [room for room in rooms if room != self.place or room in options]
        if not goals:
            return list(options)
        for room in set(goals) - self._steps.keys():
            self._steps[room] = self.board.distances(room)
        far = {option: min(self._steps[room][option] for room in goals) for option in options}
        least = min(far.values())
        return [option for option, steps in far.items() if steps == least]


class DeducingAgent(BaseAgent):
    """Keeps what its seat knows, and accuses once that gives the envelope.

    On a board it goes to the nearest room worth a suggestion: one that no player is known to
    hold or, once the hidden room is known, that room or an own one.

    Args:
        deduction: How much it deduces from the events.
        show: How it chooses which card to show; suspect, weapon, room, if not given.

    Raises:
        UnknownNameError: If the deduction has an unknown name.
    """

    known = FromBegin[Knowledge]()
    """The knowledge of this seat."""

    def __init__(self, *, deduction: Deduction = "propagation", show: ShowPolicy | None = None):
        UnknownNameError.verify(deduction, DEDUCTIONS)
        self.deduction: Deduction = deduction
        self.show_policy: ShowPolicy = FixedOrder() if show is None else show

    def __repr__(self) -> str:
        """Return the call that makes an equal agent."""
        options = (f"{name}={self._option(name)!r}" for name in signature(type(self)).parameters)
        return f"{type(self).__name__}({', '.join(options)})"

    def _option(self, name: str) -> object:
        value: object = getattr(self, "show_policy" if name == "show" else name)
        return value.value if isinstance(value, Enum) else value

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games."""
        super().begin(table, rng)
        self.known = Knowledge(table, self.deduction)
        self._route: Route | None = None

    def observe(self, event: Event) -> None:
        """Deduce what follows from the event."""
        self.known.tell(event)

    def watch(self, pawns: Pawns) -> None:
        """Note where the own pawn stands."""
        if self._route is None:
            self._route = Route(self.me.name, pawns)
        else:
            self._route.go_on(pawns)

    def move(self, options: Sequence[Place]) -> Place:
        """Go where this agent wants to go; anywhere, if it has not seen the pawns."""
        return super().move(options) if self._route is None else self._choose(self._route, options)

    def _choose(self, route: Route, options: Sequence[Place]) -> Place:
        """Choose where to go."""
        known, frame = self.known, self.known.frame
        *_, rooms = frame.categories
        hidden = known.held[-1] & rooms
        worth = hidden | known.hand & rooms if hidden else rooms & ~known.located
        return self.rng.choice(route.nearest(options, frame.cards(worth)))

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Show a card by the policy."""
        return self.show_policy.choose(asker, guess, cards, self.rng)

    def accuse(self) -> ClueGuess | None:
        """Name the envelope once it is known."""
        return self.known.answer


class PolicyPlayer(DeducingAgent):
    """An agent that suggests by a policy, from what its seat knows.

    Args:
        policy: How it chooses what to suggest.
        deduction: How much it deduces from the events.
        show: How it chooses which card to show; suspect, weapon, room, if not given.

    Raises:
        UnknownNameError: If the deduction has an unknown name.
    """

    def __init__(
        self,
        policy: Policy,
        *,
        deduction: Deduction = "propagation",
        show: ShowPolicy | None = None,
    ):
        super().__init__(deduction=deduction, show=show)
        self.policy = policy

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Suggest by the policy, naming one of the rooms; nothing without a room."""
        frame = self.known.frame
        allowed = frame.set_of(rooms)
        return frame.guess(self.policy.choose(self.known, allowed, self.rng)) if allowed else None
