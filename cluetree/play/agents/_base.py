"""The base of the built-in agents: knowledge, moves on a board, and showing cards."""

from collections.abc import Iterable, Sequence
from enum import Enum
from inspect import signature
from random import Random
from typing import get_args

from cluetree.board import Board, Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import UnknownNameError
from cluetree.events import Event
from cluetree.play.agent import BaseAgent
from cluetree.play.engine.policies import Policy, ShowRule, rooms_worth_naming
from cluetree.play.engine.views import view_of
from cluetree.play.knowledge import DEDUCTIONS, Deduction, Knowledge
from cluetree.play.pawns import Pawns
from cluetree.table import Table


def nearest(
    board: Board, here: Place, options: Sequence[Place], rooms: Iterable[ClueCard]
) -> list[Place]:
    """Return those of the options that are the fewest steps from any of the rooms.

    The room `here`, in which the pawn stands, counts only if it may stay; all options are equal if
    no room counts. Other pawns are ignored.
    """
    goals = [board.distances(room) for room in rooms if room != here or room in options]
    if not goals:
        return [*options]
    far = {option: min(steps[option] for steps in goals) for option in options}
    least = min(far.values())
    return [option for option, steps in far.items() if steps == least]


class DeducingAgent(BaseAgent):
    """Keeps what its seat knows, and accuses once that gives the envelope.

    On a board it goes to the nearest room worth a suggestion: one that no player is known to
    hold or, once the hidden room is known, that room or an own one.

    Args:
        deduction: How much it deduces from the events.
        show: Which card it shows.

    Raises:
        UnknownNameError: If an option has an unknown name.
    """

    known: Knowledge
    """The knowledge of this seat."""

    def __init__(self, *, deduction: Deduction = "propagation", show: ShowRule = "first"):
        UnknownNameError.verify(deduction, DEDUCTIONS)
        self.deduction: Deduction = deduction
        UnknownNameError.verify(show, get_args(ShowRule))
        self.show_rule: ShowRule = show

    def __repr__(self) -> str:
        """Return the call that makes an equal agent."""
        options = (f"{name}={self._option(name)!r}" for name in signature(type(self)).parameters)
        return f"{type(self).__name__}({', '.join(options)})"

    def _option(self, name: str) -> object:
        value: object = getattr(self, "show_rule" if name == "show" else name)
        return value.value if isinstance(value, Enum) else value

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games."""
        super().begin(table, rng)
        self.known = Knowledge(table, self.deduction)
        self._pawns: Pawns | None = None

    def observe(self, event: Event) -> None:
        """Deduce what follows from the event."""
        self.known.tell(event)

    def watch(self, pawns: Pawns) -> None:
        """Note where the pawns stand."""
        self._pawns = pawns

    def move(self, options: Sequence[Place]) -> Place:
        """Go where this agent wants to go; anywhere, if it has not seen the pawns."""
        pawns = self._pawns
        if pawns is None:
            return super().move(options)
        return self._choose(pawns.board, pawns.of(self.me.name), options)

    def _choose(self, board: Board, here: Place, options: Sequence[Place]) -> Place:
        """Choose where to go."""
        worth = self.known.frame.cards(rooms_worth_naming(view_of(self.known)))
        return self.rng.choice(nearest(board, here, options, worth))

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Show a card by the rule."""
        if self.show_rule == "uniform":
            return super().show(asker, guess, cards)
        return min(cards, key=guess.cards.index)

    def accuse(self) -> ClueGuess | None:
        """Name the envelope once it is known."""
        return self.known.answer


class PolicyPlayer(DeducingAgent):
    """An agent that suggests by a policy, from what its seat knows.

    Args:
        policy: How it chooses what to suggest.
        deduction: How much it deduces from the events.
        show: Which card it shows.

    Raises:
        UnknownNameError: If an option has an unknown name.
    """

    def __init__(
        self,
        policy: Policy,
        *,
        deduction: Deduction = "propagation",
        show: ShowRule = "first",
    ):
        super().__init__(deduction=deduction, show=show)
        self.policy = policy

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Suggest by the policy, naming one of the rooms; nothing without a room."""
        frame = self.known.frame
        allowed = frame.set_of(rooms)
        return frame.guess(self.policy.choose(self.known, allowed, self.rng)) if allowed else None
