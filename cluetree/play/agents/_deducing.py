"""Agents that keep what they know of every card, and accuse when that is enough."""

from collections.abc import Sequence
from random import Random

from cluetree.advice.showing import ShowPolicy
from cluetree.board import Place
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import UnknownNameError
from cluetree.events import Event
from cluetree.play.agent import FromBegin
from cluetree.play.agents._builtin import BuiltinAgent
from cluetree.play.agents._walk import Walk
from cluetree.play.knowledge import DEDUCTIONS, Deduction, Knowledge
from cluetree.table import Table


class DeducingAgent(BuiltinAgent):
    """Keeps what its seat knows, and accuses once that gives the envelope.

    On a board it makes for the nearest room worth a suggestion: one that nobody is known to
    hold or, once the hidden room is known, that or an own one.

    Args:
        deduction: How much it draws from what it is told.
        show: How it chooses which card to show; suspect, weapon, room, if not given.

    Raises:
        UnknownNameError: If there is no such deduction.
    """

    known = FromBegin[Knowledge]()
    """What this seat knows."""

    def __init__(self, *, deduction: Deduction = "propagation", show: ShowPolicy | None = None):
        super().__init__(show=show)
        UnknownNameError.verify(deduction, DEDUCTIONS)
        self.deduction: Deduction = deduction

    def begin(self, table: Table, rng: Random) -> None:
        """Look at the set-up and forget all other games."""
        super().begin(table, rng)
        self.known = Knowledge(table, self.deduction)

    def observe(self, event: Event) -> None:
        """Draw what follows from the event."""
        self.known.tell(event)

    def _choose(self, walk: Walk, options: Sequence[Place]) -> Place:
        frame = self.known.frame
        worth = self._rooms_worth()
        rooms = [r for r in self.table.edition.of(Category.ROOM) if worth & frame.set_of((r,))]
        return self.rng.choice(walk.nearest(options, rooms))

    def _rooms_worth(self) -> int:
        """The rooms worth a suggestion."""
        known = self.known
        *_, rooms = known.frame.categories
        hidden = known.held[-1] & rooms
        return hidden | known.hand & rooms if hidden else rooms & ~known.located

    def accuse(self) -> ClueGuess | None:
        """Name the envelope once it is known."""
        return self.known.answer


class CardwiseAgent(DeducingAgent):
    """Picks each card of a suggestion on its own: any that nobody is known to hold, or any."""

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Pick a suspect, a weapon and one of the rooms; nothing if there is no room."""
        frame = self.known.frame
        named = frame.set_of(rooms)
        if not named:
            return None
        suspects, weapons, _ = frame.categories
        return frame.guess(self._pick(suspects) | self._pick(weapons) | self._pick(named))

    def _pick(self, cards: int) -> int:
        """Pick one card out of a set of cards of one category."""
        return one_of(cards & ~self.known.located or cards, self.rng)


def one_of(cards: int, rng: Random) -> int:
    """Draw one card out of a set that is not empty, each equally likely."""
    for _ in range(rng.randrange(cards.bit_count())):
        cards &= cards - 1
    return cards & -cards
