"""Evidence: the certain facts and open quotas that the counter uses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from cluetree.cards import ClueCard, ClueGuess, Edition
from cluetree.claims import Fact, Quota
from cluetree.deduction import Bounds, Frame, Marks, common, union
from cluetree.errors import InvalidEventError
from cluetree.events import Event, Logged, log_of
from cluetree.names import listed
from cluetree.table import CluePlayer, Table


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
    def gather(cls, table: Table | Logged, events: Iterable[Event] = ()) -> "Evidence":
        """Collect the claims of a table's set-up and events, without deduction.

        A tree gives evidence for the same deals with fewer open quotas, and with reasons. Use
        this method if only numbers are needed.
        """
        if not isinstance(table, Table):
            table, events = log_of(table, events)
        return cls.of(_taken(Marks.at(table), table, events))

    def after(self, table: Table, events: Iterable[Event]) -> "Evidence":
        """Return the evidence with more events, as if all had been gathered at once."""
        return self.of(_taken(self.marks(), table, events))

    @classmethod
    def of(cls, marks: Marks) -> "Evidence":
        """Convert marks to evidence."""
        quotas = _open(marks.quotas, marks.held)
        return cls(marks.frame, tuple(marks.held), tuple(marks.may), quotas)

    @classmethod
    def joined(cls, *parts: "Evidence") -> "Evidence":
        """Return the conjunction of evidence for one table."""
        held = tuple(map(union, zip(*(part.held for part in parts), strict=True)))
        return cls(
            parts[0].frame,
            held,
            tuple(map(common, zip(*(part.may for part in parts), strict=True))),
            _open(chain.from_iterable(part.quotas for part in parts), held),
        )

    def marks(self) -> Marks:
        """Convert the evidence to marks, for deduction."""
        marks = Marks(self.frame)
        marks.held, marks.may = [*self.held], [*self.may]
        marks.quotas = [*self.quotas]
        return marks

    @property
    def edition(self) -> Edition:
        """The deck."""
        return self.frame.edition

    @property
    def players(self) -> tuple[CluePlayer, ...]:
        """The players in seat order, with their hand sizes where known."""
        return self.frame.players

    @property
    def hands(self) -> tuple[CluePlayer, ...]:
        """The players in seat order, then the face-down hands."""
        return self.frame.hands

    @property
    def places(self) -> Mapping[str, int]:
        """The number of each place: the players by seat, face-down hands, then "envelope"."""
        return self.frame.places

    @cached_property
    def face_up(self) -> frozenset[ClueCard]:
        """The face-up cards."""
        return frozenset(self.frame.face_up)

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """Every certain fact about a player (or the envelope) and a card."""
        cards, every = self.frame.cards, self.frame.all_cards
        places = [*zip(self.places, self.held, self.may, strict=True)]
        holds = (Fact(name, card, holds=True) for name, held, _ in places for card in cards(held))
        lacks = (Fact(n, card, holds=False) for n, _, may in places for card in cards(every & ~may))
        return frozenset((*holds, *lacks))

    @cached_property
    def claims(self) -> tuple[Quota, ...]:
        """The open quotas as claims, with the cards that are left of them."""
        return tuple(map(self.frame.quota, self.quotas))

    @cached_property
    def one_of(self) -> tuple[Quota, ...]:
        """The open quotas of which at least one fact is true: all but failed accusations."""
        return tuple(claim for claim in self.claims if claim.least)

    @cached_property
    def failed_accusations(self) -> frozenset[ClueGuess]:
        """The triples of failed accusations."""
        return frozenset(guess for claim in self.claims if (guess := claim.accusation))

    def knows(self, player: str, card: ClueCard | str) -> bool | None:
        """Return whether a player (or "envelope") holds a card; `None` if it is open."""
        place, bit = self.frame.place(player), self.frame.bit(card)
        if self.held[place] & bit:
            return True
        return None if self.may[place] & bit else False

    def assuming(self, fact: Fact) -> "Evidence":
        """Return the evidence with one more fact."""
        place, bit = self.frame.place(fact.player), self.frame.bit(fact.card)
        return self.adding(place, held=bit) if fact.holds else self.adding(place, lacked=bit)

    def adding(self, place: int, *, held: int = 0, lacked: int = 0, one_of: int = 0) -> "Evidence":
        """Return the evidence with more sets of cards of one place."""
        all_held, all_may = [*self.held], [*self.may]
        all_held[place] |= held
        all_may[place] &= ~lacked
        quotas = (*self.quotas, Bounds.any_of((place, one_of))) if one_of else self.quotas
        return replace(self, held=tuple(all_held), may=tuple(all_may), quotas=quotas)


def _open(quotas: Iterable[Bounds], held: Sequence[int]) -> tuple[Bounds, ...]:
    """Return the distinct quotas that the known cards do not meet."""
    return tuple([quota for quota in dict.fromkeys(quotas) if not quota.is_met(held)])


def _taken(marks: Marks, table: Table, events: Iterable[Event]) -> Marks:
    for event in listed("events", events, InvalidEventError):
        for claim in event.claims(table):
            marks.take(claim)
    return marks
