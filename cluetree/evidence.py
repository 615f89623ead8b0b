"""Evidence: the certain facts and open quotas that the counter uses."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from cluetree.cards import ClueCard
from cluetree.claims import Claim, Fact, Quota
from cluetree.deduction import Bounds, Frame, Marks, common, union
from cluetree.errors import InvalidEventError
from cluetree.events import Event, Game, log_of
from cluetree.names import listed
from cluetree.table import Table


@dataclass(frozen=True)
class Evidence:
    """The certain facts and the open quotas, from which deals are counted.

    The same deals fit the evidence and the events. Cards are bit sets, as in the counter. Methods
    raise a `ClueError` for an event that breaks the rules or an unknown name.
    """

    frame: Frame
    """The numbers of cards and places."""
    held: tuple[int, ...]
    """For each place, the cards known to be there."""
    may: tuple[int, ...]
    """For each place, the cards that it is not known to lack (more than can be there)."""
    quotas: tuple[Bounds, ...]
    """The open quotas: shows, failed accusations, and any others."""

    @classmethod
    def gather(cls, game: Game, events: Iterable[Event] = ()) -> "Evidence":
        """Collect the claims of a table's set-up and events, without deduction.

        A tree gives evidence for the same deals with fewer open quotas, and with reasons. Use
        this method if only numbers are needed.
        """
        if not isinstance(game, Table):
            game, events = log_of(game, events)
        return cls.of(Marks.at(game)).after(game, events)

    def after(self, table: Table, events: Iterable[Event]) -> "Evidence":
        """Return the evidence with more events, as if all had been gathered at once."""
        marks = self.marks()
        for event in listed("events", events, InvalidEventError):
            for claim in event.claims(table):
                marks.take(claim)
        return self.of(marks)

    def assuming(self, *claims: Claim) -> "Evidence":
        """Return the evidence with more claims."""
        marks = self.marks()
        for claim in claims:
            marks.take(claim)
        return self.of(marks)

    @classmethod
    def of(cls, marks: Marks) -> "Evidence":
        """Convert marks to evidence, with the distinct quotas that the known cards do not meet."""
        quotas = [quota for quota in dict.fromkeys(marks.quotas) if not quota.is_met(marks.held)]
        return cls(marks.frame, tuple(marks.held), tuple(marks.may), tuple(quotas))

    @classmethod
    def joined(cls, *parts: "Evidence") -> "Evidence":
        """Return the conjunction of evidence for one table."""
        marks = Marks(parts[0].frame)
        marks.held = [*map(union, zip(*(part.held for part in parts), strict=True))]
        marks.may = [*map(common, zip(*(part.may for part in parts), strict=True))]
        marks.quotas = [quota for part in parts for quota in part.quotas]
        return cls.of(marks)

    def marks(self) -> Marks:
        """Convert the evidence to marks, for deduction."""
        marks = Marks(self.frame)
        marks.held, marks.may = [*self.held], [*self.may]
        marks.quotas = [*self.quotas]
        return marks

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """Every certain fact about a player (or the envelope) and a card."""
        cards, every = self.frame.cards, self.frame.all_cards
        places = [*zip(self.frame.places, self.held, self.may, strict=True)]
        holds = (Fact(name, card, holds=True) for name, held, _ in places for card in cards(held))
        lacks = (Fact(n, card, holds=False) for n, _, may in places for card in cards(every & ~may))
        return frozenset((*holds, *lacks))

    @cached_property
    def one_of(self) -> tuple[Quota, ...]:
        """The open quotas of which at least one fact is true: all but failed accusations."""
        return tuple([self.frame.quota(quota) for quota in self.quotas if quota.least])

    def knows(self, player: str, card: ClueCard | str) -> bool | None:
        """Return whether a player (or "envelope") holds a card; `None` if it is open."""
        place, bit = self.frame.place(player), self.frame.bit(card)
        if self.held[place] & bit:
            return True
        return None if self.may[place] & bit else False
