"""The knowledge of one seat, kept up to date in microseconds.

Two kinds of knowledge, as in the paper on Clue as a Markov decision process: *certain* (for
each place and card: there, not there, or open) and *uncertain* (a player showed one of some
cards). Cards and places are numbered as in `cluetree.evidence.Frame`.
"""

from typing import Final, Literal, TypeAlias, get_args

from cluetree.errors import InvalidTableError, UnknownNameError
from cluetree.events import Event
from cluetree.evidence import Evidence, Frame, Marks, contradiction, union
from cluetree.exact import count
from cluetree.table import Table

Deduction: TypeAlias = Literal["propagation", "exact"]
"""How much a seat deduces; "exact" knows all that "propagation" knows.

- "propagation": unit propagation over certain and uncertain knowledge, hand sizes, places,
  the envelope's one card of each category, and failed accusations. This interpretation
  reproduces the paper's numbers.
- "exact": every fact that is true in all deals that fit, found by counting them.
"""

DEDUCTIONS: Final[tuple[Deduction, ...]] = get_args(Deduction)
"""The levels of deduction, the weaker first."""


class Knowledge(Marks):
    """The knowledge of one seat, at one level of deduction.

    >>> from cluetree.editions import CLUE_US as deck
    >>> from cluetree.events import Suggestion
    >>> table = Table.set_up(
    ...     deck,
    ...     {"Ann": 6, "Bob": 6, "Eve": 6},
    ...     viewpoint="Ann",
    ...     hand=("Mustard", "Knife", "Rope", "Hall", "Study", "Lounge"),
    ... )
    >>> known = Knowledge(table)
    >>> known.tell(Suggestion("Ann", deck.guess("white", "rope", "hall"), "nobody"))
    >>> str(deck.cards[known.held[known.frame.envelope].bit_length() - 1])
    'Mrs. White'

    The order of events does not matter, and none is lost: `evidence` has the same deals as the
    events. All that is marked is true in every deal that fits them.

    Attributes:
        table: The set-up, as one player (or an onlooker) sees it.
        deduction: The level of deduction.
    """

    __slots__ = ("deduction", "table")

    def __init__(self, table: Table, deduction: Deduction = "propagation"):
        UnknownNameError.verify(deduction, DEDUCTIONS)
        super().__init__(Frame.of(table))
        self.table: Table = table
        self.deduction: Deduction = deduction
        self.see_hand(table.me)
        self.settle()

    def tell(self, event: Event) -> None:
        """Take in an event and deduce what follows.

        Raises:
            ClueError: If a name or a card is unknown.
            ContradictionError: If no deal is found to fit; the knowledge must not be used then.
        """
        if sum(map(self.take, event.claims(self.table))):
            self.settle()

    def settle(self) -> None:
        """Deduce what follows from all events, as far as the level of deduction goes.

        Raises:
            ContradictionError: If no deal is found to fit.
        """
        super().settle()
        if self.deduction == "exact" and self.held != self.may:
            self._count()
            super().settle()

    def _count(self) -> None:
        beliefs = count(self.evidence())
        if not beliefs.deals:
            raise contradiction()
        for place, counts in enumerate(beliefs.counts.values()):
            for card, deals in enumerate(counts):
                if deals == beliefs.deals:
                    self.held[place] |= 1 << card
                elif not deals:
                    self.may[place] &= ~(1 << card)

    def evidence(self) -> Evidence:
        """Return all events as evidence, for counting."""
        return Evidence.of(self)

    @property
    def seat(self) -> int:
        """The viewpoint's seat.

        Raises:
            InvalidTableError: If the table is an onlooker's.
        """
        if self.table.viewpoint is None:
            raise InvalidTableError("an onlooker's table has no seat to play")
        return self.table.names.index(self.table.viewpoint)

    @property
    def hand(self) -> int:
        """The viewpoint's cards."""
        return self.held[self.seat]

    @property
    def located(self) -> int:
        """The cards known to be elsewhere than in the envelope: with a player, or face-up."""
        return self.frame.all_cards & ~self.frame.deck | union(self.held[:-1])
