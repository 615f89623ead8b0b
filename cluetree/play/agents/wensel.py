"""Wensel's agent, from a student report, at the table."""

from collections.abc import Sequence
from random import Random

from cluetree.advice.wensel import WenselNotes
from cluetree.board import Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Event
from cluetree.play.agent import FromBegin
from cluetree.play.agents._builtin import BuiltinAgent
from cluetree.play.agents._walk import Walk
from cluetree.table import Table


class Wensel(BuiltinAgent):
    """Plays by `cluetree.advice.wensel`, deduction included.

    Args:
        show: How it chooses which card to show; suspect, weapon, room, if not given.
    """

    notes = FromBegin[WenselNotes]()
    """What he has written down."""

    def begin(self, table: Table, rng: Random) -> None:
        """Write down the hand."""
        super().begin(table, rng)
        self.notes = WenselNotes(table)

    def observe(self, event: Event) -> None:
        """Write down the event and what follows from it."""
        self.notes.tell(event)

    def _choose(self, walk: Walk, options: Sequence[Place]) -> Place:
        here = walk.place
        if here in options and here in self.notes.rooms:
            return here
        return walk.nearest(options, [self.notes.goal(walk.board, here, walk.last)])[0]

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Suggest what the policy says; nothing where no room is worth it."""
        advice = self.notes.suggestion(rooms)
        return None if advice is None else advice.guess

    def accuse(self) -> ClueGuess | None:
        """Name the envelope once all its cards are noted."""
        return self.notes.answer
